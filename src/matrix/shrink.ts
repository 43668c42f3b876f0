import type { Field, FieldId, TypeOf } from '../contract/field.ts';
import { asHeld, KIND_TABLE } from '../contract/kind-table.ts';
import { isNested } from '../contract/nested.ts';
import type { RecordValues, Value } from '../contract/value.ts';
import { fitsExactly } from '../contract/value-form.ts';
import { gate } from '../convert/gates.ts';
import type { Probe } from './probe.ts';
import type { Asked, Trial } from './trial.ts';
import { termValue } from './typical-value.ts';

/** What an ordinary reader did to one field, or to the record where no field was found to be the reason. */
export type Failure = {
  readonly field: FieldId | null;
  readonly outcome: 'silent-change' | 'refused';
  readonly code: string | null;
};

/** Whether a reading shows the same failure: of the same field, in the same way. */
export function showsFailure({ field, outcome, code }: Failure, { observed, judged }: Trial): boolean {
  if (judged.outcome !== outcome) return false;
  if (outcome === 'refused') return observed.kind === 'refused' && observed.code === code;
  return judged.fields.some(reading => reading.field.id === field && reading.outcome === outcome);
}

/**
 * What a value could be made smaller to, the smallest first. Where the value keeps its contract, so does all it is
 * made to: a record that is wrong in another way would show another thing.
 */
export function smallerValues(field: Field, value: Value): readonly Value[] {
  const isLawful = gate(field, value) === undefined;
  const weight = weightOf(value);
  const fits = (other: Value): boolean => other === null || isNested(field.type) || fitsExactly(field, other);
  return candidates(field, value)
    .filter(
      other => weightOf(other) < weight && fits(other) && (!isLawful || gate(field, other) === undefined),
    )
    .sort((a, b) => weightOf(a) - weightOf(b));
}

function candidates(field: Field, value: Value): readonly Value[] {
  const { type, vocabulary } = field;
  const nothing: readonly Value[] = field.nullable ? [null] : [];
  if (value === null) return nothing;
  if (isNested(type)) return [...nothing, ...nestedCandidates(type, value as readonly Value[])];
  const terms = (vocabulary?.terms ?? []).flatMap(term => termValue(field, term) ?? []);
  return [...nothing, ...terms.slice(0, TERMS), ...scalarCandidates(field, value)];
}

const TERMS = 32;

function scalarCandidates(field: Field, value: Exclude<Value, null>): readonly Value[] {
  const { kind } = field.type;
  if (typeof value === 'boolean') return [false];
  if (typeof value === 'string') return ['', 'a', value.slice(0, 1), value.slice(0, value.length >> 1)];
  if (value instanceof Uint8Array)
    return [
      new Uint8Array(0),
      value.slice(0, 1),
      value.slice(0, value.length >> 1),
      new Uint8Array(value.length),
    ];
  if (KIND_TABLE[kind].held === 'number' && typeof value === 'number' && !Number.isInteger(value))
    return [0, 1, Math.trunc(value)];
  if (typeof value !== 'number' && typeof value !== 'bigint') return [];
  const whole = BigInt(value);
  const { min, max } = field.range ?? { min: undefined, max: undefined };
  const ends = [min, max].filter(end => typeof end === 'bigint');
  return [0n, 1n, -1n, 10n, ...ends, whole / 1_000n, whole / 10n, whole / 2n].map(made =>
    typeof value === 'bigint' ? made : asHeld(kind, made),
  );
}

function nestedCandidates(
  type: Extract<Field['type'], { kind: 'list' | 'struct' | 'map' | 'tensor' }>,
  items: readonly Value[],
): readonly Value[] {
  switch (type.kind) {
    case 'list':
      return [
        [],
        items.slice(0, 1),
        items.slice(0, items.length >> 1),
        ...insides(items, () => type.element),
      ];
    case 'map':
      return [[], items.slice(0, 1), items.slice(0, items.length >> 1), ...entries(type, items)];
    case 'tensor':
      return insides(items, () => type.element);
    case 'struct':
      return insides(items, at => type.fields[at]!);
  }
}

/** Each item at its smallest, all of them together and one by one. */
function insides(items: readonly Value[], fieldAt: (at: number) => Field): readonly Value[] {
  const smallest = items.map((item, at) => smallerValues(fieldAt(at), item)[0] ?? item);
  return [smallest, ...items.slice(0, ITEMS).map((_, at) => items.with(at, smallest[at]!))];
}

const ITEMS = 16;

const entries = (type: TypeOf<'map'>, items: readonly Value[]): readonly Value[] => [
  items.map(entry => {
    const [key, held] = entry as readonly [Value, Value];
    return [key, smallerValues(type.value, held)[0] ?? held];
  }),
];

/** How much there is to look at in a value. */
export function weightOf(value: Value): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 2 : 1;
  if (typeof value === 'string') return 2 + value.length;
  if (typeof value === 'number' || typeof value === 'bigint') {
    // -0 and NaN are what they are.
    const text = String(value);
    return Object.is(value, 0) || value === 0n ? 2 : 2 + 2 * text.length + (text.startsWith('-') ? 1 : 0);
  }
  if (value instanceof Uint8Array) return 2 + value.length + value.filter(byte => byte !== 0).length;
  return 2 + value.reduce<number>((sum, item) => sum + 1 + weightOf(item), 0);
}

export const recordWeight = (values: RecordValues): number =>
  values.reduce<number>((sum, value) => sum + weightOf(value), 0);

/** The probe with other values; undefined where its form has no bytes for them. */
export function probeWith({ part: { writer }, form }: Asked, probe: Probe, values: RecordValues) {
  const placed = form.probes.alone(writer, values);
  return placed && ({ ...probe, ...placed, truth: { ...probe.truth, values } } as Probe);
}
