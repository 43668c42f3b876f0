import fc from 'fast-check';
import type { Digest } from '../../src/base/digest.ts';
import type { Scalar } from '../../src/contract/field.ts';
import type { FieldWords, SchemaWords, TermWords } from './schema-of.ts';

/** Schemas with a field of every kind, in any number and order, ids 1 to 10; elements have 100 and up. */
export const schemaWords = (): fc.Arbitrary<SchemaWords> =>
  fc
    .uniqueArray(fc.nat(FIELDS.length - 1), { minLength: 1, maxLength: FIELDS.length })
    .chain(chosen => fc.tuple(...chosen.map(index => FIELDS[index]!)))
    .chain(fields =>
      fc.record({
        fields: fc.constant(fields),
        normalizer: fc.constantFrom(digest('1'), digest('2')),
        key: fc.subarray(fields.map(field => field.id)),
        label: fc.constantFrom(...fields.map(field => field.id)),
        slices: fc.constantFrom([], [{ name: 'part', field: fields[0]!.id, by: 'value' as const }]),
      }),
    );

/** One edit that changes what the records are or mean; `undefined` where it doesn't apply. */
export type Edit = (words: SchemaWords, at: number) => SchemaWords | undefined;

export const EDITS: Readonly<Record<string, Edit>> = {
  'renames a field': onField(field => ({ ...field, name: `${field.name}_new` })),
  'adds an alias': onField(field => ({ ...field, aliases: [...(field.aliases ?? []), 'former'] })),
  'turns the aliases round': onField(field =>
    (field.aliases ?? []).length < 2 ? undefined : { ...field, aliases: [...field.aliases!].reverse() },
  ),
  'changes the type': onField(field => ({
    ...field,
    type: field.type === 'int32' ? 'int64' : 'int32',
    element: undefined as never,
    parameters: undefined as never,
    fields: undefined as never,
    key: undefined as never,
    value: undefined as never,
    entries: undefined as never,
    shape: undefined as never,
    order: undefined as never,
  })),
  'changes the logical type': onField(field => ({
    ...field,
    logical: field.logical === 'identifier' ? 'text' : 'identifier',
  })),
  'turns nullability round': onField(field => ({ ...field, nullable: !(field.nullable ?? false) })),
  'gives or takes a default': onField(({ default: given, ...field }) =>
    given === undefined ? { ...field, default: null } : field,
  ),
  'changes the default': onField(field =>
    field.default === null ? { ...field, default: { value: null, means: 'value' } } : undefined,
  ),
  'changes the unit': onField(field =>
    field.unit === undefined ? undefined : { ...field, unit: field.unit === 'ms' ? 's' : 'ms' },
  ),
  'respells the unit': onField(field => (field.unit === 'Hz' ? { ...field, unit: '1/s' } : undefined)),
  'drops the unit': onField(({ unit, ...field }) => (unit === undefined ? undefined : field)),
  'raises the bottom': onRange(([min, max]) => [(min ?? 0) + 1, max]),
  'opens the top': onRange(([min, max]) => (max === null ? undefined : [min, null])),
  'puts a minus before a zero': onFloatRange(([min, max]) => (min === 0 ? [-0, max] : undefined)),
  'lifts the range': onField(({ range, ...field }) => (range === undefined ? undefined : field)),
  'adds a term': onTerms(terms => [...terms, { id: 50, label: 'new', code: 50 }]),
  'puts a term in front': onTerms(terms => [{ id: 50, label: 'new' }, ...terms]),
  'removes a term': onTerms(terms => terms.slice(1)),
  'turns the terms round': onTerms(terms => [...terms].reverse()),
  'respells a term': onTerms(([first, ...terms]) => [{ ...first!, label: `${first!.label} two` }, ...terms]),
  'gives a term an alias': onTerms(([first, ...terms]) => [{ ...first!, aliases: ['also'] }, ...terms]),
  'gives a term another id': onTerms(([first, ...terms]) => [{ ...first!, id: 51 }, ...terms]),
  'gives a term another code': onTerms(([first, ...terms]) => [{ ...first!, code: 52 }, ...terms]),
  'merges two terms': onTerms(([first, second, ...terms]) => [
    { ...first!, aliases: [second!.label] },
    ...terms,
  ]),
  'drops the vocabulary': onField(({ vocabulary, ...field }) =>
    vocabulary === undefined ? undefined : { ...field, unknownPolicy: field.unknownPolicy ?? 'reject' },
  ),
  'changes the unknown policy': onField(field =>
    field.vocabulary === undefined
      ? undefined
      : { ...field, unknownPolicy: field.unknownPolicy === 'pass' ? 'ignore' : 'pass' },
  ),
  'changes the ignore value': onField(field => ({ ...field, ignoreValue: (field.ignoreValue ?? 0) - 1 })),
  'says what a null means': onField(field =>
    field.nullable === true
      ? { ...field, nullMeans: field.nullMeans === 'none' ? 'unknown' : 'none' }
      : undefined,
  ),
  'makes a value a sentinel': onField(field =>
    field.type === 'int64' ? { ...field, sentinels: [{ value: -999, means: 'unknown' }] } : undefined,
  ),
  'says what NaN means': onField(field =>
    field.type === 'float64' ? { ...field, nan: 'unknown' } : undefined,
  ),
  'refuses NaN': onField(field => (field.type === 'float32' ? { ...field, nan: 'refuse' } : undefined)),
  'takes infinities for values': onField(field =>
    field.type === 'bfloat16' ? { ...field, infinity: 'value' } : undefined,
  ),
  'refuses infinities': onField(field =>
    field.type === 'float64' ? { ...field, infinity: 'refuse' } : undefined,
  ),
  'says what is empty': onField(field =>
    field.type === 'string' && field.vocabulary === undefined
      ? { ...field, emptyMeans: 'unknown' }
      : undefined,
  ),
  'gives a text its own normalizer': onField(field =>
    field.type === 'string' && field.vocabulary === undefined
      ? { ...field, normalizer: digest('7') }
      : undefined,
  ),
  'names a convention': onField(field =>
    field.type === 'list' ? { ...field, convention: ['x-own'] } : undefined,
  ),
  'gives a write default': onField(field =>
    field.type === 'int32' ? { ...field, writeDefault: 3 } : undefined,
  ),
  'gives a true write default': onField(field =>
    field.type === 'int32' ? { ...field, writeDefault: { value: 3, means: 'value' } } : undefined,
  ),
  'shortens lists': onField(field =>
    field.type === 'list' ? { ...field, length: [field.length![0], field.length![1] - 1] } : undefined,
  ),
  'lets lists be shorter': onField(field =>
    field.type === 'list' ? { ...field, length: [field.length![0] - 1, field.length![1]] } : undefined,
  ),
  'moves the point of decimals': onParameters(({ scale, ...more }) =>
    scale === undefined ? undefined : { ...more, scale: Number(scale) + 1 },
  ),
  'takes a digit from decimals': onParameters(({ precision, ...more }) =>
    precision === undefined ? undefined : { ...more, precision: Number(precision) - 1 },
  ),
  'makes fixed bytes longer': onParameters(({ size, ...more }) =>
    size === undefined ? undefined : { ...more, size: Number(size) + 1 },
  ),
  'takes moments for local times': onParameters(({ zone }) =>
    zone === undefined ? undefined : { zone: zone === 'local' ? 'instant' : 'local' },
  ),
  'widens the type': onField(field => {
    const wider = WIDER[field.type];
    return wider === undefined ? undefined : { ...field, type: wider };
  }),
  'makes a set of a sequence, or a sequence of a set': onField(({ order, ...field }) =>
    field.type !== 'list' ? undefined : order === 'set' ? field : { ...field, order: 'set' },
  ),
  'turns a tensor': onField(field =>
    field.shape === undefined ? undefined : { ...field, shape: field.shape.toReversed() },
  ),
  'lets maps have fewer entries': onField(field =>
    field.entries === undefined ? undefined : { ...field, entries: field.entries - 1 },
  ),
  'widens the values of maps': onField(field =>
    field.value === undefined ? undefined : { ...field, value: { ...field.value, type: 'int64' } },
  ),
  'gives a value another id': onField(field =>
    field.value === undefined ? undefined : { ...field, value: { ...field.value, id: field.value.id + 50 } },
  ),
  'adds a member': onField(field =>
    field.fields === undefined ? undefined : { ...field, fields: [...field.fields, { ...ADDED, id: 190 }] },
  ),
  'turns members round': onField(field =>
    field.fields === undefined ? undefined : { ...field, fields: field.fields.toReversed() },
  ),
  'removes a member': onField(field =>
    field.fields === undefined || field.fields.length < 2
      ? undefined
      : { ...field, fields: field.fields.slice(1) },
  ),
  'gives an element another id': onElement(element => ({ ...element, id: element.id + 50 })),
  'changes an element': onElement(element => ({ ...element, nullable: !(element.nullable ?? false) })),
  'adds a field without a default': words => ({ ...words, fields: [...words.fields, ADDED] }),
  'adds a field with a default': words => ({
    ...words,
    fields: [...words.fields, { ...ADDED, nullable: true, default: null }],
  }),
  'removes a field': (words, at) =>
    words.fields.length === 1
      ? undefined
      : { ...words, fields: words.fields.filter((_, index) => index !== at) },
  'moves a field to the front': (words, at) =>
    at === 0
      ? undefined
      : { ...words, fields: [words.fields[at]!, ...words.fields.filter((_, index) => index !== at)] },
  'gives a field another id': onField(field => ({ ...field, id: 80 })),
  'changes the normalizer': words => ({ ...words, normalizer: digest('3') }),
  'drops the normalizer': ({ normalizer: _, ...words }) => words,
  'changes the key': words => ({ ...words, key: [...words.key!, 99] }),
  'changes the label': words => ({ ...words, label: 99 }),
  'changes the slices': words => ({
    ...words,
    slices: [...words.slices!, { name: 'other', field: 1, by: 'value' }],
  }),
};

