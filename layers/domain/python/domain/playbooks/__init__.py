"""Playbooks: the knowledge of people who have built such products, as one TOML file for each topic."""
