import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { type Comparison, compare, comparisonDocument } from '../../src/compat/compare.ts';
import { type FieldWords, schemaOf } from './schema-of.ts';

const judge = (older: readonly FieldWords[], newer: readonly FieldWords[]): Comparison =>
  compare(schemaOf({ fields: older }), schemaOf({ fields: newer }));

const told = ({ findings }: Comparison) => findings.map(found => `${found.rule} ${found.direction}`);

const LATENCY: FieldWords = {
  id: 17,
  name: 'response_latency_ms',
  type: 'int64',
  logical: 'duration',
  unit: 'second',
  range: [0, 600],
};
const OUTCOME: FieldWords = {
  id: 23,
  name: 'outcome',
  type: 'int32',
  logical: 'label',
  vocabulary: ['lost', 'won'],
};

describe('a change of schema', () => {
  const change = judge(
    [LATENCY, OUTCOME],
    [
      { ...LATENCY, unit: 'millisecond', range: [0, 600_000] },
      { ...OUTCOME, type: 'string' },
    ],
  );

  it('from seconds to milliseconds needs a conversion, though the range grew with it and no type changed', () => {
    const [unit] = change.findings;
    expect(unit).toMatchObject({
      rule: 'FIELD_UNIT_SAME',
      level: 'train',
      access: ['id', 'name', 'position'],
      path: [{ id: 17, name: 'response_latency_ms' }],
      from: 's',
      to: 'ms',
      conversion: '×1000',
    });
    expect(told(change).some(rule => rule.startsWith('RANGE_NARROWS'))).toBe(false);
  });

  it('of a label from integer to string is told apart from the bytes that no longer decode', () => {
    expect(told(change).filter(rule => rule.endsWith('backward'))).toEqual([
      'FIELD_UNIT_SAME backward',
      'FIELD_TYPE_PROMOTES backward',
      'LABEL_TYPE_SAME backward',
    ]);
    expect(change.levels).toMatchObject({
      wire: { backward: false, forward: false },
      read: { backward: true, forward: true },
      train: { backward: false, forward: false },
      govern: { backward: true, forward: true },
    });
    expect(change.class).toBe('migrate');
    expect(change.for).toEqual([]);
  });

  it('is a document that other programs read: these keys and no others', () => {
    const alone = judge([LATENCY], [{ ...LATENCY, unit: 'millisecond', range: [0, 600_000] }]);
    const document = JSON.parse(canonicalJson(comparisonDocument(alone)));
    expect(document).toEqual({
      class: 'migrate',
      for: [],
      levels: {
        wire: { backward: true, forward: true },
        read: { backward: true, forward: true },
        train: { backward: false, forward: false },
        govern: { backward: true, forward: true },
      },
      findings: [
        {
          rule: 'FIELD_UNIT_SAME',
          level: 'train',
          direction: 'backward',
          access: ['id', 'name', 'position'],
          path: 'response_latency_ms (17)',
          from: 's',
          to: 'ms',
          conversion: '×1000',
          remedy: expect.any(String),
        },
        expect.objectContaining({ direction: 'forward', conversion: '×1/1000' }),
      ],
    });
  });

  it('names a nested field by its whole way, because an element has no name of its own', () => {
    const list = (type: 'float32' | 'float64'): FieldWords[] => [
      { id: 5, name: 'tags', type: 'list', element: { id: 6, name: 'element', type } },
    ];
    const document = comparisonDocument(judge(list('float64'), list('float32'))) as {
      findings: readonly { path: string }[];
    };
    expect(document.findings[0]!.path).toBe('tags (5).element (6)');
  });
});

describe('the class of a change', () => {
  const n: FieldWords = { id: 1, name: 'n', type: 'int32', range: [0, 10] };

  it.each<[why: string, newer: FieldWords[], kind: Comparison['class'], holds: Comparison['for']]>([
    [
      'an integer widens, because old data still reads',
      [{ ...n, type: 'int64' }],
      'compatible',
      ['backward'],
    ],
    ['a range widens', [{ ...n, range: [0, 11] }], 'compatible', ['backward']],
    ['a range narrows', [{ ...n, range: [0, 9] }], 'compatible', ['forward']],
    ['a range moves, because neither side can read the other', [{ ...n, range: [1, 11] }], 'migrate', []],
    ['null becomes lawful', [{ ...n, nullable: true }], 'compatible', ['backward']],
    [
      'a field with a null default joins',
      [n, { id: 2, name: 'm', type: 'int32', nullable: true, default: null }],
      'compatible',
      ['backward', 'forward'],
    ],
    [
      'a field joins whose zero may be real or unknown',
      [n, { id: 2, name: 'm', type: 'int32', nullable: true, default: 0, range: [0, 10] }],
      'migrate',
      ['forward'],
    ],
    ['a field without a default joins', [n, { id: 2, name: 'm', type: 'int32' }], 'compatible', ['forward']],
    ['a rename, by id', [{ ...n, name: 'm' }], 'compatible', ['backward', 'forward']],
    [
      'an id reused, because no converter can tell the two apart',
      [{ id: 1, name: 'city', type: 'string' }],
      'forbidden',
      [],
    ],
  ])('is right where %s', (_, newer, kind, holds) => {
    const change = judge([n], newer);
    expect(change.class).toBe(kind);
    expect(change.for).toEqual(holds);
  });

  it('asks for a converter where a float narrows, and not where it widens', () => {
    const x = (type: 'float32' | 'float64'): FieldWords[] => [{ id: 1, name: 'x', type }];
    expect(judge(x('float64'), x('float32'))).toMatchObject({ class: 'migrate', for: ['forward'] });
    expect(judge(x('float32'), x('float64'))).toMatchObject({ class: 'compatible', for: ['backward'] });
  });

  it('lets a vocabulary grow at its end for readers that are ready, and shrink for nobody with old data', () => {
    const label = (vocabulary: string[]): FieldWords[] => [
      { id: 1, name: 'y', type: 'string', logical: 'label', vocabulary },
    ];
    const [few, more] = [label(['sun', 'rain']), label(['sun', 'rain', 'hail'])];
    expect(judge(few, more)).toMatchObject({ class: 'compatible', for: ['backward'] });
    expect(judge(more, few)).toMatchObject({ class: 'compatible', for: ['forward'] });
  });

  it('keeps no promise on any level for an id that was reused, because nothing of the two is comparable', () => {
    const change = judge([n], [{ id: 1, name: 'city', type: 'string' }]);
    for (const holds of Object.values(change.levels))
      expect(holds).toEqual({ backward: false, forward: false });
    expect(told(change)).toEqual(['ID_REUSED backward', 'ID_REUSED forward']);
  });
});
