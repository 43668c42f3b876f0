import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import type { Field } from '../../src/contract/field.ts';
import { FIELD_DOCUMENT, fieldFromDocument } from '../../src/contract/field-document.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';
import { ANIMALS, SMALL } from '../contract/small-subject.ts';

type Document = Readonly<Record<string, unknown>>;

/** Fields as their canonical documents, which together say all that a field can say. */
export const BASES: readonly Document[] = [
  {
    id: 1,
    name: 'latency',
    aliases: ['delay'],
    type: 'float64',
    logical: 'duration',
    nullable: true,
    default: { value: null, means: 'unknown' },
    writeDefault: { value: null, means: 'unknown' },
    unit: 'ms',
    range: ['0000000000000000', '4072c00000000000'],
    nullMeans: 'unknown',
    sentinels: [{ value: 'bff0000000000000', means: 'unknown' }],
    nan: 'unknown',
    infinity: 'refuse',
  },
  {
    id: 1,
    name: 'animal',
    aliases: [],
    type: 'int64',
    logical: 'label',
    nullable: false,
    vocabulary: ANIMALS.digest,
    unknownPolicy: 'reject',
    ignoreValue: -100,
  },
  {
    id: 1,
    name: 'text',
    aliases: [],
    type: 'string',
    logical: 'text',
    nullable: false,
    emptyMeans: 'unknown',
    normalizer: sha256('one'),
  },
  {
    id: 1,
    name: 'box',
    aliases: [],
    type: {
      element: { id: 2, name: 'element', aliases: [], type: 'float32', logical: 'number', nullable: false },
      length: [4, 4],
    },
    logical: 'sequence',
    nullable: false,
    convention: ['xyxy'],
  },
];

/** For each key, other values than those above. */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  id: [9],
  name: ['other'],
  aliases: [['other'], ['another', 'delay'], []],
  type: [
    'float32',
    'int32',
    'string',
    'bytes',
    { decimal: [9, 2] },
    { fixed: 4 },
    {
      element: { id: 2, name: 'element', aliases: [], type: 'float64', logical: 'number', nullable: false },
      length: [4, 4],
    },
    {
      element: { id: 3, name: 'element', aliases: [], type: 'float32', logical: 'number', nullable: false },
      length: [4, 4],
    },
    {
      element: { id: 2, name: 'element', aliases: [], type: 'float32', logical: 'number', nullable: false },
      length: [0, 4],
    },
  ],
  logical: ['number', 'category', 'identifier', 'embedding'],
  nullable: [true, false],
  default: [
    { value: null, means: 'value' },
    { value: '0000000000000000', means: 'unknown' },
  ],
  writeDefault: [
    { value: null, means: 'value' },
    { value: '0000000000000000', means: 'value' },
  ],
  unit: ['s', 'Cel', '{token}'],
  range: [
    ['0000000000000000', '4082c00000000000'],
    [null, '4072c00000000000'],
    ['8000000000000000', '4072c00000000000'],
  ],
  vocabulary: [SMALL.digest],
  unknownPolicy: ['ignore', 'pass', { map: 1 }],
  ignoreValue: [-1],
  nullMeans: ['none', 'withheld', 'not-applicable'],
  sentinels: [
    [{ value: 'bff0000000000000', means: 'none' }],
    [{ value: 'c000000000000000', means: 'unknown' }],
    [
      { value: 'bff0000000000000', means: 'unknown' },
      { value: 'c000000000000000', means: 'unknown' },
    ],
  ],
  nan: ['refuse', 'value'],
  infinity: ['value'],
  emptyMeans: ['value'],
  normalizer: [sha256('two')],
  convention: [['yxyx'], ['cxcywh'], ['x-own'], ['x-own', 'xyxy']],
};

const VOCABULARIES = new Map([ANIMALS, SMALL].map(vocabulary => [vocabulary.digest, vocabulary]));

/** The field a document says; whether it is lawful beside itself is not asked, as every edit must be seen. */
export function fieldIn(document: Document): Field {
  const field = fieldFromDocument(FIELD_DOCUMENT.parse(document), VOCABULARIES);
  if (field instanceof Fault) throw field;
  return field;
}

/** What every field has: a document without it is none. */
const REQUIRED = ['id', 'name', 'aliases', 'type', 'logical', 'nullable'];

/** Every edit of one key alone: changed and, where it may be left out, removed and added. */
export function edited(key: string): readonly (readonly [name: string, before: Document, after: Document])[] {
  return BASES.filter(document => key in document).flatMap(document => {
    const { [key]: own, ...rest } = document;
    const changed = OTHERS[key]!.filter(other => JSON.stringify(other) !== JSON.stringify(own))
      .map(other => ({ ...document, [key]: other }))
      .filter(isOne)
      .map(after => [`changed to ${JSON.stringify(after[key])}`, document, after] as const);
    if (REQUIRED.includes(key)) return changed;
    return [...changed, ['removed', document, rest] as const, ['added', rest, document] as const];
  });
}

/** Of another type, what was said in the form of the old one says nothing. */
const isOne = (document: Document): boolean => !(fieldOrFault(document) instanceof Fault);
const fieldOrFault = (document: Document) => fieldFromDocument(FIELD_DOCUMENT.parse(document), VOCABULARIES);

const [a, b] = [makeField('int32', { id: 1, name: 'a' }), makeField('int32', { id: 2, name: 'b' })];
const all = makeSchema([a, b], {
  normalizer: sha256('one'),
  key: [1, 2],
  slices: [{ name: 'part', field: 1, by: 'value' }],
});
const from = (...others: readonly Partial<Schema>[]) =>
  others.flatMap(other => [[all, { ...all, ...other }] as const, [{ ...all, ...other }, all] as const]);

/** Edits of the record, both ways. */
export const SCHEMA_EDITS: Readonly<Record<string, readonly (readonly [Schema, Schema])[]>> = {
  fields: from({ fields: [b, a] }, { fields: [a] }, { fields: [a, b, { ...a, id: 3, name: 'c' }] }),
  key: from({ key: [] }, { key: [2, 1] }, { key: [1] }),
  slices: from(
    { slices: [] },
    { slices: [{ name: 'part', field: 2, by: 'value' }] },
    { slices: [{ name: 'parts', field: 1, by: 'value' }] },
    { slices: [{ name: 'part', field: 1, by: 'year' }] },
  ),
  label: from({ label: 1 }),
  normalizer: from({ normalizer: undefined }, { normalizer: sha256('two') }),
};
