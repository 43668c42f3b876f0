import { CONTRACT_KEY } from '../../native/columnar/column.ts';
import { docUnits } from '../native/doc-unit.ts';
import type { Found } from '../native/found.ts';
import { isUnitKey, unitChanges } from '../native/unit-key.ts';
import type { ColumnarRule } from './columnar-rules.ts';

type Properties = ReadonlyMap<string, string>;

/** What is said of a column beside its type: nothing here changes a byte, and meaning hides in some of it. */
export function judgeProperties(
  found: Found<ColumnarRule>,
  writer: Properties,
  reader: Properties,
  path: string,
): void {
  for (const key of [...new Set([...writer.keys(), ...reader.keys()])].sort()) {
    const [from, to] = [writer.get(key), reader.get(key)];
    if (from === to || key === CONTRACT_KEY) continue;
    const [unit] = isUnitKey(key) ? unitChanges(key, from, to) : [];
    const rule =
      unit === undefined ? (MEANT.get(key.toLowerCase()) ?? 'PROPERTY_CHANGED') : 'UNIT_PROPERTY_CHANGED';
    const [before, after] = [`${shown(key)} ${shown(from)}`, `${shown(key)} ${shown(to)}`];
    found.add(rule, path, before, after, unit?.conversion);
    const units = TEXTS.has(key.toLowerCase()) ? docUnits(from, to) : undefined;
    if (units !== undefined) found.add('DOC_UNIT_CHANGED', path, units.from, units.to);
  }
}

const MEANT: ReadonlyMap<string, ColumnarRule> = new Map([
  ['arrow:extension:name', 'EXTENSION_CHANGED'],
  ['arrow:extension:metadata', 'EXTENSION_CHANGED'],
]);

const TEXTS: ReadonlySet<string> = new Set(['comment', 'description', 'doc']);

const SHOWN_CHARS = 120;

const shown = (text: string | undefined): string =>
  text === undefined ? 'none' : text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
