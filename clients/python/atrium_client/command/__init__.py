"""The command `atrium`, which `every.py` builds from `commands.toml`; other modules carry out single commands."""