const WIDER: Readonly<Partial<Record<FieldWords['type'], Scalar>>> = {
  int32: 'int64',
  float32: 'float64',
  uint16: 'uint64',
  bfloat16: 'float32',
};

const ADDED: FieldWords = { id: 90, name: 'added', type: 'int32' };

function digest(digit: string): Digest {
  return `sha256:${digit.repeat(64)}`;
}

function onField(edit: (field: FieldWords) => FieldWords | undefined): Edit {
  return (words, at) => {
    const edited = edit(words.fields[at]!);
    if (edited === undefined) return undefined;
    return { ...words, fields: words.fields.map((field, index) => (index === at ? edited : field)) };
  };
}

type Parameters = NonNullable<FieldWords['parameters']>;

function onParameters(edit: (parameters: Parameters) => Parameters | undefined): Edit {
  return onField(field => {
    const parameters = edit(field.parameters ?? {});
    return parameters === undefined ? undefined : { ...field, parameters };
  });
}

function onElement(edit: (element: FieldWords) => FieldWords): Edit {
  return onField(field =>
    field.element === undefined ? undefined : { ...field, element: edit(field.element) },
  );
}

type Ends = NonNullable<FieldWords['range']>;

function onRange(edit: (range: Ends) => Ends | undefined): Edit {
  return onField(field => {
    const range = field.range === undefined ? undefined : edit(field.range);
    return range === undefined ? undefined : { ...field, range };
  });
}

