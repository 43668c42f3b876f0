import type { Field, NestedKind, Range, TypeOf, UnknownPolicy } from '../contract/field.ts';
import { duplicateIn } from '../contract/identity.ts';
import { asHeld } from '../contract/kind-table.ts';
import { entryOf, isNested } from '../contract/nested.ts';
import type { RejectCode } from '../contract/reject.ts';
import { acceptsNan, sentinelOf } from '../contract/senses.ts';
import type { Value } from '../contract/value.ts';
import { isIgnoreValue, termById, termOf } from '../contract/vocabulary-lookup.ts';

/** Why a field can't hold a value, or `undefined` where it can. The value is of the field's physical type. */
export function gate(field: Field, value: Value): RejectCode | undefined {
  if (value === null) return field.nullable ? undefined : 'NULL_NOT_ALLOWED';
  if (sentinelOf(field, value) !== undefined) return undefined;
  if (isNested(field.type)) return nestedGate(field.type, value as readonly Value[]);
  if (isIgnoreValue(field, value)) return undefined;
  if (isOutside(field, value)) {
    const policy = policyOf(field);
    if (policy.kind === 'reject') return 'UNKNOWN_ENUM';
    if (policy.kind !== 'pass') return undefined;
  }
  return typeof value === 'number' || typeof value === 'bigint' ? numberGate(field, value) : undefined;
}

/** Whether the value, or an element of it, is a term that the field's vocabulary does not have. */
export function isUnknown(field: Field, value: Value): boolean {
  if (value === null) return false;
  const { type } = field;
  if (isNested(type)) {
    const inside = insideOf(type);
    return (value as readonly Value[]).some((item, at) => isUnknown(inside(at), item));
  }
  return isOutside(field, value) && !isIgnoreValue(field, value) && sentinelOf(field, value) === undefined;
}

/**
 * What a reader holds for a value that passed its gate: an unknown term becomes the term it is mapped to, or, in an
 * integer field, the value the loss ignores. Every other value is itself.
 */
export function settled(field: Field, value: Value): Value {
  if (!isUnknown(field, value)) return value;
  const { type } = field;
  if (isNested(type)) {
    const inside = insideOf(type);
    return (value as readonly Value[]).map((item, at) => settled(inside(at), item));
  }
  const policy = policyOf(field);
  const isText = typeof value === 'string';
  if (policy.kind === 'map') {
    const term = termById(field.vocabulary!, policy.term);
    if (term === undefined) throw new TypeError(`field ${field.id} maps to a term it does not have`);
    return isText ? term.label : asHeld(type.kind, term.code);
  }
  // A text can't hold a class index: whoever turns labels into indexes finds it outside, and ignores it there.
  return policy.kind === 'ignore' && !isText && field.ignoreValue !== undefined
    ? asHeld(type.kind, field.ignoreValue)
    : value;
}

/** The field of each value inside one. */
function insideOf(type: TypeOf<NestedKind>): (at: number) => Field {
  if (type.kind === 'struct') return at => type.fields[at]!;
  const each = type.kind === 'map' ? entryOf(type) : type.element;
  return () => each;
}

function nestedGate(type: TypeOf<NestedKind>, items: readonly Value[]): RejectCode | undefined {
  const own = lengthGate(type, items.length) ?? onceGate(type, items);
  if (own !== undefined) return own;
  const inside = insideOf(type);
  for (const [at, item] of items.entries()) {
    const code = gate(inside(at), item);
    if (code !== undefined) return code;
  }
  return undefined;
}

function lengthGate(type: TypeOf<NestedKind>, length: number): RejectCode | undefined {
  if (type.kind === 'list' && length < type.length.min) return 'ARRAY_TOO_SHORT';
  const max = type.kind === 'list' ? type.length.max : type.kind === 'map' ? type.entries : length;
  return length > max ? 'ARRAY_TOO_LONG' : undefined;
}

/** Asked of what the reader will hold: a term it doesn't know may be mapped to one that is there already. */
function onceGate(type: TypeOf<NestedKind>, items: readonly Value[]): RejectCode | undefined {
  if (type.kind !== 'map' && (type.kind !== 'list' || type.order !== 'set')) return undefined;
  if (duplicateIn(type, settledIn(type, items)) === undefined) return undefined;
  return type.kind === 'map' ? 'DUPLICATE_KEY' : 'DUPLICATE_ELEMENT';
}

function settledIn(type: TypeOf<'map'> | TypeOf<'list'>, items: readonly Value[]): readonly Value[] {
  const inside = insideOf(type);
  return items.map((item, at) => settled(inside(at), item));
}

/** NaN lies in no range, and no comparison says so. */
function numberGate(field: Field, value: number | bigint): RejectCode | undefined {
  if (Number.isNaN(value)) return acceptsNan(field) ? undefined : 'NAN_NOT_ALLOWED';
  if (
    field.infinity === 'refuse' &&
    (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
  )
    return 'INFINITY_NOT_ALLOWED';
  return field.range === undefined ? undefined : rangeGate(field.range, value);
}

function rangeGate({ min, max }: Range, value: number | bigint): RejectCode | undefined {
  return (min !== undefined && value < min) || (max !== undefined && value > max) ? 'RANGE' : undefined;
}

const isOutside = (field: Field, value: Value): boolean =>
  field.vocabulary !== undefined && termOf(field, value) === undefined;

/** A vocabulary without a policy is closed. */
const policyOf = ({ unknownPolicy }: Field): UnknownPolicy => unknownPolicy ?? { kind: 'reject' };
