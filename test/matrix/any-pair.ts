import fc from 'fast-check';
import { sha256 } from '../../src/base/digest.ts';
import { defaultProblem } from '../../src/contract/check-default.ts';
import {
  type Default,
  type Field,
  type Kind,
  type Range,
  SCALARS,
  type Scalar,
  type Type,
} from '../../src/contract/field.ts';
import { asHeld, hasOrder, isFloat, isInteger } from '../../src/contract/kind-table.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { countsTime } from '../../src/contract/time-unit.ts';
import type { Value } from '../../src/contract/value.ts';
import { rangeFits } from '../../src/contract/value-form.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { sensible, withSenses } from '../contract/any-declared.ts';
import { numbered } from '../contract/any-nested.ts';
import { typesOf } from '../contract/any-scalar.ts';
import { scalarType } from '../contract/make-field.ts';
import { anyLabel, carriesLabel, relabelled, tidied } from './any-label.ts';
import { field, listOf, side as sideOf, unit } from './schemas.ts';

/**
 * A writer, a reader that is the writer's with a few edits (some harmless, some not, none of them announced), and a seed
 * for the probes.
 */
export const anyPair: fc.Arbitrary<readonly [Side, Side, number]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
  .chain(ids => fc.tuple(...ids.map(id => anyField(id))))
  .chain(fields =>
    fc.record({
      fields: fc.constant(fields.map(lawful)),
      edits: fc.array(anyEdit, { maxLength: 3 }),
      added: fc.option(anyField(40), { freq: 2 }),
      record: fc.tuple(anyRecord, anyRecord),
      seed: fc.nat(),
    }),
  )
  .map(({ fields, edits, added, record, seed }) => {
    const edited = edits.reduce<readonly Field[]>((now, edit) => edit(now), fields);
    const kept = edited.length === 0 ? fields : edited;
    const reader = [...kept, ...(added === null ? [] : [added])].map(lawful);
    return [side(1, fields, record[0]), side(2, reader, record[1]), seed] as const;
  })
  .filter(([, reader]) => namesAreApart(reader.schema.fields));

/** Without a default, or a sense of null, that no contract may give it after an edit; the same field where there is none. */
function lawful(field: Field): Field {
  const { type } = field;
  const own = sensible(field);
  const apt =
    own.default.kind === 'value' && defaultProblem(own, []) !== undefined ? { ...own, default: NONE } : own;
  const inside = inLawful(type);
  return inside === type ? apt : { ...apt, type: inside };
}

function inLawful(type: Type): Type {
  switch (type.kind) {
    case 'list':
    case 'tensor': {
      const element = lawful(type.element);
      return element === type.element ? type : { ...type, element };
    }
    case 'map': {
      const [key, value] = [lawful(type.key), lawful(type.value)];
      return key === type.key && value === type.value ? type : { ...type, key, value };
    }
    case 'struct': {
      const fields = type.fields.map(lawful);
      return fields.every((one, at) => one === type.fields[at]) ? type : { ...type, fields };
    }
    default:
      return type;
  }
}

/** What is said of the record and not of a field: mostly nothing. */
type OfRecord = Pick<Schema, 'normalizer' | 'label'>;
const anyRecord: fc.Arbitrary<OfRecord> = fc.record({
  normalizer: fc.option(fc.constant(sha256('another normalizer')), { freq: 12, nil: undefined }),
  label: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined }),
});

const side = (version: number, fields: readonly Field[], record: OfRecord): Side => {
  const made = sideOf(version, ...fields);
  return { ...made, schema: { ...made.schema, ...record } };
};

/** Names and aliases of one record are one space. */
function namesAreApart(fields: readonly Field[]): boolean {
  const names = fields.flatMap(({ name, aliases }) => [name, ...aliases]);
  return new Set(names).size === names.length;
}

const UNITS = ['s', 'ms', 'm', 'Cel', 'K', '{token}'];
/** Labels are where meanings change most, so every second field may be one. */
const KINDS: readonly Scalar[] = [
  ...SCALARS,
  'int32',
  'int64',
  'string',
  'string',
  'uint8',
  'int32',
  'string',
  'int64',
];
const isNumber = (kind: Kind): boolean => isInteger(kind) || isFloat(kind) || kind === 'decimal';

