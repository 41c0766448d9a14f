"""The base of every pydantic model: of records, requests and views."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen model. pydantic builds its validator at first use: a function imports dozens of models and uses few."""

    model_config = ConfigDict(frozen=True, defer_build=True)
