"""Files that pyarrow writes, one a layout, beside this script. Run with pyarrow 26: python make.py"""

import datetime
import decimal
import pathlib

import pyarrow as pa

HERE = pathlib.Path(__file__).parent
TEXTS = ["a", None, "", "longer than twelve bytes, \u00e9", "a"]


def write(name, array, compression=None, kind="stream", deltas=False, parts=1):
    chunks = array if isinstance(array, list) else [array]
    schema = pa.schema([pa.field("value", chunks[0].type)])
    options = pa.ipc.IpcWriteOptions(compression=compression, emit_dictionary_deltas=deltas)
    make = pa.ipc.new_stream if kind == "stream" else pa.ipc.new_file
    with make(str(HERE / f"{name}.arrow"), schema, options=options) as writer:
        for chunk in chunks:
            writer.write_batch(pa.record_batch([chunk], schema=schema))


utf8 = pa.array(TEXTS, pa.utf8())
write("utf8", utf8)
write("utf8-file", utf8, kind="file")
write("large-utf8", pa.array(TEXTS, pa.large_utf8()))
write("utf8-view", pa.array(TEXTS, pa.string_view()))
write("dictionary", utf8.dictionary_encode())
write("dictionary-uint8", utf8.cast(pa.dictionary(pa.uint8(), pa.large_utf8())))
write(
    "dictionary-null-value",
    pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3, 0], pa.int16()), pa.array(["a", None, "", TEXTS[3]])),
)
write(
    "dictionary-deltas",
    [
        pa.DictionaryArray.from_arrays(pa.array([0, None], pa.int8()), pa.array(["a"])),
        pa.DictionaryArray.from_arrays(pa.array([1, 2, 0], pa.int8()), pa.array(["a", "", TEXTS[3]])),
    ],
    deltas=True,
)
write(
    "dictionary-replaced",
    [
        pa.DictionaryArray.from_arrays(pa.array([0, None], pa.int8()), pa.array(["a"])),
        pa.DictionaryArray.from_arrays(pa.array([1, 2, 0], pa.int8()), pa.array(["a", "", TEXTS[3]])),
    ],
)
repeated = pa.array(["abc", "b" * 300, None, "\u00e9" * 200] * 200)
write("utf8-lz4", repeated, compression="lz4")
write("utf8-zstd", repeated, compression="zstd")
write("utf8-zstd-file", repeated, compression="zstd", kind="file")
numbers = pa.array([(row * 7919) % 1000 for row in range(40_000)], pa.int32())
write("int32-lz4", numbers, compression="lz4")
write("binary-view", pa.array([b"\x00\xff", None, b"x" * 20], pa.binary_view()))
lists = [[1, 2], None, [], [3, None]]
write("list", pa.array(lists, pa.list_(pa.int32())))
write("large-list", pa.array(lists, pa.large_list(pa.int32())))
write("list-view", pa.array(lists, pa.list_view(pa.int32())))
write(
    "list-view-overlapping",
    pa.ListViewArray.from_arrays(pa.array([1, 0, 0], pa.int32()), pa.array([2, 3, 0], pa.int32()), pa.array([1, 2, 3], pa.int32())),
)
write("large-list-view", pa.array(lists, pa.large_list_view(pa.int32())))
write("fixed-size-list", pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int32(), 2)))
write("list-of-two", pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int32())))
write("map", pa.array([[("a", 1), ("b", None)], None, []], pa.map_(pa.utf8(), pa.int32())))
write("struct", pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": "y"}], pa.struct([("a", pa.int32()), ("b", pa.utf8())])))
write("struct-list-of-structs", pa.array([{"a": [{"b": 1}]}, None], pa.struct([("a", pa.list_(pa.struct([("b", pa.int8())])))])))
write("null", pa.nulls(3))
write("bool", pa.array([True, None, False] * 5))
write("date64", pa.array([datetime.date(1970, 1, 2), None], pa.date64()))
write("timestamp-us-utc", pa.array([-1, None, 1_330_523_130_125_000], pa.timestamp("us", "Europe/Zurich")))
write("timestamp-us", pa.array([-1000, None, 1_330_523_130_125_000], pa.timestamp("us")))
write("timestamp-s", pa.array([-1, None, 1_330_523_130], pa.timestamp("s")))
write("time32-s", pa.array([0, None, 86_399], pa.time32("s")))
write("duration-s", pa.array([-1, None, 5], pa.duration("s")))
for bits in (32, 64, 128, 256):
    kind = {32: pa.decimal32, 64: pa.decimal64, 128: pa.decimal128, 256: pa.decimal256}[bits]
    write(f"decimal{bits}", pa.array([decimal.Decimal("-1.25"), None, decimal.Decimal("9999999.99")], kind(9, 2)))
write("float16", pa.array([0.5, None, -0.0], pa.float16()))
write("int8", pa.array([-1, None, 127], pa.int8()))
write("uint32", pa.array([1, None, 2**32 - 1], pa.uint32()))
write("run-end-encoded", pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array([7, 8], pa.int32())))
write("fixed-size-binary", pa.array([b"abcd", None], pa.binary(4)))