const FALLBACK: Readonly<Record<Scalar, readonly Value[]>> = {
  bool: [false],
  int8: [0, 7],
  int16: [0, 7],
  int32: [0, 7],
  int64: [0n, 7n],
  uint8: [0, 7],
  uint16: [0, 7],
  uint32: [0, 7],
  uint64: [0n, 7n],
  float16: [0, 0.5],
  bfloat16: [0, 0.5],
  float32: [0, 0.5],
  float64: [0, 0.5],
  decimal: [0n, 7n],
  string: ['', 'none'],
  bytes: [new Uint8Array()],
  fixed: [],
  date: [0],
  time: [0n],
  timestamp: [0n],
  duration: [0n, 7n],
};
const NONE: Default = { kind: 'none' };
const MEANS = fc.constantFrom('value' as const, 'unknown' as const);

function anyField(id: number): fc.Arbitrary<Field> {
  return fc.oneof(
    { weight: 4, arbitrary: anyScalar(id) },
    { weight: 2, arbitrary: anyList(id, `list_${id}`, anyScalar(id + 100)) },
    { weight: 1, arbitrary: anyList(id, `lists_${id}`, anyList(id + 100, 'element', anyScalar(id + 200))) },
    { weight: 2, arbitrary: anyHolder(id) },
  );
}

/** A struct, a set, a map or a tensor. */
function anyHolder(id: number): fc.Arbitrary<Field> {
  const held = (place: number, name: string): fc.Arbitrary<Field> =>
    anyScalar(id + 100 + place).map(made => ({ ...made, name, default: NONE }));
  const key = held(0, 'key').filter(({ type }) => !isFloat(type.kind));
  const member = (place: number): fc.Arbitrary<Field> =>
    anyScalar(id + 100 * place).map(made => ({ ...made, name: `member_${place}` }));
  const holders: readonly fc.Arbitrary<Type>[] = [
    fc.tuple(member(1), member(2)).map(fields => ({ kind: 'struct', fields })),
    held(0, 'element').map(element => ({
      kind: 'list',
      element: { ...element, nullable: false },
      length: { min: 0, max: 3 },
      order: 'set',
    })),
    fc
      .tuple(key, held(100, 'value'))
      .map(([name, value]) => ({ kind: 'map', key: { ...name, nullable: false }, value, entries: 3 })),
    held(0, 'element')
      .filter(
        ({ type, vocabulary }) => isNumber(type.kind) && type.kind !== 'decimal' && vocabulary === undefined,
      )
      .map(element => ({ kind: 'tensor', element: { ...element, nullable: false }, shape: [2, 2] })),
  ];
  return fc
    .tuple(fc.oneof(...holders), fc.boolean())
    .map(([type, nullable]) => field(id, `held_${id}`, type, { nullable }));
}

function anyList(id: number, name: string, element: fc.Arbitrary<Field>): fc.Arbitrary<Field> {
  return fc
    .record({ element, min: fc.nat(2), more: fc.nat(3), nullable: fc.boolean(), absent: fc.boolean() })
    .map(({ element, min, more, nullable, absent }) =>
      field(id, name, listOf({ ...element, default: NONE }, min, min + more), {
        nullable,
        default: nullable && absent ? { kind: 'value', value: null, means: 'unknown' } : NONE,
      }),
    );
}

const anyScalar = (id: number): fc.Arbitrary<Field> =>
  fc.constantFrom(...KINDS).chain(kind => anyScalarOf(id, kind));

function anyScalarOf(id: number, kind: Scalar): fc.Arbitrary<Field> {
  return fc
    .record({
      nullable: fc.boolean(),
      typed: typesOf(kind),
      unit: fc.option(fc.constantFrom(...UNITS)),
      range: fc.option(anyRange),
      label: fc.option(anyLabel, { freq: 3 }),
      default: fc.constantFrom('none' as const, 'null' as const, 'value' as const),
      fallback: FALLBACK[kind].length > 0 ? fc.constantFrom(...FALLBACK[kind]) : fc.constant(undefined),
      means: MEANS,
      says: fc.boolean(),
    })
    .map(chosen => {
      const bare = field(id, `field_${id}`, kind, { ...chosen.typed, nullable: chosen.nullable });
      const base =
        chosen.label !== null && carriesLabel(kind)
          ? relabelled(bare, chosen.label)
          : {
              ...bare,
              unit: isNumber(kind) && chosen.unit !== null ? unit(chosen.unit) : bare.unit,
              range: chosen.range === null ? undefined : rangeOf(bare, chosen.range),
            };
      return { field: tidied({ ...base, default: defaultOf(base, chosen) }), says: chosen.says };
    })
    .chain(({ field, says }) => (says ? withSenses(field) : fc.constant(field)));
}

