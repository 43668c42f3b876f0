import { canonicalJson, type Json } from '../base/canonical-json.ts';

/** Columns a value may take before it is written on lines of its own. */
const WIDTH = 110;

/** A document for people to read, keys in the order given, and every integer to its last digit. */
export const printJson = (value: Json): string => `${print(value, '')}\n`;

function print(value: Json, indent: string): string {
  const line = oneLine(value);
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const below = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${(value as readonly Json[]).map(item => below + print(item, below)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return `{\n${entries.map(([key, item]) => `${below}${canonicalJson(key)}: ${print(item, below)}`).join(',\n')}\n${indent}}`;
}

function oneLine(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numeral(value);
  if (typeof value !== 'object' || value === null) return canonicalJson(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(oneLine).join(', ')}]`;
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return entries.length === 0
    ? '{}'
    : `{${entries.map(([key, item]) => `${canonicalJson(key)}: ${oneLine(item)}`).join(', ')}}`;
}

/** A float beyond 2^53 shows that it is one: as plain digits it would be an integer, and another. */
export function numeral(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? value.toExponential()
    : canonicalJson(value);
}
