import { Fault } from '../../base/fault.ts';
import { CONTRACT_KEY } from '../../native/columnar/column.ts';
import { readInline } from '../../native/read-document.ts';
import { docUnits } from '../native/doc-unit.ts';
import type { Found } from '../native/found.ts';
import { type Names, namesApart } from '../native/names-apart.ts';
import { saidTexts } from '../native/text-key.ts';
import { isUnitKey, unitChanges } from '../native/unit-key.ts';
import { byValue, namesOfNumbers } from '../native/value-naming.ts';
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
  }
  const units = docUnits(linesOf(writer), linesOf(reader));
  if (units !== undefined) found.add('DOC_UNIT_CHANGED', path, units.from, units.to);
  for (const told of namesApart(namesIn(writer), namesIn(reader)))
    found.add('CLASS_NAME_CHANGED', path, told.from, told.to);
}

const linesOf = (properties: Properties): string => saidTexts(Object.fromEntries(properties)).join('\n');

/** Lists and maps are written as JSON there. */
function namesIn(properties: Properties): Names {
  const listed = [...properties].flatMap(([key, text]) => {
    if (key === CONTRACT_KEY || !/^\s*[[{]/.test(text)) return [];
    const value = readInline(Buffer.from(text));
    return value instanceof Fault ? [] : [[key, value] as const];
  });
  return byValue(namesOfNumbers(Object.fromEntries(listed)));
}

const MEANT: ReadonlyMap<string, ColumnarRule> = new Map([
  ['arrow:extension:name', 'EXTENSION_CHANGED'],
  ['arrow:extension:metadata', 'EXTENSION_CHANGED'],
]);

const SHOWN_CHARS = 120;

const shown = (text: string | undefined): string =>
  text === undefined ? 'none' : text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
