import { describe, expect, it } from 'vitest';
import { documentDigest } from '../../src/base/digest.ts';
import type { Field } from '../../src/contract/field.ts';
import { laidOut } from '../../src/contract/lay-out.ts';
import { fieldOf, vocabularyOf } from '../compat/schema-of.ts';

describe('the layout of a field', () => {
  const given: Field = fieldOf({ id: 7, name: 'latency', type: 'int64', unit: 'ms', nan: 'refuse' });

  it('is one for all, because two versions are compared by loading the same places of each', () => {
    const turned = Object.fromEntries(Object.entries(given).reverse()) as unknown as Field;
    const short = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as unknown as Field;
    for (const other of [turned, short]) {
      expect(Object.keys(laidOut(other))).toEqual(Object.keys(laidOut(given)));
      expect(laidOut(other)).toStrictEqual(laidOut(given));
    }
  });

  it('loses nothing that a field says', () => {
    const all: Required<Field> = {
      ...given,
      aliases: ['former'],
      default: { kind: 'value', value: 1n, means: 'unknown' },
      range: { min: 0n, max: undefined },
      vocabulary: vocabularyOf(['a', 'b']),
      unknownPolicy: { kind: 'reject' },
      ignoreValue: 9n,
      nullMeans: 'unknown',
      sentinels: [{ value: -1n, means: 'none' }],
      nan: 'refuse',
      infinity: 'refuse',
      emptyMeans: 'unknown',
      writeDefault: { kind: 'value', value: 2n, means: 'value' },
      normalizer: documentDigest({}),
      convention: ['xyxy'],
    };
    expect(Object.values(all)).not.toContain(undefined);
    expect(laidOut(all)).toStrictEqual(all);
  });

  it('shares what most fields do not say', () => {
    const [a, b] = [
      laidOut({ ...given, aliases: [], type: { kind: 'int64' } }),
      laidOut({ ...given, id: 8 }),
    ];
    expect([a.aliases === b.aliases, a.type === b.type, a.default === b.default]).toEqual([true, true, true]);
  });
});
