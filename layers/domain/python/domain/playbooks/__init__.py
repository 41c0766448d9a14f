"""What people who have built such products know, as data: one TOML file a topic."""
