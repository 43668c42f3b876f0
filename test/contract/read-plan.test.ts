import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { type Field, SCALARS, type Scalar } from '../../src/contract/field.ts';
import { planRefusals, readPlan, readPlanDigest, readPlanDocument } from '../../src/contract/read-plan.ts';
import { makeField, makeList, makeSchema, makeVocabulary, unit } from './make-field.ts';

const weather = makeVocabulary('1: sun', '2: rain|rainy', '3: snow');
const label = (kind: Scalar, given: Partial<Field> = {}): Field =>
  makeField(kind, { logical: 'label', vocabulary: weather, unknownPolicy: { kind: 'reject' }, ...given });

const planOf = (writer: Field, reader: Field) => readPlan(makeSchema([writer]), makeSchema([reader]));
const codesOf = (writer: Field, reader: Field): string[] =>
  planRefusals(planOf(writer, reader)).map(({ code }) => code);

describe('a read plan', () => {
  it('copies every field of one schema, whatever it holds', () => {
    const fields = [
      label('string', { id: 3 }),
      makeField('int64', { id: 1, unit: unit('ms'), logical: 'duration' }),
      makeList(makeField('string', { id: 8 }), 0, 4, { id: 7 }),
    ];
    const plan = readPlan(makeSchema(fields), makeSchema(fields));
    expect(plan).toEqual({
      fields: [
        { kind: 'copy', field: 3, column: 0 },
        { kind: 'copy', field: 1, column: 1 },
        { kind: 'copy', field: 7, column: 2 },
      ],
      dropped: [],
      schema: [],
    });
  });

  it('refuses a struct whose fields changed places under a convention, because each is the other part now', () => {
    const [lon, lat] = [
      makeField('float32', { id: 2, name: 'p' }),
      makeField('float32', { id: 3, name: 'q' }),
    ];
    const point = (fields: readonly Field[], convention?: readonly string[]): Field =>
      ({
        ...makeList(lon, 0, 2),
        type: { kind: 'struct', fields },
        logical: 'structure',
        convention,
      }) as Field;
    expect(codesOf(point([lon, lat], ['lonlat']), point([lat, lon], ['lonlat']))).toEqual([
      'CONVENTION_CHANGED',
    ]);
    expect(codesOf(point([lon, lat], ['lonlat']), point([lon, lat], ['lonlat']))).toEqual([]);
    expect(codesOf(point([lon, lat]), point([lat, lon]))).toEqual([]);
  });

  it('binds by id: a rename and a reorder copy, and a name under a new id is another field', () => {
    const [a, b] = [makeField('int32', { id: 1, name: 'a' }), makeField('int32', { id: 2, name: 'b' })];
    const reader = [makeField('int32', { id: 2, name: 'a' }), makeField('int32', { id: 1, name: 'z' })];
    const plan = readPlan(makeSchema([a, b]), makeSchema(reader));
    expect(plan.fields).toEqual([
      { kind: 'copy', field: 2, column: 1 },
      { kind: 'copy', field: 1, column: 0 },
    ]);
    const reused = planOf(a, makeField('int32', { id: 9, name: 'a' }));
    expect(planRefusals(reused)).toMatchObject([{ code: 'MISSING_DEFAULT', field: 9 }]);
    expect(reused.dropped).toEqual([1]);
  });

  it('fills a field nobody wrote from the default, null included, and never from none', () => {
    const writer = makeField('int32', { id: 1 });
    const absent = (given: Partial<Field>): Field => makeField('int32', { id: 2, ...given });
    const zero = { kind: 'value', value: 0, means: 'value' } as const;
    const unknown = { kind: 'value', value: null, means: 'unknown' } as const;
    expect(planOf(writer, absent({ default: zero })).fields).toEqual([
      { kind: 'default', field: 2, value: 0, means: 'value' },
    ]);
    expect(planOf(writer, absent({ nullable: true, default: unknown })).fields).toEqual([
      { kind: 'default', field: 2, value: null, means: 'unknown' },
    ]);
    expect(codesOf(writer, absent({ nullable: true }))).toEqual(['MISSING_DEFAULT']);
  });

  it('leaves null, range and length to each value, because a schema does not say which values there are', () => {
    const writer = makeField('int32', { nullable: true, range: { min: 0n, max: 100n } });
    const reader = makeField('int32', { range: { min: 10n, max: 20n } });
    expect(codesOf(writer, reader)).toEqual([]);
    const [long, short] = [makeList(makeField('bool'), 0, 9), makeList(makeField('bool'), 1, 2)];
    expect(codesOf(long, short)).toEqual([]);
  });
});

