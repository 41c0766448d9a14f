"""What every function shares: AWS clients, HTTP, errors, settings. Nothing here knows a domain."""

from common.cold_start import shorten

shorten()
