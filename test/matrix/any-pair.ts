import fc from 'fast-check';
import type { Default, Field, Scalar, Type, UnknownPolicy } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { field, listOf, side, unit, vocabulary } from './schemas.ts';

/** A writer, and a reader that is the writer's with a few edits: some harmless, some not, none of them announced. */
export const anyPair: fc.Arbitrary<readonly [Side, Side]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
  .chain(ids => fc.tuple(...ids.map(anyField)))
  .chain(fields =>
    fc.tuple(fc.constant(fields), fc.array(anyEdit, { maxLength: 3 }), fc.option(anyField(40), { freq: 2 })),
  )
  .map(([fields, edits, added]) => {
    const edited = edits.reduce<readonly Field[]>((now, edit) => edit(now), fields);
    const reader = added === null ? edited : [...edited, added];
    return [side(1, ...fields), side(2, ...(reader.length === 0 ? fields : reader))] as const;
  });

const UNITS = ['s', 'ms', 'm', 'Cel', 'K', '{token}'];
const VOCABULARIES = [
  vocabulary('sun', 'rain', 'snow'),
  vocabulary('rain', 'sun', 'snow'),
  vocabulary('sun', 'rain'),
  vocabulary('sun', 'rain', 'snow', 'fog'),
];

const POLICIES: readonly UnknownPolicy[] = [
  { kind: 'reject' },
  { kind: 'pass' },
  { kind: 'ignore' },
  { kind: 'map', term: 2 },
];

const SCALARS: readonly Scalar[] = [
  'bool',
  'int32',
  'int64',
  'float32',
  'float64',
  'string',
  'bytes',
  'date',
];
const NUMBERS: readonly Type['kind'][] = ['int32', 'int64', 'float32', 'float64'];
const FALLBACK: Readonly<Record<Scalar, Value>> = {
  bool: false,
  int32: 0,
  int64: 0n,
  float32: 0,
  float64: 0,
  string: '',
  bytes: new Uint8Array(),
  date: 0,
};

const anyKind = fc.constantFrom(...SCALARS);

function anyField(id: number): fc.Arbitrary<Field> {
  const scalar = anyKind.chain(kind => anyScalar(id, kind));
  const list = anyKind
    .chain(kind => anyScalar(id + 100, kind))
    .chain(element =>
      fc
        .record({ min: fc.nat(2), more: fc.nat(3) })
        .map(({ min, more }) =>
          field(id, `list_${id}`, listOf({ ...element, default: NONE }, min, min + more)),
        ),
    );
  return fc.oneof({ weight: 4, arbitrary: scalar }, { weight: 1, arbitrary: list });
}

const NONE: Default = { kind: 'none' };

function anyScalar(id: number, kind: Scalar): fc.Arbitrary<Field> {
  const isNumber = NUMBERS.includes(kind);
  const canLabel = kind === 'string' || kind === 'int32' || kind === 'int64';
  return fc
    .record({
      nullable: fc.boolean(),
      unit: fc.option(fc.constantFrom(...UNITS)),
      range: fc.option(fc.constantFrom([0, 100], [0, 1000], [-5, 5])),
      label: fc.option(fc.constantFrom(...VOCABULARIES)),
      policy: fc.constantFrom<UnknownPolicy>(...POLICIES),
      default: fc.constantFrom('none' as const, 'null' as const, 'zero' as const),
      means: fc.constantFrom('value' as const, 'unknown' as const),
    })
    .map(chosen => {
      const label = canLabel ? chosen.label : null;
      const bound = (end: number): bigint | number =>
        kind === 'int32' || kind === 'int64' ? BigInt(end) : end;
      const fallback = label !== null && kind === 'string' ? 'sun' : FALLBACK[kind];
      return field(id, `field_${id}`, kind, {
        nullable: chosen.nullable,
        unit: isNumber && label === null && chosen.unit !== null ? unit(chosen.unit) : undefined,
        logical: label === null ? 'number' : 'label',
        range:
          isNumber && label === null && chosen.range !== null
            ? { min: bound(chosen.range[0]!), max: bound(chosen.range[1]!) }
            : undefined,
        vocabulary: label ?? undefined,
        unknownPolicy: label === null ? undefined : chosen.policy,
        ignoreValue: label === null ? undefined : -100n,
        default:
          chosen.default === 'none' || (chosen.default === 'null' && !chosen.nullable)
            ? NONE
            : { kind: 'value', value: chosen.default === 'null' ? null : fallback, means: chosen.means },
      });
    });
}

type Edit = (fields: readonly Field[]) => readonly Field[];

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  // Another field under an old id: retyped, given another unit, range, vocabulary, nullability, default.
  fc.nat(3).chain(at => anyField(50).map(other => changed(at, before => reborn(before, other)))),
  fc.nat(3).map(at => changed(at, before => ({ ...before, name: `${before.name}_renamed` }))),
  fc.nat(3).map(at => changed(at, before => ({ ...before, nullable: !before.nullable, default: NONE }))),
  fc
    .tuple(fc.nat(3), fc.constantFrom(...UNITS))
    .map(([at, code]) => changed(at, before => (before.unit ? { ...before, unit: unit(code) } : before))),
  fc
    .tuple(fc.nat(3), fc.constantFrom(...VOCABULARIES))
    .map(([at, terms]) =>
      changed(at, before => (before.vocabulary ? { ...before, vocabulary: terms } : before)),
    ),
  fc.nat(3).map(
    (at): Edit =>
      fields =>
        fields.filter((_, index) => index !== at),
  ),
  fc.constant<Edit>(fields => fields.toReversed()),
);

const changed =
  (at: number, edit: (before: Field) => Field): Edit =>
  fields =>
    fields.map((before, index) => (index === at ? edit(before) : before));

const reborn = ({ id, name }: Field, other: Field): Field => ({ ...other, id, name });
