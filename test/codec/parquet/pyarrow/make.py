"""Files that pyarrow writes, beside this script. Run with pyarrow 26: python make.py"""

import decimal
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

HERE = pathlib.Path(__file__).parent
TEXTS = ["a", None, "", "longer than twelve bytes, \u00e9", "a"]


def write(name, array, **options):
    pq.write_table(pa.table({"value": array}), HERE / f"{name}.parquet", **options)


for packing in ("none", "snappy", "gzip", "zstd", "brotli", "lz4"):
    write(f"utf8-{packing}", pa.array(TEXTS * 20), compression=packing)
write("utf8-v2-pages", pa.array(TEXTS), data_page_version="2.0")
write("utf8-checksums", pa.array(TEXTS), write_page_checksum=True, use_dictionary=False, compression="none")
write("utf8-row-groups", pa.array(TEXTS * 4), row_group_size=3)
write("no-rows", pa.array([], pa.utf8()))
write("no-rows-plain", pa.array([], pa.utf8()), use_dictionary=False)
with pq.ParquetWriter(HERE / "no-rows-between.parquet", pa.schema([("value", pa.utf8())])) as writer:
    for texts in (TEXTS, [], TEXTS, []):
        writer.write_table(pa.table({"value": pa.array(texts, pa.utf8())}))
write("large-utf8", pa.array(TEXTS, pa.large_utf8()))
write("dictionary", pa.array(TEXTS).dictionary_encode())
write("list", pa.array([[1, 2], None, [], [3, None]], pa.list_(pa.int32())))
write("fixed-size-list", pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int32(), 2)))
write("map", pa.array([[("a", 1), ("b", None)], None, []], pa.map_(pa.utf8(), pa.int32())))
write("struct", pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": "y"}], pa.struct([("a", pa.int32()), ("b", pa.utf8())])))
write("timestamp-s", pa.array([-1, None, 1_330_523_130], pa.timestamp("s")))
write("timestamp-us-utc", pa.array([-1, None, 1_330_523_130_125_000], pa.timestamp("us", "UTC")))
write("timestamp-int96", pa.array([0, None], pa.timestamp("ns")), use_deprecated_int96_timestamps=True)
write("duration-s", pa.array([-1, None, 5], pa.duration("s")))
write("time32-s", pa.array([0, None, 86_399], pa.time32("s")))
write("date32", pa.array([1, None], pa.date32()))
write("uint8", pa.array([1, None, 255], pa.uint8()))
write("uint64", pa.array([1, None, 2**64 - 1], pa.uint64()))
write("float16", pa.array([0.5, None, -0.0], pa.float16()))
write("decimal", pa.array([decimal.Decimal("-1.25"), None, decimal.Decimal("9999999.99")], pa.decimal128(9, 2)))
write("decimal-int32", pa.array([decimal.Decimal("-1.25"), None], pa.decimal128(9, 2)), store_decimal_as_integer=True)
write("decimal256", pa.array([decimal.Decimal("-1.25"), None], pa.decimal256(60, 2)))
write("fixed-size-binary", pa.array([b"abcd", None], pa.binary(4)))
write("delta", pa.array(range(1000), pa.int32()), use_dictionary=False, column_encoding={"value": "DELTA_BINARY_PACKED"})
schema = pa.schema([pa.field("renamed", pa.int32(), metadata={"PARQUET:field_id": "7"})])
pq.write_table(pa.table({"renamed": pa.array([1, 2], pa.int32())}, schema=schema), HERE / "field-id.parquet")
