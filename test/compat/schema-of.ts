import { type Digest, documentDigest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import {
  type Default,
  type Field,
  type Kind,
  type Logical,
  type Range,
  SCALARS,
  type Scalar,
  type Type,
  type UnknownPolicy,
} from '../../src/contract/field.ts';
import type { Governance, Governed } from '../../src/contract/governance.ts';
import { isFloat, KIND_TABLE } from '../../src/contract/kind-table.ts';
import { laidOut } from '../../src/contract/lay-out.ts';
import type { Members } from '../../src/contract/members.ts';
import { parseUnit } from '../../src/contract/parse-unit.ts';
import type { Schema, Slice } from '../../src/contract/schema.ts';
import type { NullMeaning, Senses } from '../../src/contract/senses.ts';
import type { Value } from '../../src/contract/value.ts';
import type { Term, Vocabulary } from '../../src/contract/vocabulary.ts';
import { LOGICAL_OF, scalarType, typedAs } from '../contract/make-field.ts';

/** A schema in few words, for cases: what is left out is the plainest thing. */
export type SchemaWords = {
  readonly tokenizer?: Digest;
  readonly members?: Members;
  readonly fields: readonly FieldWords[];
  readonly normalizer?: Digest;
  readonly key?: readonly number[];
  readonly label?: number;
  readonly slices?: readonly Slice[];
};

export type FieldWords = Omit<Senses, 'sentinels'> & {
  readonly owner?: string;
  readonly sensitivity?: Governance['sensitivity'];
  readonly id: number;
  readonly name: string;
  readonly type: Kind;
  readonly logical?: Logical;
  readonly nullable?: boolean;
  /** Absent: no default. `null` or a plain value: means unknown. */
  readonly default?: Plain | { readonly value: Plain; readonly means: 'value' | 'unknown' };
  readonly writeDefault?: FieldWords['default'];
  readonly sentinels?: readonly { readonly value: number | string; readonly means: NullMeaning }[];
  readonly normalizer?: Digest;
  readonly convention?: readonly string[];
  readonly unit?: string;
  readonly range?: readonly [min: number | null, max: number | null];
  readonly vocabulary?: readonly TermWords[];
  readonly unknownPolicy?: 'reject' | 'ignore' | 'pass' | { readonly map: number };
  readonly ignoreValue?: number;
  readonly aliases?: readonly string[];
  readonly element?: FieldWords;
  readonly length?: readonly [min: number, max: number];
  readonly order?: 'set';
  readonly fields?: readonly FieldWords[];
  readonly key?: FieldWords;
  readonly value?: FieldWords;
  readonly entries?: number;
  readonly shape?: readonly number[];
  /** Precision and scale, size or zone, where the case is about them. */
  readonly parameters?: Readonly<Record<string, number | string>>;
};

type Plain = null | boolean | number | string | readonly Plain[];

/** A label alone is the term with the next id from 1 and the code of its place. */
export type TermWords =
  | string
  | {
      readonly id: number;
      readonly label: string;
      readonly code?: number;
      readonly aliases?: readonly string[];
    };

export const schemaOf = (words: SchemaWords): Schema => ({
  fields: words.fields.map(fieldOf),
  normalizer: words.normalizer,
  key: words.key ?? [],
  label: words.label,
  slices: words.slices ?? [],
});

/** What stands beside it: every field is somebody's, and internal, unless a case says otherwise. */
export const governedOf = ({ fields, tokenizer, members }: SchemaWords): Governed => ({
  governance: new Map(
    fields.map(({ id, owner = 'somebody', sensitivity = 'internal' }) => [
      id,
      { owner, sensitivity, doc: undefined },
    ]),
  ),
  tokenizer,
  members,
});

export function fieldOf(words: FieldWords): Field {
  return laidOut({
    id: words.id,
    name: words.name,
    aliases: words.aliases ?? [],
    type: typeOf(words),
    logical: words.logical ?? LOGICAL[words.type],
    nullable: words.nullable ?? false,
    default: defaultOf(words.type, words.default),
    unit: unitOf(words.unit) ?? (isScalar(words.type) ? typedAs(words.type).unit : undefined),
    range: rangeOf(words),
    vocabulary: words.vocabulary === undefined ? undefined : vocabularyOf(words.vocabulary),
    unknownPolicy: policyOf(words),
    ignoreValue: words.ignoreValue === undefined ? undefined : BigInt(words.ignoreValue),
    ...declaredOf(words),
  });
}

export function vocabularyOf(words: readonly TermWords[]): Vocabulary {
  const terms: Term[] = words.map((term, place) =>
    typeof term === 'string'
      ? { id: place + 1, label: term, code: BigInt(place), aliases: [] }
      : { id: term.id, label: term.label, code: BigInt(term.code ?? place), aliases: term.aliases ?? [] },
  );
  return { digest: documentDigest(terms.map(term => ({ ...term }))), terms };
}

const LOGICAL: Readonly<Record<Kind, Logical>> = {
  ...LOGICAL_OF,
  list: 'sequence',
  struct: 'structure',
  map: 'mapping',
  tensor: 'tensor',
};

function typeOf(words: FieldWords): Type {
  switch (words.type) {
    case 'list': {
      const [min, max] = words.length ?? [0, 100];
      const type: Type = { kind: 'list', element: fieldOf(words.element!), length: { min, max } };
      return words.order === undefined ? type : { ...type, order: words.order };
    }
    case 'struct':
      return { kind: 'struct', fields: words.fields!.map(fieldOf) };
    case 'map': {
      const [key, value] = [fieldOf(words.key!), fieldOf(words.value!)];
      return { kind: 'map', key, value, entries: words.entries ?? 100 };
    }
    case 'tensor':
      return { kind: 'tensor', element: fieldOf(words.element!), shape: words.shape ?? [2, 3] };
    default:
      return { ...scalarType(words.type), ...words.parameters } as Type;
  }
}

function declaredOf(words: FieldWords): Partial<Field> {
  const { type, nullMeans, nan, infinity, emptyMeans, normalizer, convention, sentinels } = words;
  return {
    ...{ nullMeans, nan, infinity, emptyMeans, normalizer, convention },
    sentinels: sentinels?.map(({ value, means }) => ({
      value: valueAs(type, value) as Exclude<Value, null>,
      means,
    })),
    writeDefault: words.writeDefault === undefined ? undefined : defaultOf(type, words.writeDefault),
  };
}

function defaultOf(type: FieldWords['type'], given: FieldWords['default']): Default {
  if (given === undefined) return { kind: 'none' };
  if (given !== null && typeof given === 'object' && 'means' in given)
    return { kind: 'value', value: valueAs(type, given.value), means: given.means };
  return { kind: 'value', value: valueAs(type, given as Plain), means: 'unknown' };
}

const valueAs = (type: FieldWords['type'], value: Plain): Value =>
  typeof value === 'number' && KIND_TABLE[type].held === 'bigint' ? BigInt(value) : value;

function rangeOf({ type, range }: FieldWords): Range | undefined {
  if (range === undefined) return undefined;
  const end = (value: number | null): bigint | number | undefined => {
    if (value === null) return undefined;
    return isFloat(type) ? value : BigInt(value);
  };
  return { min: end(range[0]), max: end(range[1]) };
}

function policyOf({ vocabulary, unknownPolicy }: FieldWords): UnknownPolicy | undefined {
  if (unknownPolicy === undefined) return vocabulary === undefined ? undefined : { kind: 'reject' };
  return typeof unknownPolicy === 'string'
    ? { kind: unknownPolicy }
    : { kind: 'map', term: unknownPolicy.map };
}

const isScalar = (kind: Kind): kind is Scalar => (SCALARS as readonly Kind[]).includes(kind);

function unitOf(text: string | undefined): Field['unit'] {
  if (text === undefined) return undefined;
  const unit = parseUnit(text);
  if (unit instanceof Fault) throw unit;
  return unit;
}
