"""Reads the probes of a task with fastavro, as a training loop in Python would: see ../foreign-readers.md."""

import base64
import io
import json
import math
import os
import re
import sys

from fastavro import parse_schema, schemaless_reader


def main(task_file: str) -> None:
    folder = os.path.dirname(task_file)
    with open(task_file, encoding="utf-8") as file:
        task = json.load(file)
    assert task["format"] == "assay.foreign-task/1"
    schemas: dict[str, object] = {}

    def schema(name: str) -> object:
        if name not in schemas:
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                schemas[name] = parse_schema(bare(json.load(file)))
        return schemas[name]

    for probe in task["probes"]:
        with open(os.path.join(folder, probe["file"]), "rb") as file:
            data = file.read()
        answer = {"probe": probe["probe"]}
        try:
            record = schemaless_reader(io.BytesIO(data), schema(probe["writer"]), schema(probe["reader"]))
            answer["read"] = {name: plain(value) for name, value in record.items()}
        except Exception as error:
            answer["refused"] = code(error)
        # A line must be out before the next probe is touched: the one that kills us is the first without an answer.
        print(json.dumps(answer, allow_nan=False), flush=True)
    print(json.dumps({"done": len(task["probes"])}), flush=True)


def bare(schema: object) -> object:
    """Without logical types: the number or the bytes below are what is asked for."""
    if isinstance(schema, list):
        return [bare(one) for one in schema]
    if isinstance(schema, dict):
        return {key: bare(value) for key, value in schema.items() if key != "logicalType"}
    return schema


def plain(value: object) -> object:
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        # A key that begins with $ would be taken for a tag.
        if any(key.startswith("$") for key in value):
            return {"$map": [[key, plain(one)] for key, one in value.items()]}
        return {key: plain(one) for key, one in value.items()}
    return value


def code(error: Exception) -> str:
    """The class of the objection: its words may quote the record."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(error).__name__).upper()
    return re.sub(r"[^A-Z0-9_]", "_", name)[:64]


main(sys.argv[1])