describe('casts', () => {
  /** Every cast, written out: what is not here is refused. */
  const LAWFUL: Readonly<Partial<Record<Scalar, string>>> = {
    int8: 'int16 int32 int64 float16 bfloat16 float32 float64',
    int16: 'int32 int64 float32 float64',
    int32: 'int64 float64',
    uint8: 'int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64',
    uint16: 'int32 int64 uint32 uint64 float32 float64',
    uint32: 'int64 uint64 float64',
    float16: 'float32 float64',
    bfloat16: 'float32 float64',
    float32: 'float64',
    string: 'bytes',
    fixed: 'bytes',
  };
  const lawful = (from: Scalar): readonly Scalar[] => (LAWFUL[from]?.split(' ') ?? []) as Scalar[];

  it.each(SCALARS.flatMap(from => lawful(from).map(to => [from, to] as const)))(
    'reads %s as %s, because every value has one',
    (from, to) => {
      const reader = makeField(to, { logical: makeField(from).logical });
      expect(planOf(makeField(from), reader).fields).toEqual([
        { kind: 'promote', field: 1, column: 0, cast: `${from}-${to}` },
      ]);
    },
  );

  it('refuses every other pair with its two types, and never casts both ways', () => {
    for (const from of SCALARS)
      for (const to of SCALARS.filter(kind => kind !== from && !lawful(from).includes(kind))) {
        const written = makeField(from);
        const reader = makeField(to, { logical: written.logical, unit: written.unit });
        const [refusal] = planRefusals(planOf(written, reader));
        expect(refusal, `${from} as ${to}`).toMatchObject({
          code: 'TYPE_CHANGED',
          field: 1,
          facts: { from, to },
        });
      }
  });

  it.each([
    ['a scale', { kind: 'decimal', precision: 9, scale: 2 }, { kind: 'decimal', precision: 9, scale: 3 }],
    [
      'fewer digits',
      { kind: 'decimal', precision: 9, scale: 2 },
      { kind: 'decimal', precision: 8, scale: 2 },
    ],
    ['another size', { kind: 'fixed', size: 4 }, { kind: 'fixed', size: 5 }],
    ['local for instant', { kind: 'timestamp', zone: 'instant' }, { kind: 'timestamp', zone: 'local' }],
  ] as const)('refuses %s within one kind, because the same bytes are another value', (_, from, to) => {
    const written = makeField(from.kind, { type: from });
    expect(planRefusals(planOf(written, { ...written, type: to }))).toMatchObject([{ code: 'TYPE_CHANGED' }]);
  });

  it('copies a decimal into more digits, because each number stays the number it is', () => {
    const written = makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 2 } });
    const reader = makeField('decimal', { type: { kind: 'decimal', precision: 40, scale: 2 } });
    expect(planOf(written, reader).fields).toEqual([{ kind: 'copy', field: 1, column: 0 }]);
  });

  it('reaches into lists, and refuses elements of another id', () => {
    const list = (kind: 'int32' | 'int64' | 'string', id = 5): Field =>
      makeList(makeField(kind, { id, logical: 'number' }), 0, 9);
    expect(planOf(list('int32'), list('int64')).fields).toEqual([
      {
        kind: 'list',
        field: 100,
        column: 0,
        element: { kind: 'promote', field: 5, column: 0, cast: 'int32-int64' },
      },
    ]);
    expect(planRefusals(planOf(list('int64'), list('int32')))).toMatchObject([
      { code: 'TYPE_CHANGED', field: 5 },
    ]);
    expect(planRefusals(planOf(list('int32'), list('int32', 6)))).toMatchObject([
      { code: 'TYPE_CHANGED', field: 100, facts: { from: 'list of 5', to: 'list of 6' } },
    ]);
    expect(codesOf(list('int32'), makeField('int32', { id: 100, logical: 'sequence' }))).toEqual([
      'TYPE_CHANGED',
    ]);
  });
});

