"""Median microseconds in which fastavro resolves one record of one pair. It has no check of schemas by themselves: it
resolves while it reads. Arguments: the files of the writer's and the reader's schema, warm-ups, rounds, runs a round."""

import io
import json
import statistics
import sys
import time

from fastavro import parse_schema, schemaless_reader, schemaless_writer

ZERO = {"int": 0, "long": 0, "string": "", "double": 0.0}


def main() -> None:
    writer_file, reader_file, warm_ups, rounds, runs = sys.argv[1:6]
    with open(writer_file) as file:
        written = json.load(file)
    with open(reader_file) as file:
        reader = parse_schema(json.load(file))
    writer = parse_schema(written)
    record = {
        field["name"]: ZERO[field["type"]] if isinstance(field["type"], str) else None for field in written["fields"]
    }
    sink = io.BytesIO()
    schemaless_writer(sink, writer, record)
    data = sink.getvalue()
    for _ in range(int(warm_ups)):
        schemaless_reader(io.BytesIO(data), writer, reader)
    each = []
    for _ in range(int(rounds)):
        start = time.perf_counter_ns()
        for _ in range(int(runs)):
            schemaless_reader(io.BytesIO(data), writer, reader)
        each.append((time.perf_counter_ns() - start) / 1000 / int(runs))
    print(statistics.median(each))


main()