function onFloatRange(edit: (range: Ends) => Ends | undefined): Edit {
  return (words, at) => (words.fields[at]!.type.startsWith('float') ? onRange(edit)(words, at) : undefined);
}

type Written = Exclude<TermWords, string>;

function onTerms(edit: (terms: readonly Written[]) => readonly TermWords[]): Edit {
  return onField(field =>
    field.vocabulary === undefined
      ? undefined
      : { ...field, vocabulary: edit(field.vocabulary as readonly Written[]) },
  );
}

const terms: readonly Written[] = [
  { id: 1, label: 'sun' },
  { id: 2, label: 'rain', aliases: ['wet'] },
  { id: 3, label: 'snow' },
];

const some = (field: FieldWords): fc.Arbitrary<FieldWords> =>
  fc
    .record({ nullable: fc.boolean(), default: fc.constantFrom(undefined, null), aliases: ALIASES })
    .map(({ default: given, ...more }) => ({
      ...field,
      ...more,
      ...(given === undefined ? {} : { default: given }),
    }));

const ALIASES = fc.constantFrom<readonly string[]>([], ['a1'], ['a1', 'a2']);

const FIELDS: ReadonlyArray<fc.Arbitrary<FieldWords>> = [
  some({ id: 1, name: 'flag', type: 'bool' }),
  some({ id: 2, name: 'count', type: 'int32', logical: 'count', range: [0, 100] }),
  some({ id: 3, name: 'latency', type: 'int64', logical: 'duration', unit: 'ms', range: [0, 600_000] }),
  some({ id: 4, name: 'rate', type: 'float64', logical: 'quantity', unit: 'Hz', range: [null, 1] }),
  some({ id: 5, name: 'text', type: 'string' }),
  some({ id: 6, name: 'label', type: 'string', logical: 'label', vocabulary: terms }),
  some({ id: 7, name: 'class', type: 'int32', logical: 'label', vocabulary: terms, ignoreValue: -100 }),
  some({ id: 10, name: 'share', type: 'float32', range: [0, 1] }),
  some({ id: 8, name: 'day', type: 'date' }),
  some({ id: 11, name: 'price', type: 'decimal', parameters: { precision: 9, scale: 2 }, range: [0, 100] }),
  some({ id: 12, name: 'digest', type: 'fixed', parameters: { size: 16 } }),
  some({ id: 13, name: 'seen_at', type: 'timestamp', unit: 'us', parameters: { zone: 'instant' } }),
  some({ id: 14, name: 'port', type: 'uint16', logical: 'identifier' }),
  some({ id: 15, name: 'gain', type: 'bfloat16' }),
  some({
    id: 16,
    name: 'address',
    type: 'struct',
    fields: [
      { id: 116, name: 'street', type: 'string' },
      { id: 117, name: 'number', type: 'int32', nullable: true, default: null },
    ],
  }),
  some({
    id: 17,
    name: 'counts',
    type: 'map',
    entries: 9,
    key: { id: 118, name: 'key', type: 'string' },
    value: { id: 119, name: 'value', type: 'int32' },
  }),
  some({
    id: 18,
    name: 'image',
    type: 'tensor',
    shape: [2, 3],
    element: { id: 120, name: 'element', type: 'uint8' },
  }),
  some({
    id: 9,
    name: 'parts',
    type: 'list',
    length: [1, 64],
    element: { id: 100, name: 'element', type: 'float32' },
  }),
];
