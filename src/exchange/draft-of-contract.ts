import type { Json } from '../base/canonical-json.ts';
import type { Contract } from '../contract/contract.ts';
import type { Default, Field, FieldId, Kind, TypeOf } from '../contract/field.ts';
import type { Draft, DraftField, DraftParts, PinnedDraft, Written } from './draft.ts';
import { writtenEnd, writtenValue } from './written-value.ts';

/** A contract as its file would say it, nothing left to the defaults of a subject. */
export function draftOfContract(contract: Contract, pinned: readonly PinnedDraft[]): Draft {
  const { subject, version, schema, doc } = contract;
  const nameOf = (id: FieldId): string => schema.fields.find(field => field.id === id)!.name;
  return {
    name: subject,
    schema: `${subject}.v${version}`,
    keys: withoutAbsent({
      normalizer: schema.normalizer,
      tokenizer: contract.tokenizer,
      key: schema.key.length === 0 ? undefined : schema.key.map(nameOf),
      label: schema.label === undefined ? undefined : nameOf(schema.label),
      slices:
        schema.slices.length === 0
          ? undefined
          : schema.slices.map(({ name, field, by }) => ({ name, field: nameOf(field), by })),
      doc,
    }),
    says: 'everything',
    fields: schema.fields.map(field => draftOfField(contract, field, `/${field.name}`, 'field')),
    refused: [],
    pinned,
    notes: [],
  };
}

/** A field of the record is named and governed, a member of a struct is named, and a part has neither. */
type Place = 'field' | 'member' | 'part';

function draftOfField(contract: Contract, field: Field, path: string, place: Place): DraftField {
  const governed = contract.governance.get(field.id);
  const keys: Record<string, Json | undefined> = {
    ...(place !== 'part' && { name: field.name }),
    ...TYPE_KEYS[field.type.kind](field.type as never),
    doc: governed?.doc,
    ...(place === 'field' && { owner: governed?.owner, sensitivity: governed?.sensitivity }),
  };
  for (const [key, written] of Object.entries(KEYS)) keys[key] = written(field);
  const parts = partsOfField(contract, field, path);
  return { path, id: field.id, keys: withoutAbsent(keys), proposed: new Set(), parts };
}

function partsOfField(contract: Contract, { type }: Field, path: string): DraftParts {
  const part = (held: Field): DraftField => draftOfField(contract, held, `${path}/${held.name}`, 'part');
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return { element: part(type.element) };
    case 'map':
      return { key: part(type.key), value: part(type.value) };
    case 'struct':
      return {
        fields: type.fields.map(member => draftOfField(contract, member, `${path}/${member.name}`, 'member')),
      };
    default:
      return {};
  }
}

/** Every attribute of a field by the key it is written under; `undefined` where it isn't. */
const KEYS: {
  readonly [K in Exclude<keyof Field, 'id' | 'name' | 'type'>]-?: (field: Field) => Json | undefined;
} = {
  aliases: ({ aliases }) => (aliases.length === 0 ? undefined : aliases),
  logical: ({ logical }) => logical,
  nullable: ({ nullable }) => nullable,
  default: field => defaultOf(field, field.default),
  writeDefault: field => defaultOf(field, field.writeDefault),
  nullMeans: ({ nullMeans }) => nullMeans,
  sentinels: field =>
    field.sentinels?.map(({ value, means }) => ({ value: writtenValue(field, value) ?? null, means })),
  nan: ({ nan }) => nan,
  infinity: ({ infinity }) => infinity,
  emptyMeans: ({ emptyMeans }) => emptyMeans,
  normalizer: ({ normalizer }) => normalizer,
  convention: ({ convention }) => convention,
  unit: ({ unit }) => unit?.code,
  range: field =>
    field.range &&
    [field.range.min, field.range.max].map(end =>
      end === undefined ? null : (writtenEnd(field, end) ?? null),
    ),
  vocabulary: ({ vocabulary }) => vocabulary?.digest,
  unknownPolicy: ({ unknownPolicy: policy, vocabulary }) => {
    if (policy?.kind !== 'map') return policy?.kind;
    const term = vocabulary?.terms.find(({ id }) => id === policy.term);
    return { map: term?.label ?? policy.term };
  },
  ignoreValue: ({ ignoreValue }) => ignoreValue,
};

function defaultOf(field: Field, given: Default | undefined): Json | undefined {
  if (given === undefined || given.kind === 'none') return undefined;
  const value = writtenValue(field, given.value);
  return value === undefined ? undefined : { value, means: given.means };
}

type TypeKeys = { readonly [K in Kind]: (type: TypeOf<K>) => Written };

const named = ({ kind }: { readonly kind: Kind }): Written => ({ physical: kind });

const TYPE_KEYS: TypeKeys = {
  bool: named,
  int8: named,
  int16: named,
  int32: named,
  int64: named,
  uint8: named,
  uint16: named,
  uint32: named,
  uint64: named,
  float16: named,
  bfloat16: named,
  float32: named,
  float64: named,
  string: named,
  bytes: named,
  date: named,
  time: named,
  duration: named,
  decimal: ({ kind, precision, scale }) => ({ physical: kind, precision, scale }),
  fixed: ({ kind, size }) => ({ physical: kind, size }),
  timestamp: ({ kind, zone }) => ({ physical: kind, zone }),
  list: ({ kind, length: { min, max }, order }) => ({
    physical: kind,
    ...(min === max ? { length: max } : { ...(min > 0 && { minLength: min }), maxLength: max }),
    ...(order && { order }),
  }),
  struct: named,
  map: ({ kind, entries }) => ({ physical: kind, maxEntries: entries }),
  tensor: ({ kind, shape }) => ({ physical: kind, shape }),
};

export const withoutAbsent = (keys: Readonly<Record<string, Json | undefined>>): Written =>
  Object.fromEntries(Object.entries(keys).filter((entry): entry is [string, Json] => entry[1] !== undefined));
