"""Programs that run at build time; none of them is deployed."""
