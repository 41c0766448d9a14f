"""Lends the suite's tools to the deployed MCP function: adds a layer and changes the entry, then undoes both."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.cloud import Cloud

INSIDE = Path(__file__).parent / "inside"
LAYER = "conformance-suite-tools"
ENTRY = "judged.lambda_handler"


@contextmanager
def suite_tools(cloud: Cloud) -> Iterator[None]:
    """Give the function the tools that the suite calls by name, within the block."""
    functions, name = cloud.client("lambda"), cloud.resources["McpFunction"]
    own = functions.get_function_configuration(FunctionName=name)
    layers = [layer["Arn"] for layer in own["Layers"]]
    layer = functions.publish_layer_version(LayerName=LAYER, Content={"ZipFile": layer_content()})
    functions.update_function_configuration(
        FunctionName=name, Handler=ENTRY, Layers=[*layers, layer["LayerVersionArn"]]
    )
    try:
        yield
    finally:
        functions.update_function_configuration(FunctionName=name, Handler=own["Handler"], Layers=layers)
        functions.delete_layer_version(LayerName=LAYER, VersionNumber=layer["Version"])


def layer_content() -> bytes:
    """The layer as a ZIP archive: the modules of `inside`, in the folder where Python functions look for modules."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(INSIDE.glob("*.py")):
            packed.write(file, f"python/{file.name}")
    return archive.getvalue()
