"""The base of every model, stored, asked for or shown."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Frozen, and built when first used: a door imports dozens of models, and the first request meets a few of them."""

    model_config = ConfigDict(frozen=True, defer_build=True)