type DefaultChoice = {
  readonly default: 'none' | 'null' | 'value';
  readonly fallback: Value | undefined;
  readonly means: 'value' | 'unknown';
};

function defaultOf(base: Field, { default: given, fallback, means }: DefaultChoice): Default {
  if (given === 'none' || (given === 'null' && !base.nullable)) return NONE;
  if (given === 'null') return { kind: 'value', value: null, means };
  const [first] = base.vocabulary?.terms ?? [];
  if (first === undefined) return fallback === undefined ? NONE : { kind: 'value', value: fallback, means };
  const code = asHeld(base.type.kind, first.code);
  return { kind: 'value', value: base.type.kind === 'string' ? first.label : code, means };
}

type Ends = readonly [min: number | undefined, max: number | undefined];
const anyRange: fc.Arbitrary<Ends> = fc.constantFrom<Ends[]>(
  [0, 100],
  [0, 1000],
  [-5, 8],
  [-0, 100],
  [0, undefined],
  [undefined, 100],
);

/** Ends of a contract lie within the type: where one does not, there is no range. */
function rangeOf(of: Field, [min, max]: Ends): Range | undefined {
  const { kind } = of.type;
  if (!hasOrder(kind)) return undefined;
  const bound = (end: number | undefined): Range['min'] =>
    end === undefined || isFloat(kind) ? end : BigInt(end);
  const range = { min: bound(min), max: bound(max) };
  return rangeFits(of, range) ? range : undefined;
}

type Edit = (fields: readonly Field[]) => readonly Field[];
type FieldEdit = (before: Field) => Field;

/** Another list of terms, another policy, another index to skip; of a field without terms, another unit or range. */
const anyMeaningEdit: fc.Arbitrary<FieldEdit> = fc
  .record({
    label: anyLabel,
    part: fc.constantFrom('vocabulary', 'vocabulary', 'vocabulary', 'unknownPolicy', 'ignoreValue'),
    unit: fc.option(fc.constantFrom(...UNITS), { freq: 1 }),
    range: fc.option(anyRange),
  })
  .map(
    ({ label, part, unit: code, range }): FieldEdit =>
      before => {
        if (before.vocabulary !== undefined) return { ...before, [part]: label[part as keyof typeof label] };
        if (code !== null && before.unit !== undefined && !countsTime(before.type.kind))
          return { ...before, unit: unit(code) };
        return { ...before, range: range === null ? undefined : rangeOf(before, range) };
      },
  );

/** Another sense for null, NaN, empty or a value: one that both sides had, one that they have, or none. */
const anySenseEdit: fc.Arbitrary<FieldEdit> = fc
  .nat()
  .map((seed): FieldEdit => onLeaf(before => fc.sample(withSenses(before), { seed, numRuns: 1 })[0]!));

/** Of one field; `onLeaf` finds its way to the element of a list. */
const anyFieldEdit: fc.Arbitrary<FieldEdit> = fc.oneof(
  // Another field under an old id: retyped, given another unit, range, vocabulary, nullability, default.
  fc.tuple(anyField(0), fc.constantFrom(100, 500)).map(
    ([other, step]): FieldEdit =>
      before =>
        reborn(before, other, step),
  ),
  fc.boolean().map(
    (keeps): FieldEdit =>
      before => ({
        ...before,
        name: `${before.name}_renamed`,
        aliases: keeps ? [...before.aliases, before.name] : before.aliases,
      }),
  ),
  // The old name under a new id: the same thing, or another.
  fc.option(anyField(0)).map(
    (other): FieldEdit =>
      before =>
        reborn({ ...before, id: before.id + 1000 }, other ?? before, 100),
  ),
  fc.constant<FieldEdit>(before => ({ ...before, nullable: !before.nullable, default: NONE })),
  fc.record({ min: fc.nat(2), more: fc.nat(3) }).map(({ min, more }): FieldEdit => onLength(min, min + more)),
  { weight: 6, arbitrary: anyMeaningEdit.map(onLeaf) },
  fc.constant(onLeaf(before => ({ ...before, nullable: !before.nullable }))),
  anySenseEdit,
  fc.constant(onLeaf(promoted)),
  fc.constantFrom<FieldEdit>(reshaped, grown),
);

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.nat(3), anyFieldEdit).map(([at, edit]) => changed(at, edit)) },
  {
    weight: 1,
    arbitrary: fc.nat(3).map(
      (at): Edit =>
        fields =>
          fields.filter((_, index) => index !== at),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Edit>(fields => fields.toReversed()) },
  { weight: 1, arbitrary: fc.constant<Edit>(namesSwapped) },
);