describe('units', () => {
  const measured = (code: string | undefined): Field =>
    makeField('int64', { logical: 'quantity', unit: code === undefined ? undefined : unit(code) });

  it.each([
    ['s', 'ms', 'needs conversion ×1000'],
    ['km/h', 'm/s', 'needs conversion ×5/18'],
    ['[degF]', 'Cel', 'needs conversion ×5/9 −160/9'],
    ['s', 'm', 'they have different dimensions'],
    ['By', '{token}', 'they have different dimensions'],
    ['{token}', '{sample}', 'they count different things'],
    ['{token}', undefined, 'a number without a unit is no quantity'],
    [undefined, '1', 'a number without a unit is no quantity'],
  ])('refuses %s read as %s: %s', (from, to, reason) => {
    expect(planRefusals(planOf(measured(from), measured(to)))).toEqual([
      { code: 'UNIT_CHANGED', field: 1, facts: { from: from ?? 'none', to: to ?? 'none', reason } },
    ]);
  });

  it('copies between two spellings of one unit', () => {
    expect(codesOf(measured('Hz'), measured('1/s'))).toEqual([]);
  });
});

describe('labels', () => {
  const changed = (rows: readonly string[], given: Partial<Field> = {}): Partial<Field> => ({
    vocabulary: makeVocabulary(...rows),
    ...given,
  });
  const map = (term: number): Partial<Field> => ({ unknownPolicy: { kind: 'map', term } });

  it.each<[string, Field, Field, string[]]>([
    ['the same vocabulary copies', label('string'), label('string'), []],
    [
      'a respelled label with its old spelling kept copies',
      label('string'),
      label('string', changed(['1: sun', '2: rainfall|rain|rainy', '3: snow'])),
      [],
    ],
    [
      'a new term copies',
      label('string'),
      label('string', changed(['1: sun', '2: rain|rainy', '3: snow', '4: fog'])),
      [],
    ],
    [
      'another order copies texts',
      label('string'),
      label('string', changed(['3: snow', '2: rain|rainy', '1: sun'])),
      [],
    ],
    [
      'a term gone is asked about value by value',
      label('string'),
      label('string', changed(['1: sun', '2: rain|rainy'])),
      [],
    ],
    [
      'a spelling that the reader lost is asked about value by value where it rejects',
      label('string'),
      label('string', changed(['1: sunny', '2: rain|rainy', '3: snow'])),
      [],
    ],
    ...([{ kind: 'map', term: 2 }, { kind: 'pass' }, { kind: 'ignore' }] as const).map(
      (unknownPolicy): [string, Field, Field, string[]] => [
        `a spelling that the reader lost is no unknown term to ${unknownPolicy.kind}, because the reader has the term`,
        label('string', { unknownPolicy }),
        label('string', { ...changed(['1: sunny', '2: rain|rainy', '3: snow']), unknownPolicy }),
        ['VOCABULARY_CHANGED'],
      ],
    ),
    [
      'an alias that the reader lost is a spelling like any other',
      label('string', map(1)),
      label('string', { ...changed(['1: sun', '2: rain', '3: snow']), ...map(1) }),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'a term gone is an unknown term to map',
      label('string', map(1)),
      label('string', { ...changed(['1: sun', '2: rain|rainy']), ...map(1) }),
      [],
    ],
    [
      'a label moved to another id is another term',
      label('string'),
      label('string', changed(['1: sun', '9: rain', '3: snow'])),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'a term merged into another is not that term',
      label('string'),
      label('string', changed(['1: sun', '2: rain|rainy|snow'])),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'another order moves codes',
      label('int32'),
      label('int32', changed(['3: snow', '2: rain', '1: sun'])),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'another order with the codes kept copies',
      label('int32'),
      label('int32', changed(['3: snow = 2', '2: rain = 1', '1: sun = 0'])),
      [],
    ],
    [
      'a code without a term says nothing',
      label('int64'),
      label('int64', changed(['1: sun', '2: rain'])),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'a vocabulary where there was none',
      label('string', { vocabulary: undefined }),
      label('string'),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'a vocabulary taken away',
      label('string'),
      label('string', { vocabulary: undefined }),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'a code whose term has no spelling in common with what it was is another class',
      label('int32'),
      label('int32', changed(['1: sun', '2: hail', '3: snow'])),
      ['VOCABULARY_CHANGED'],
    ],
    [
      'a code whose term is respelled in case alone copies',
      label('int32'),
      label('int32', changed(['1: Sun', '2: rain', '3: snow'])),
      [],
    ],
    ['an integer read as a string', label('int32'), label('string'), ['LABEL_TYPE_CHANGED']],
    ['a string read as an integer', label('string'), label('int64'), ['LABEL_TYPE_CHANGED']],
    ['a text read as its bytes', label('string'), label('bytes'), ['LABEL_TYPE_CHANGED']],
    ['a wider integer', label('int32'), label('int64'), []],
    ['another policy', label('string'), label('string', map(1)), ['UNKNOWN_POLICY_CHANGED']],
    ['another term to map to', label('string', map(2)), label('string', map(1)), ['UNKNOWN_POLICY_CHANGED']],
    ['the same policy', label('string', map(2)), label('string', map(2)), []],
    [
      'another ignore value',
      label('int32', { ignoreValue: -1n }),
      label('int32', { ignoreValue: -100n }),
      ['IGNORE_VALUE_CHANGED'],
    ],
    [
      'another logical type',
      makeField('string', { logical: 'identifier' }),
      makeField('string'),
      ['LOGICAL_CHANGED'],
    ],
  ])('%s', (_, writer, reader, codes) => {
    expect(codesOf(writer, reader)).toEqual(codes);
  });
});

