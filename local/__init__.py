"""The local cloud: builds, starts, deploys, seeds and serves Atrium on one machine. Nothing in here ships."""
