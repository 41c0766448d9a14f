"""Prints, as JSON, the template that SAM's transform makes: all resources that CloudFormation creates, roles included.

Run it with the interpreter of `.venvs/sam`, which has the transform. The scanner reads its output, because in
`template.yaml` a function's policy is not an IAM resource yet.
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

# Stands for the place where `sam deploy` uploads code: the transform accepts no local folder.
UPLOADED = "s3://bucket/key"
CODE = ("CodeUri", "ContentUri")
# The transform asks for a region; any will do, for the template depends on none.
REGION = "us-east-1"


def transformed(source: str) -> dict[str, Any]:
    """The CloudFormation template that the SAM template `source` stands for.

    The API's OpenAPI body is left out: no check of the scanner looks into it, and resolving its thousand references
    would take the scanner most of a minute.
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
