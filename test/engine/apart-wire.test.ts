import { describe, expect, it } from 'vitest';
import type { Apart } from '../../src/codec/apart.ts';
import { packedApart, unpackedApart } from '../../src/engine/apart-wire.ts';

describe('records set apart', () => {
  const records: readonly Apart[] = [
    { row: 0, field: 3, code: 'RANGE' },
    { row: 2, field: undefined, code: 'UNKNOWN_FIELD', key: 'a b' },
    { row: 5, field: 3, code: 'RANGE' },
    { row: 9, field: 3, code: 'REJECTED_BY_FUNCTION', reason: 'a' },
    { row: 2 ** 31 - 1, field: 4, code: 'RANGE' },
  ];

  it('are after the way to another thread what they were', () => {
    expect(unpackedApart(structuredClone(packedApart(records)))).toEqual(records);
    expect(unpackedApart(packedApart([]))).toEqual([]);
  });

  it('tell a reason once', () => {
    expect(packedApart(records).known).toHaveLength(4);
  });
});
