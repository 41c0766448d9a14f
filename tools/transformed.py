"""Prints the template as SAM's transform makes it, in JSON: what CloudFormation would create, every role included.

Runs under the interpreter of `.venvs/sam`, which has the transform. The scanner reads the result and not the source,
where a function's policy is no IAM resource yet.
"""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

import boto3
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
from samtranslator.yaml_helper import yaml_parse

# Where `sam deploy` would have put a function's or a layer's code; the transform takes no local folder.
UPLOADED = "s3://bucket/key"
CODE = ("CodeUri", "ContentUri")
# Any region does: none is written into the template.
REGION = "us-east-1"


def transformed(source: str) -> dict[str, Any]:
    """The CloudFormation template that the SAM template `source` stands for.

    The API's OpenAPI body is left out: what it says comes from the routes, the scanner has no check that looks into it,
    and resolving its thousand references would take the scanner most of a minute.
    """
    template = yaml_parse(source)
    for resource in template["Resources"].values():
        properties = resource.get("Properties", {})
        properties.update({key: UPLOADED for key in CODE if key in properties})
    session = boto3.Session(region_name=REGION)
    result: dict[str, Any] = Translator({}, Parser(), boto_session=session).translate(template, {})
    for resource in result["Resources"].values():
        if resource["Type"] == "AWS::ApiGateway::RestApi":
            del resource["Properties"]["Body"]
    return result


if __name__ == "__main__":
    logging.getLogger("samtranslator").setLevel(logging.ERROR)
    json.dump(transformed(Path(sys.argv[1]).read_text(encoding="utf-8")), sys.stdout, indent=1)
