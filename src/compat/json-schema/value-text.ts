import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonType } from '../../native/json-schema/json-schema.ts';

const SHOWN_CHARS = 60;

/** A value of a schema (an enum's, a default), never of a document. */
export function valueText(value: Json): string {
  const text = canonicalJson(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

/** The types as a schema spells them. */
export const typesText = (types: ReadonlySet<JsonType>): string =>
  types.size === 0 ? 'none' : [...new Set([...types].map(type => spelled(type, types)))].join(', ');

const spelled = (type: JsonType, types: ReadonlySet<JsonType>): string => {
  if (type === 'fraction') return 'number';
  return type === 'integer' && types.has('fraction') ? 'number' : type;
};

export const countsText = (low: number, high: number): string =>
  `[${low}, ${high === Infinity ? '…' : high}]`;
