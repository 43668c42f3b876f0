import type { Field } from '../contract/field.ts';
import { inOrder } from '../contract/identity.ts';
import { asHeld, isFloat, KIND_TABLE } from '../contract/kind-table.ts';
import { approximate } from '../contract/pi-multiple.ts';
import { sentinelOf } from '../contract/senses.ts';
import { converted } from '../contract/unit-conversion.ts';
import type { Value } from '../contract/value.ts';
import { isIgnoreValue, termOf } from '../contract/vocabulary-lookup.ts';
import type { FieldConversion, RemapResult, StepPlan } from './conversion-plan.ts';
import type { Blank, Outside } from './converter-shape.ts';
import { endsOf, exactOf, greatestOf, isNumber, numberIn, OVERFLOW } from './exact-number.ts';
import type { Expression, expressionReader } from './expression.ts';
import { type Act, Refused } from './refused.ts';
import { retokeniseAct } from './retokenise-act.ts';
import { NO_ENCODINGS, type RunningEncodings } from './tokenizers.ts';

/** What a step makes of one value; the value is one of the field before it. */
export const actOf = (step: StepPlan, ask: Ask): Act =>
  (ACTS[step.kind] as (step: StepPlan, ask: Ask) => Act)(step, ask);

/** What a step makes of one value that asks nothing of its record. */
export const plainActOf = (step: StepPlan): Act =>
  actOf(step, {
    of: () => {
      throw new TypeError('it asks the record');
    },
    encodings: NO_ENCODINGS,
    onTruncated: () => {},
    made: () => {
      throw new TypeError('it asks a function');
    },
  });

/** What stands around the value that a step is given. */
export type Ask = {
  /** Asks an expression of the record that the value stands in. */
  readonly of: (expression: Expression) => () => ReturnType<ReturnType<typeof expressionReader>>;
  readonly encodings: RunningEncodings;
  /** Is told that tokens of the value were left out. */
  readonly onTruncated: () => void;
  /** What a function made for the record. */
  readonly made: (conversion: Extract<FieldConversion, { readonly kind: 'made' }>) => () => Value;
};

type Plan<K extends StepPlan['kind']> = Extract<StepPlan, { readonly kind: K }>;

const ACTS: { readonly [K in StepPlan['kind']]: (step: Plan<K>, ask: Ask) => Act } = {
  unit: unitAct,
  cast: castAct,
  remap: remapAct,
  fill: fillAct,
  blank: blankAct,
  reject: rejectAct,
  range: rangeAct,
  text: ({ source, form }) =>
    plainly(source, source, value => (typeof value === 'string' ? value.normalize(form) : value)),
  order:
    ({ element }) =>
    value =>
      value === null ? null : inOrder(element, value as readonly Value[]),
  places:
    ({ from }) =>
    value =>
      value === null ? null : from.map(place => (value as readonly Value[])[place]!),
  retokenise: (step, { encodings, onTruncated }) => retokeniseAct(step, encodings, onTruncated),
  declare: () => asItIs,
  promote: promoteAct,
};

const asItIs: Act = value => value;
const REFUSED = Refused.with('REFUSED_BY_CONVERTER');
const SENTINEL_MADE = Refused.with('SENTINEL_MADE');

/**
 * Leaves null and sentinels as they are, under the types before and after, and refuses a plain value that would become a
 * sentinel: it would be taken for none.
 */
function plainly(source: Field, result: Field, act: Act, held: Act = asItIs): Act {
  if (source.sentinels === undefined) return value => (value === null ? null : act(value));
  return value => {
    if (value === null) return null;
    if (sentinelOf(source, value) !== undefined) return held(value);
    const made = act(value);
    if (made === null || made instanceof Refused) return made;
    return sentinelOf(result, made) === undefined ? made : SENTINEL_MADE;
  };
}

function unitAct({ source, result, conversion, rounding }: Plan<'unit'>): Act {
  return plainly(source, result, value => {
    // Infinitely many of one unit are infinitely many of another, and NaN is of none.
    if (!isNumber(value)) return value;
    const { times, pi } = converted(conversion, exactOf(source, value));
    // -0 seconds are -0 milliseconds.
    if (Object.is(value, -0) && times.numerator === 0n) return value;
    return numberIn(result, approximate({ times, pi }), rounding, true);
  });
}

function castAct({ source, result, overflow, rounding }: Plan<'cast'>): Act {
  const beyond = beyondOf(result, overflow);
  const act: Act = value => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return value;
    if (Number.isNaN(value)) return isFloat(result.type.kind) ? value : Refused.with('NAN_NOT_ALLOWED');
    if (!isNumber(value)) return isFloat(result.type.kind) ? value : beyond(value > 0);
    if (Object.is(value, -0) && isFloat(result.type.kind)) return value;
    const made = numberIn(result, exactOf(source, value), rounding);
    return made === OVERFLOW ? beyond(value > 0) : made;
  };
  return plainly(source, result, act, act);
}

