"""Files that polars writes, with their dictionaries behind the records, beside this script. Run with polars 2.1: python make.py"""

import pathlib

import polars as pl

HERE = pathlib.Path(__file__).parent
GRADES = ["low", "mid", "high, and longer than twelve bytes"]
SEEN = [GRADES[0], GRADES[2], None, GRADES[1]]

pl.DataFrame({"grade": SEEN}, schema={"grade": pl.Categorical}).write_ipc(HERE / "categorical.arrow")
pl.DataFrame({"grade": SEEN}, schema={"grade": pl.Enum(GRADES)}).write_ipc(
    HERE / "enum-zstd.arrow", compression="zstd"
)
pl.DataFrame({"grade": SEEN}, schema={"grade": pl.Enum(GRADES[::-1])}).write_ipc(
    HERE / "enum-turned-lz4.arrow", compression="lz4"
)
