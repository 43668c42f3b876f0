"""What fastavro makes of Avro files. Logical types are left aside, so that every value stays what the bytes say.

rewrite IN OUT     reads each file of a folder, and writes its records to the other, packed as the name says
digest IN OUT      the SHA-256 of each record's canonical bytes, a line each, from a file and the recipe beside it
make SCHEMA LINES CODEC OUT   records in Avro's JSON encoding, a line each, as a file
"""

import hashlib
import io
import json
import os
import sys

import fastavro
import fastavro.read
import fastavro.write

fastavro.read.LOGICAL_READERS.clear()
fastavro.write.LOGICAL_WRITERS.clear()


def rewrite(source: str, target: str) -> None:
    for name in sorted(os.listdir(source)):
        with open(os.path.join(source, name), "rb") as file:
            reader = fastavro.reader(file)
            records = list(reader)
        # Blocks of many records where there are few bytes, and of one where there are many.
        with open(os.path.join(target, name), "wb") as file:
            fastavro.writer(file, reader.writer_schema, records, codec=name.split(".")[1], sync_interval=200)


def written(schema: object, value: object) -> bytes:
    sink = io.BytesIO()
    fastavro.schemaless_writer(sink, schema, value)
    return sink.getvalue()


def canonical(shape: dict, value: object) -> object:
    """The value as the canonical record schema has it: by ids, sorted where order says nothing."""
    if value is None:
        return None
    kind = shape["kind"]
    if kind == "decimal":
        number = int.from_bytes(value, "big", signed=True)
        length = 1
        while not -(1 << (8 * length - 1)) <= number < 1 << (8 * length - 1):
            length += 1
        return number.to_bytes(length, "big", signed=True)
    if kind == "record":
        return {member["as"]: canonical(member, value[member["name"]]) for member in shape["members"]}
    if kind == "list":
        return [canonical(shape["item"], item) for item in value]
    if kind == "set":
        items = [canonical(shape["item"], item) for item in value]
        return sorted(items, key=lambda item: written(parsed(shape["item"]["schema"]), item))
    if kind == "map":
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode("utf-8"))
        return {key: canonical(shape["value"], item) for key, item in pairs}
    if kind == "entries":
        key = shape["entry"]["members"][0]
        entries = [canonical(shape["entry"], item) for item in value]
        return sorted(entries, key=lambda entry: written(parsed(key["schema"]), entry[key["as"]]))
    return value


def parsed(schema: object) -> object:
    return fastavro.parse_schema(schema, named_schemas={})


def digest(source: str, target: str) -> None:
    for name in sorted(os.listdir(source)):
        if not name.endswith(".avro"):
            continue
        with open(os.path.join(source, name[:-5] + ".json")) as file:
            recipe = json.load(file)
        schema = parsed(recipe["schema"])
        with open(os.path.join(source, name), "rb") as file:
            lines = [
                hashlib.sha256(written(schema, canonical(recipe["shape"], record))).hexdigest()
                for record in fastavro.reader(file)
            ]
        with open(os.path.join(target, name[:-5] + ".txt"), "w") as file:
            file.write("\n".join(lines))


def make(schema: str, lines: str, codec: str, target: str) -> None:
    with open(schema) as file:
        given = fastavro.parse_schema(json.load(file))
    with open(lines) as file:
        records = list(fastavro.json_reader(file, given))
    with open(target, "wb") as file:
        fastavro.writer(file, given, records, codec=codec)


{"rewrite": rewrite, "digest": digest, "make": make}[sys.argv[1]](*sys.argv[2:])