describe('refusals', () => {
  it('come with the schema first, then by field id, every one of a field', () => {
    const normalized = { normalizer: sha256('NFC') };
    const writer = makeSchema(
      [makeField('int64', { id: 9 }), makeField('float64', { id: 2, unit: unit('s'), logical: 'duration' })],
      normalized,
    );
    const reader = makeSchema([
      makeField('int32', { id: 9 }),
      makeField('float32', { id: 2, unit: unit('ms'), logical: 'duration' }),
    ]);
    expect(planRefusals(readPlan(writer, reader)).map(({ code, field }) => [code, field])).toEqual([
      ['NORMALIZER_CHANGED', undefined],
      ['TYPE_CHANGED', 2],
      ['UNIT_CHANGED', 2],
      ['TYPE_CHANGED', 9],
    ]);
  });
});

describe('the document of a plan', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.double(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.string().filter(text => text.isWellFormed()),
    fc.uint8Array(),
  );

  it('has a text for every default, NaN, -0 and bytes included', () =>
    fc.assert(
      fc.property(value, fc.constantFrom('value', 'unknown'), (given, means) => {
        const reader = makeField('int32', { id: 2, default: { kind: 'value', value: given, means } });
        const plan = planOf(makeField('int32'), reader);
        expect(canonicalJson(readPlanDocument(plan))).toContain('"kind":"default"');
      }),
    ));

  it('tells apart plans that do different things', () => {
    const writer = makeField('int32');
    const filled = (given: number): Field =>
      makeField('float64', { id: 2, default: { kind: 'value', value: given, means: 'value' } });
    const plans = [
      planOf(writer, writer),
      planOf(writer, makeField('int64')),
      planOf(writer, makeField('string')),
      planOf(writer, filled(0)),
      planOf(writer, filled(-0)),
      planOf(writer, filled(Number.NaN)),
      planOf(writer, makeField('float64', { id: 2 })),
    ];
    expect(new Set(plans.map(readPlanDigest)).size).toBe(plans.length);
    expect(readPlanDigest(planOf(writer, writer))).toBe(readPlanDigest(planOf(writer, { ...writer })));
  });
});
