"""A client of Atrium's REST API. `atrium_client.generated` has every call and model of its OpenAPI document."""

from atrium_client import errors
from atrium_client.client import Atrium, verify_webhook
from atrium_client.errors import AtriumError

__version__ = "2.0.0"
__all__ = ["Atrium", "AtriumError", "errors", "verify_webhook"]
