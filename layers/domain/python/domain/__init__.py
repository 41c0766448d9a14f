"""The domains of Atrium: one package each. Nothing here knows about HTTP."""
