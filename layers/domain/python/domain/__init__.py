"""The domains of Atrium: one package each. Nothing here imports a function or `common.http`; they call the domains."""
