import { bareField } from '../../contract/bare-field.ts';
import { valueText } from '../../contract/category.ts';
import type { Field } from '../../contract/field.ts';
import { KIND_TABLE } from '../../contract/kind-table.ts';
import { childrenOf, isNested } from '../../contract/nested.ts';
import type { Sentinel } from '../../contract/senses.ts';
import { sameUnit } from '../../contract/unit-conversion.ts';
import type { Value } from '../../contract/value.ts';
import { valueKeyReader } from '../../contract/value-key.ts';
import { termById, termOf, termWithText } from '../../contract/vocabulary-lookup.ts';
import { numberBridge } from './number-bridge.ts';

/** One field in which values of two are equal where they mean the same. A null stays one. */
export type FieldBridge = {
  readonly field: Field;
  readonly before: (value: Value) => Value;
  readonly after: (value: Value) => Value;
};

/**
 * What is the same type stays as it is; numbers meet in the unit of the field after, exactly; labels by their terms; and whatever
 * else there is as the texts that evidence shows.
 */
export const fieldBridge = (older: Field, newer: Field): FieldBridge =>
  sameBridge(older, newer) ??
  labelBridge(older, newer) ??
  numberBridge(older, newer) ??
  textBridge(older, newer);

const itself = (value: Value): Value => value;

function sameBridge(older: Field, newer: Field): FieldBridge | undefined {
  if (!isSame(older, newer)) return undefined;
  const sentinels = both(older.sentinels, newer.sentinels);
  return { field: { ...newer, sentinels }, before: itself, after: itself };
}

/** What stood for none on either side is no plain value on the other. */
function both(
  older: readonly Sentinel[] | undefined,
  newer: readonly Sentinel[] | undefined,
): readonly Sentinel[] | undefined {
  if (older === undefined || newer === undefined) return newer ?? older;
  return [
    ...newer,
    ...older.filter(({ value }) => !newer.some(other => String(other.value) === String(value))),
  ];
}

/** Whether values of the one are values of the other, and mean the same. */
function isSame(older: Field, newer: Field): boolean {
  const [from, to] = [older.type, newer.type];
  if (from.kind !== to.kind || older.vocabulary?.digest !== newer.vocabulary?.digest) return false;
  const isOneUnit =
    older.unit === undefined || newer.unit === undefined
      ? older.unit === newer.unit
      : sameUnit(older.unit, newer.unit);
  return isOneUnit && parametersOf(older) === parametersOf(newer) && areSameInside(older, newer);
}

function areSameInside(older: Field, newer: Field): boolean {
  const [from, to] = [childrenOf(older.type), childrenOf(newer.type)];
  return (
    from.length === to.length &&
    from.every(({ field }, at) => field.id === to[at]!.field.id && isSame(field, to[at]!.field))
  );
}

/** Lengths aside: how long a list may be says nothing of one that is there. */
function parametersOf({ type }: Field): string {
  switch (type.kind) {
    case 'decimal':
      return String(type.scale);
    case 'fixed':
      return String(type.size);
    case 'timestamp':
      return type.zone;
    case 'tensor':
      return String(type.shape);
    case 'list':
      return type.order ?? 'sequence';
    default:
      return '';
  }
}

/** Terms keep their ids, whatever they are called and however they are written. */
function labelBridge(older: Field, newer: Field): FieldBridge | undefined {
  const { vocabulary } = newer;
  if (
    older.vocabulary === undefined ||
    vocabulary === undefined ||
    isNested(older.type) ||
    isNested(newer.type)
  )
    return undefined;
  const field: Field = {
    ...bareField(newer.id, newer.name, { kind: 'string' }, newer.logical, newer.nullable),
    vocabulary,
  };
  return {
    field,
    before: value => {
      if (value === null) return null;
      const term = termOf(older, value);
      if (term === undefined) return valueText(older, value);
      const now = termById(vocabulary, term.id);
      if (now !== undefined) return now.label;
      // A label that means another term by now is told with the id that it had.
      return termWithText(vocabulary, term.label) === undefined
        ? term.label
        : `${term.label} (term ${term.id} before)`;
    },
    after: value => (value === null ? null : (termOf(newer, value)?.label ?? valueText(newer, value))),
  };
}

function textBridge(older: Field, newer: Field): FieldBridge {
  const text = keyTexts(older, newer);
  const field = bareField(newer.id, newer.name, { kind: 'string' }, 'text', newer.nullable);
  return {
    field,
    before: value => (value === null ? null : text.before(value)),
    after: value => (value === null ? null : text.after(value)),
  };
}

type Texts = {
  readonly before: (value: Value) => string;
  readonly after: (value: Value) => string;
};

/** Equal texts for what means the same; what only one of two structs has is left out of both. */
function keyTexts(older: Field, newer: Field): Texts {
  const [from, to] = [older.type, newer.type];
  if (from.kind === 'struct' && to.kind === 'struct') {
    const members = to.fields.flatMap((member, at) => {
      const place = from.fields.findIndex(({ id }) => id === member.id);
      return place < 0 ? [] : [{ at, place, name: member.name, texts: inner(from.fields[place]!, member) }];
    });
    const told = (value: Value, side: 'before' | 'after'): string =>
      `{${members
        .map(({ at, place, name, texts }) => {
          const held = (value as readonly Value[])[side === 'before' ? place : at]!;
          return `${name}: ${texts[side](held)}`;
        })
        .join(', ')}}`;
    return { before: value => told(value, 'before'), after: value => told(value, 'after') };
  }
  if (HOLDERS.has(from.kind) && HOLDERS.has(to.kind)) {
    const texts = inner(childrenOf(from)[0]!.field, childrenOf(to)[0]!.field);
    const isSet = to.kind === 'list' && to.order === 'set';
    const told = (value: Value, text: (item: Value) => string): string => {
      const items = (value as readonly Value[]).map(text);
      return `[${(isSet ? items.sort() : items).join(', ')}]`;
    };
    return { before: value => told(value, texts.before), after: value => told(value, texts.after) };
  }
  if (from.kind === 'map' && to.kind === 'map') {
    const [keys, values] = [inner(from.key, to.key), inner(from.value, to.value)];
    const told = (value: Value, side: 'before' | 'after'): string =>
      `{${(value as readonly (readonly Value[])[])
        .map(([key, held]) => `${keys[side](key!)}: ${values[side](held!)}`)
        .sort()
        .join(', ')}}`;
    return { before: value => told(value, 'before'), after: value => told(value, 'after') };
  }
  return { before: value => valueText(older, value), after: value => valueText(newer, value) };
}

const HOLDERS: ReadonlySet<string> = new Set(['list', 'tensor']);

function inner(older: Field, newer: Field): Texts {
  const over = fieldBridge(older, newer);
  const key = valueKeyReader(over.field);
  const isPlain = KIND_TABLE[over.field.type.kind].held === 'string';
  const text = (value: Value): string => (value === null ? 'null' : isPlain ? String(value) : key(value));
  return { before: value => text(over.before(value)), after: value => text(over.after(value)) };
}
