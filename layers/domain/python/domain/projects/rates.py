"""The price list: what a role's working day costs, per currency we quote in (docs/estimate.md)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# A price list, not a conversion: each currency has its own round prices.
DAY_RATES: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "EUR": {"CPO": 640, "CDO": 560, "CTO": 720, "CMO": 560},
        "USD": {"CPO": 720, "CDO": 640, "CTO": 800, "CMO": 640},
        "GBP": {"CPO": 560, "CDO": 480, "CTO": 640, "CMO": 480},
        "CHF": {"CPO": 800, "CDO": 720, "CTO": 880, "CMO": 720},
        "CAD": {"CPO": 960, "CDO": 840, "CTO": 1080, "CMO": 840},
        "AUD": {"CPO": 1040, "CDO": 920, "CTO": 1200, "CMO": 920},
        "JPY": {"CPO": 96_000, "CDO": 84_000, "CTO": 108_000, "CMO": 84_000},
    }
)
CURRENCIES: tuple[str, ...] = tuple(DAY_RATES)
DEFAULT_CURRENCY = "EUR"
