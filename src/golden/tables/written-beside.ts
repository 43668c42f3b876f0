import { canonicalJson } from '../../base/canonical-json.ts';
import { LIMITS } from '../../base/limits.ts';
import { type JsonOf, readJson } from '../../base/strict-json.ts';
import { plainNumeral } from '../../codec/cells/json-cells.ts';
import { timeOfText } from '../../contract/clock-text.ts';
import { inferColumn } from './infer-column.ts';
import type { Shape } from './typed-column.ts';
import { listText, mapText, structText, typedText } from './typed-text.ts';

/**
 * Canonical JSON as a typed text beside a column of a schema. JSON has no dates, times and maps, so a text is one where
 * the schema has one and the text spells it; it has no bytes, durations or NaN, and no text is ever taken for them.
 */
export function writtenBeside(shape: Shape, written: string): string {
  const read = readJson(Buffer.from(written), {
    depth_max: LIMITS.native_depth_max,
    number: literal => new Numeral(plainNumeral(literal)),
  });
  if (read.kind !== 'read') throw new TypeError('a cell of JSON is canonical JSON');
  return textOf(shape, read.value);
}

class Numeral {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Written = JsonOf<Numeral>;

function textOf(shape: Shape | undefined, value: Written): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return spelled(shape, value) ?? canonicalJson(value);
  if (value instanceof Numeral) return numberText(shape, value.text);
  if (Array.isArray(value)) {
    const items: readonly Written[] = value;
    if (shape?.kind === 'map' && items.every(isPair))
      return mapText(items.map(([key, held]) => [textOf(shape.key, key), textOf(shape.value, held)]));
    return listText(items.map(item => textOf(shape?.kind === 'list' ? shape.element : undefined, item)));
  }
  const members = Object.entries(value as { readonly [key: string]: Written });
  if (shape?.kind === 'map')
    return mapText(members.map(([key, held]) => [textOf(shape.key, key), textOf(shape.value, held)]));
  const inside = shape?.kind === 'struct' ? shape.members : undefined;
  return structText(members.map(([name, member]) => [name, textOf(inside?.get(name), member)]));
}

const isPair = (value: Written): value is readonly [Written, Written] =>
  Array.isArray(value) && value.length === 2;

const NEAREST = { 16: Math.f16round, 32: Math.fround, 64: (value: number) => value } as const;

/** Beside a float a literal is the float nearest to it. */
function numberText(shape: Shape | undefined, literal: string): string {
  if (shape?.kind !== 'float' || shape.isWritten) return literal;
  const nearest = NEAREST[shape.bits](Number(literal));
  return Number.isFinite(nearest) ? typedText(shape, nearest) : literal;
}

function spelled(shape: Shape | undefined, text: string): string | undefined {
  if (shape?.kind === 'time') {
    const time = timeOfText(text, 'ns');
    return time === undefined ? undefined : typedText({ kind: 'time', unit: 'ns' }, time);
  }
  if (shape?.kind !== 'date' && shape?.kind !== 'timestamp') return undefined;
  const { type, cells } = inferColumn({ name: '', cells: [text], kinds: ['text'], absent: 0 });
  const isSo =
    type.kind === 'timestamp'
      ? shape.kind === 'timestamp' && type.zone === shape.zone
      : type.kind === 'date' && shape.kind === 'date';
  return isSo && type.kind !== 'json' ? typedText(type, cells[0]!) : undefined;
}
