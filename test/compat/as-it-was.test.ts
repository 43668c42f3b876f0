import { describe, expect, it } from 'vitest';
import { historyOf, judgeHistory } from '../../src/compat/history.ts';
import { idsOf } from '../../src/contract/ledger.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const n: FieldWords = { id: 1, name: 'n', type: 'int32' };
const element: FieldWords = { id: 3, name: 'element', type: 'float32' };

/** What is said of a field that was retired and comes back, everything inside it with it. */
function restored(was: FieldWords, is: FieldWords): string[] {
  const past = [[n, was], [n]].map(fields => schemaOf({ fields }));
  const history = historyOf(past.map((schema, at) => ({ version: at + 1, ids: idsOf(schema), schema })));
  return judgeHistory(history, schemaOf({ fields: [n, is] }), new Set([2, 3])).map(({ rule }) => rule);
}

const x = (words: Partial<FieldWords>): FieldWords => ({
  id: 2,
  name: 'x',
  type: 'int32',
  nullable: true,
  nullMeans: 'unknown',
  default: null,
  ...words,
});
const label = (words: Partial<FieldWords>): FieldWords =>
  x({ logical: 'label', vocabulary: ['a', 'b'], ignoreValue: -1, ...words });
const list = (words: Partial<FieldWords>): FieldWords =>
  x({ type: 'list', element, length: [4, 4], ...words });

const SENTINEL: Partial<FieldWords> = { range: [0, 100], sentinels: [{ value: -1, means: 'unknown' }] };

type Case = readonly [what: string, was: FieldWords, is: FieldWords];

const OTHERS: readonly Case[] = [
  [
    'digits behind the point',
    x({ type: 'decimal', parameters: { precision: 9, scale: 2 } }),
    x({ type: 'decimal', parameters: { precision: 9, scale: 3 } }),
  ],
  [
    'fewer digits',
    x({ type: 'decimal', parameters: { precision: 9, scale: 2 } }),
    x({ type: 'decimal', parameters: { precision: 5, scale: 2 } }),
  ],
  ['a size', x({ type: 'fixed', parameters: { size: 4 } }), x({ type: 'fixed', parameters: { size: 8 } })],
  [
    'a zone',
    x({ type: 'timestamp', unit: 'ms', parameters: { zone: 'instant' } }),
    x({ type: 'timestamp', unit: 'ms', parameters: { zone: 'local' } }),
  ],
  ['a shape', x({ type: 'tensor', element, shape: [2, 3] }), x({ type: 'tensor', element, shape: [3, 2] })],
  [
    'a convention',
    list({ convention: ['xmin', 'ymin', 'xmax', 'ymax'] }),
    list({ convention: ['xmin', 'ymin', 'width', 'height'] }),
  ],
  ['an order', list({}), list({ order: 'set' })],
  ['what a null means', x({}), x({ nullMeans: 'none' })],
  ['what a sentinel means', x(SENTINEL), x({ ...SENTINEL, sentinels: [{ value: -1, means: 'none' }] })],
  ['a sentinel that is a value by now', x(SENTINEL), x({ range: [-10, 100] })],
  ['what NaN means', x({ type: 'float32', nan: 'unknown' }), x({ type: 'float32', nan: 'value' })],
  ['what emptiness means', x({ type: 'string' }), x({ type: 'string', emptyMeans: 'unknown' })],
  [
    'codes that were exchanged',
    label({}),
    label({
      vocabulary: [
        { id: 1, label: 'a', code: 1 },
        { id: 2, label: 'b', code: 0 },
      ],
    }),
  ],
  ['an unknown policy', label({ unknownPolicy: 'reject' }), label({ unknownPolicy: { map: 1 } })],
  ['an ignore value', label({}), label({ ignoreValue: -100 })],
  [
    'a normalizer',
    x({ type: 'string', normalizer: `sha256:${'1'.repeat(64)}` }),
    x({ type: 'string', normalizer: `sha256:${'2'.repeat(64)}` }),
  ],
  ['a unit', x({ logical: 'quantity', unit: 's' }), x({ logical: 'quantity', unit: 'ms' })],
  ['a width', x({ type: 'float32' }), x({ type: 'float64' })],
  [
    'the unit of what it holds',
    list({ element: { ...element, logical: 'quantity', unit: 's' } }),
    list({ element: { ...element, logical: 'quantity', unit: 'ms' } }),
  ],
];

const SAME: readonly Case[] = [
  ['nothing', x(SENTINEL), x(SENTINEL)],
  ['a default, for the records that lack it', { id: 2, name: 'x', type: 'int32' }, x({})],
  ['a name that was its alias', x({ aliases: ['old'] }), x({ name: 'old' })],
  ['a wider range', x(SENTINEL), x({ ...SENTINEL, range: [0, 200] })],
  ['a narrower range, beyond which it is refused', x({ range: [0, 100] }), x({ range: [0, 10] })],
  ['a longer list', list({}), list({ length: [0, 8] })],
  ['a term more', label({}), label({ vocabulary: ['a', 'b', 'c'] })],
  ['a term less, which is refused', label({ vocabulary: ['a', 'b', 'c'] }), label({})],
  [
    'more digits',
    x({ type: 'decimal', parameters: { precision: 5, scale: 2 } }),
    x({ type: 'decimal', parameters: { precision: 9, scale: 2 } }),
  ],
];

describe('a retired id that a contract restores', () => {
  it.each(OTHERS)('is another thing where it differs in %s', (_, was, is) =>
    expect(restored(was, is)).toContain('ID_REUSED'),
  );

  it('is told with what makes it another thing', () => {
    const zoned = (zone: string) => x({ type: 'timestamp', unit: 'ms', parameters: { zone } });
    const past = [[n, zoned('instant')], [n]].map(fields => schemaOf({ fields }));
    const history = historyOf(past.map((schema, at) => ({ version: at + 1, ids: idsOf(schema), schema })));
    const [found] = judgeHistory(history, schemaOf({ fields: [n, zoned('local')] }), new Set([2]));
    expect(found!.to).toBe('x timestamp, restored as local where it was instant');
  });

  it.each(SAME)('is what it was where it differs in %s', (_, was, is) =>
    expect(restored(was, is)).toEqual([]),
  );
});
