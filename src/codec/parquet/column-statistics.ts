import type { ThriftNode, ThriftStruct } from '../../native/parquet/thrift-tree.ts';
import { binary, flag, long, STATISTICS } from './footer-tree.ts';
import type { Bounds } from './leaf-values.ts';

/** What a footer says of the values of a column. */
export function columnStatistics(nulls: number, bounds: Bounds | undefined): ThriftStruct {
  const told: readonly (readonly [number, ThriftNode])[] =
    bounds === undefined
      ? []
      : [
          [STATISTICS.greatest, binary(bounds.greatest.bytes)],
          [STATISTICS.least, binary(bounds.least.bytes)],
          [STATISTICS.isGreatestExact, flag(bounds.greatest.isExact)],
          [STATISTICS.isLeastExact, flag(bounds.least.isExact)],
        ];
  return new Map([[STATISTICS.nulls, long(nulls)], ...told]);
}
