"""Reads the probes of a task with pyarrow, as a training loop in Python would: see ../foreign-readers.md."""

import base64
import decimal
import json
import math
import os
import re
import sys

import pyarrow as pa
import pyarrow.parquet as pq


def main(task_file: str) -> None:
    folder = os.path.dirname(task_file)
    with open(task_file, encoding="utf-8") as file:
        task = json.load(file)
    assert task["format"] == "assay.foreign-task/1"
    wanted: dict[str, list[str]] = {}
    tables: dict[str, pa.Table | Exception] = {}

    def names(schema: str) -> list[str]:
        if schema not in wanted:
            with open(os.path.join(folder, schema), encoding="utf-8") as file:
                wanted[schema] = [column["name"] for column in json.load(file)["columns"]]
        return wanted[schema]

    def table(name: str, codec: str) -> pa.Table:
        if name not in tables:
            try:
                tables[name] = opened(os.path.join(folder, name), codec)
            except Exception as error:
                tables[name] = error
        found = tables[name]
        if isinstance(found, Exception):
            raise found
        return found

    for probe in task["probes"]:
        answer: dict[str, object] = {"probe": probe["probe"]}
        try:
            answer["read"] = record(table(probe["file"], probe["codec"]), names(probe["reader"]), probe["row"])
        except Exception as error:
            answer["refused"] = code(error)
        # A line must be out before the next probe is touched: the one that kills us is the first without an answer.
        print(json.dumps(answer, allow_nan=False), flush=True)
    print(json.dumps({"done": len(task["probes"])}), flush=True)


def opened(path: str, codec: str) -> pa.Table:
    if codec == "parquet":
        return pq.read_table(path)
    with pa.OSFile(path) as file:
        return pa.ipc.open_stream(file).read_all()


def record(table: pa.Table, names: list[str], row: int) -> dict[str, object]:
    """By name, and the first of a name; what is not there is left out."""
    found = {name: table.schema.get_all_field_indices(name) for name in names}
    if row >= table.num_rows:
        return {}
    return {name: plain(table.column(at[0])[row]) for name, at in found.items() if at}


def plain(value: pa.Scalar) -> object:
    """As the column has it: of a clock the number, of a decimal its bytes."""
    if not value.is_valid:
        return None
    kind = value.type
    if pa.types.is_dictionary(kind):
        return plain(value.value)
    if pa.types.is_temporal(kind):
        return value.value
    if pa.types.is_decimal(kind):
        with decimal.localcontext(prec=100):
            unscaled = int(value.as_py().scaleb(kind.scale))
        return tagged(unscaled.to_bytes(kind.byte_width, "little", signed=True))
    if pa.types.is_map(kind):
        return [[plain(entry[0]), plain(entry[1])] for entry in value.values]
    if pa.types.is_struct(kind):
        return {kind.field(at).name: plain(value[at]) for at in range(kind.num_fields)}
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind) or pa.types.is_large_list(kind):
        return [plain(one) for one in value.values]
    bare = value.as_py()
    if isinstance(bare, bytes):
        return tagged(bare)
    if pa.types.is_floating(kind):
        number = float(bare)
        if not math.isfinite(number):
            return {"$float": "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"}
        return number
    return bare


def tagged(value: bytes) -> dict[str, str]:
    return {"$bytes": base64.b64encode(value).decode("ascii")}


def code(error: Exception) -> str:
    """The class of the objection: its words may quote the record."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(error).__name__).upper()
    return re.sub(r"[^A-Z0-9_]", "_", name)[:64]


main(sys.argv[1])