function namesSwapped([first, second, ...others]: readonly Field[]): readonly Field[] {
  if (first === undefined || second === undefined) return first === undefined ? [] : [first];
  return [{ ...first, name: second.name }, { ...second, name: first.name }, ...others];
}

const changed =
  (at: number, edit: FieldEdit): Edit =>
  fields =>
    fields.map((before, index) => (index === at % fields.length ? edit(before) : before));

/** Another field under this one's id and name; `step` from the id of a list to that of its element. */
function reborn({ id, name }: Field, other: Field, step: number): Field {
  const { type } = other;
  if (type.kind === 'struct' || type.kind === 'map')
    return { ...numbered({ ...other, name }, counter(id, step)), id, name };
  if (type.kind !== 'list' && type.kind !== 'tensor') return { ...other, id, name };
  const element = reborn({ ...type.element, id: id + step }, type.element, 100);
  return { ...other, id, name, type: { ...type, element } };
}

function onLeaf(edit: FieldEdit): FieldEdit {
  const walk: FieldEdit = before => {
    const { type } = before;
    if (type.kind === 'struct') {
      const [first, ...others] = type.fields;
      return { ...before, type: { ...type, fields: [walk(first!), ...others] } };
    }
    if (type.kind === 'map')
      return { ...before, type: { ...type, value: { ...walk(type.value), default: NONE } } };
    // A tensor takes few types, and a set no nulls.
    if (type.kind === 'tensor' || (type.kind === 'list' && type.order === 'set')) return before;
    if (type.kind !== 'list') return sensible(tidied(edit(before)));
    const element = { ...walk(type.element), default: NONE };
    return { ...before, type: { ...type, element } };
  };
  return walk;
}

const onLength =
  (min: number, max: number): FieldEdit =>
  before =>
    before.type.kind === 'list' ? { ...before, type: { ...before.type, length: { min, max } } } : before;

/** Another shape, another sense of order, a member more or fewer or elsewhere. */
function reshaped(before: Field): Field {
  const { type } = before;
  switch (type.kind) {
    case 'tensor':
      return { ...before, type: { ...type, shape: [4, 1] } };
    case 'list': {
      const { order, ...rest } = type;
      return order === 'set' ? { ...before, type: rest } : before;
    }
    case 'struct':
      return { ...before, type: { ...type, fields: type.fields.toReversed() } };
    case 'map':
      return { ...before, type: { ...type, entries: type.entries - 1 } };
    default:
      return before;
  }
}

function grown(before: Field): Field {
  const { type } = before;
  if (type.kind !== 'struct') return before;
  const added = field(before.id + 900, 'member_added', 'int32', {
    nullable: true,
    default: { kind: 'value', value: null, means: 'unknown' },
  });
  return { ...before, type: { ...type, fields: [...type.fields.slice(1), added] } };
}

const counter = (id: number, step: number): (() => number) => {
  let next = id;
  return () => {
    const now = next;
    next += step;
    return now;
  };
};

const WIDER: Readonly<Partial<Record<Kind, Scalar>>> = {
  int8: 'int16',
  int16: 'int32',
  int32: 'int64',
  int64: 'int32',
  uint8: 'int16',
  uint16: 'uint32',
  uint32: 'uint64',
  uint64: 'int64',
  float16: 'float32',
  bfloat16: 'float64',
  float32: 'float64',
  float64: 'float32',
  string: 'bytes',
  fixed: 'bytes',
};

/** To the type that holds all of it, or back; a decimal with more digits. A default goes with its type. */
function promoted(before: Field): Field {
  const { type } = before;
  if (type.kind === 'decimal')
    return { ...before, type: { ...type, precision: Math.min(76, type.precision + 1) }, default: NONE };
  const kind = WIDER[type.kind];
  if (kind === undefined || (before.vocabulary !== undefined && !carriesLabel(kind))) return before;
  const wider = { ...before, type: scalarType(kind), default: NONE };
  return wider.range === undefined || rangeFits(wider, wider.range) ? wider : { ...wider, range: undefined };
}
