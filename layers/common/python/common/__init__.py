"""The kernel every function shares; it knows no domain."""

from common.cold_start import shorten

shorten()