/** What becomes of a number beyond an end. */
function beyondOf(field: Field, overflow: Outside): (isAbove: boolean) => Value | Refused {
  if (overflow === 'reject') return () => OVERFLOW;
  if (overflow === 'null') return () => null;
  if (isFloat(field.type.kind)) {
    const greatest = greatestOf(field.type.kind);
    return isAbove => (isAbove ? greatest : -greatest);
  }
  const [min, max] = endsOf(field).map(end => asHeld(field.type.kind, end));
  return isAbove => (isAbove ? max! : min!);
}

function remapAct({ source, result, terms, splits, unknown, ignored }: Plan<'remap'>, ask: Ask): Act {
  const asked = new Map(
    [...splits].map(([term, each]) => [
      term,
      each.map(({ when, becomes }) => ({ holds: ask.of(when), becomes })),
    ]),
  );
  const held = (result: RemapResult): Value | Refused =>
    result === 'null' ? null : result === 'reject' ? REFUSED : result.to;
  const unknownEnum = Refused.with('UNKNOWN_ENUM');
  return value => {
    if (value === null || sentinelOf(source, value) !== undefined) return value;
    const term = termOf(source, value);
    if (term !== undefined) {
      for (const { holds, becomes } of asked.get(term.id) ?? []) {
        const answer = holds();
        if (answer instanceof Refused) return answer;
        if (answer === true) return held(becomes);
      }
      return held(terms.get(term.id)!);
    }
    if (isIgnoreValue(source, value))
      return ignored === 'null' ? null : ignored === 'reject' ? REFUSED : ignored.to;
    if (unknown === 'null') return null;
    if (unknown === 'reject') return unknownEnum;
    if (unknown !== 'pass') return unknown.to;
    // What nobody had a term for when it was written is none that the writer meant.
    return termOf(result, value) === undefined ? value : Refused.with('TERM_NAMED_LATER');
  };
}

function fillAct({ field, value: instead, isSentinel }: Plan<'fill'>): Act {
  const sentinels = { sentinels: [{ value: instead, means: 'unknown' as const }] };
  if (!isSentinel) return value => (value === null ? instead : value);
  return value => {
    if (value === null) return instead;
    return sentinelOf(field, value) === undefined && sentinelOf(sentinels, value) !== undefined
      ? SENTINEL_MADE
      : value;
  };
}

const IS: Readonly<Record<Blank, (value: Value) => boolean>> = {
  null: value => value === null,
  nan: value => Number.isNaN(value),
  infinity: value => value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY,
  empty: value =>
    value !== null && typeof value === 'object' ? (value as ArrayLike<unknown>).length === 0 : value === '',
};

function blankAct({ values, also }: Plan<'blank'>): Act {
  const named = { sentinels: values.map(value => ({ value, means: 'unknown' as const })) };
  const kinds = also.map(kind => IS[kind]);
  return value => {
    if (value === null) return null;
    return sentinelOf(named, value) !== undefined || kinds.some(is => is(value)) ? null : value;
  };
}

function rejectAct({ what, when }: Plan<'reject'>, ask: Ask): Act {
  const kinds = what.map(kind => IS[kind]);
  const holds = when && ask.of(when);
  return value => {
    if (kinds.some(is => is(value))) return REFUSED;
    const answer = holds?.();
    if (answer instanceof Refused) return answer;
    return answer === true ? REFUSED : value;
  };
}

function rangeAct({ source, min, max, outside }: Plan<'range'>): Act {
  const end = (value: bigint | number): Value =>
    typeof value === 'number' || KIND_TABLE[source.type.kind].held === 'bigint' ? value : Number(value);
  const beyond = (value: bigint | number): Value | Refused =>
    outside === 'null' ? null : outside === 'reject' ? Refused.with('RANGE') : end(value);
  return plainly(source, source, value => {
    if (typeof value !== 'number' && typeof value !== 'bigint') return value;
    if (min !== undefined && value < min) return beyond(min);
    return max !== undefined && value > max ? beyond(max) : value;
  });
}

/** A wider type, in which every value is held exactly. */
function promoteAct({ result }: Plan<'promote'>): Act {
  const isBigint = KIND_TABLE[result.type.kind].held === 'bigint';
  const isBytes = KIND_TABLE[result.type.kind].held === 'bytes';
  return value => {
    if (typeof value === 'string') return isBytes ? Buffer.from(value, 'utf8') : value;
    return typeof value === 'number' && isBigint ? BigInt(value) : value;
  };
}
