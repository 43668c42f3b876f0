import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema, JsonSchemaNotes } from '../../native/json-schema/json-schema.ts';
import { sameValue } from '../../native/json-schema/same-value.ts';
import { ValueSet } from '../../native/json-schema/value-set.ts';
import { CONTRACT_KEY, extensionChanges, type Inside, NOTHING_INSIDE } from '../native/contract-extension.ts';
import { docUnits } from '../native/doc-unit.ts';
import { type Found, stepped } from '../native/found.ts';
import { brief } from '../wording.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';
import { judgeValueNames } from './value-names.ts';
import { typesText, valueText } from './value-text.ts';

type Pair = { readonly writer: JsonSchema; readonly reader: JsonSchema; readonly path: string };

/**
 * What two schemas say beside their assertions, place by place: names, texts, defaults, orders, formats.
 *
 * @param brokenAt  where an assertion was found to break already
 */
export function judgeNotes(
  found: Found<JsonSchemaRule>,
  writer: JsonSchema,
  reader: JsonSchema,
  brokenAt: ReadonlySet<string>,
): void {
  const seen = new Map<JsonSchema, Set<JsonSchema>>();
  const todo: Pair[] = [{ writer, reader, path: '$' }];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    if (!found.spend(1)) return;
    const met = seen.get(pair.writer) ?? new Set<JsonSchema>();
    if (met.has(pair.reader)) continue;
    seen.set(pair.writer, met.add(pair.reader));
    judgePlace(found, pair, brokenAt);
    todo.push(...below(found, pair).reverse());
  }
}

function judgePlace(
  found: Found<JsonSchemaRule>,
  { writer, reader, path }: Pair,
  brokenAt: ReadonlySet<string>,
): void {
  const before = found.count;
  const [from, to] = [writer.notes, reader.notes];
  judgeTypes(found, writer, reader, path);
  judgeEnum(found, from.enum, to.enum, path);
  judgeFormat(found, writer.format, reader.format, path);
  if (from.content !== to.content)
    found.add('CONTENT_CHANGED', path, from.content ?? 'none', to.content ?? 'none');
  const isTold = brokenAt.has(path) || found.count > before;
  if (writer.local !== reader.local && !isTold)
    found.add('ASSERTION_CHANGED', path, shown(writer.local), shown(reader.local));
  judgeDefault(found, from.default, to.default, path);
  judgeTexts(found, from, to, path);
  judgeValueNames(found, writer, reader, path);
  const inside = [insideOf(writer), insideOf(reader)] as const;
  for (const change of extensionChanges(from.others[CONTRACT], to.others[CONTRACT], inside)) {
    const rule = change.means ? 'CONTRACT_MEANING_CHANGED' : 'CONTRACT_WORDS_CHANGED';
    found.add(rule, path, change.from, change.to);
  }
}

/** The keyword under which exports keep what JSON Schema has no words for. */
const CONTRACT = `x-${CONTRACT_KEY}`;

/**
 * What an extension finds inside; a list of several sorts of items is one no contract has. A map whose keys are no texts
 * is written as a list of its entries.
 */
const insideOf =
  ({ items, additional, properties }: JsonSchema): Inside =>
  () =>
    new Map([
      ...(items === undefined ? [] : [['element', ['element', insideOf(items)]] as const]),
      ...['key', 'value'].flatMap(step => {
        const entry = items?.properties.get(step) ?? (step === 'value' ? additional : undefined);
        return entry === undefined ? [] : [[step, [step, insideOf(entry)]] as const];
      }),
      ...(additional === undefined ? [] : [['key', ['key', NOTHING_INSIDE]] as const]),
      ...[...properties].map(([name, below], at) => [`fields.${at}`, [name, insideOf(below)]] as const),
    ]);

/** The places both have. A reference on one side alone is opened: it says where, not what. */
function below(found: Found<JsonSchemaRule>, { writer, reader, path }: Pair): Pair[] {
  const pairs: Pair[] = [];
  for (const [part, one] of writer.parts) {
    const other = reader.parts.get(part);
    if (other !== undefined) pairs.push({ writer: one, reader: other, path: stepped(path, stepOf(part)) });
  }
  const [from, to] = [writer.ref, reader.ref];
  if (from !== undefined && to === undefined) pairs.push({ writer: from, reader, path });
  if (from === undefined && to !== undefined) pairs.push({ writer, reader: to, path });
  if (from !== undefined || to !== undefined) return pairs;
  for (const key of reader.properties.keys())
    if (!writer.properties.has(key)) found.add('PROPERTY_ADDED', stepped(path, `.${key}`), 'absent', 'named');
  for (const key of writer.properties.keys())
    if (!reader.properties.has(key))
      found.add('PROPERTY_REMOVED', stepped(path, `.${key}`), 'named', 'absent');
  return pairs;
}

function stepOf(part: string): string {
  const slash = part.indexOf('/');
  const [keyword, name] = slash < 0 ? [part, ''] : [part.slice(0, slash), part.slice(slash + 1)];
  switch (keyword) {
    case 'properties':
      return `.${name}`;
    case 'patternProperties':
      return `./${name}/`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return '.*';
    case 'prefixItems':
      return `[${name}]`;
    case 'items':
    case 'unevaluatedItems':
      return '[]';
    default:
      return '';
  }
}

function judgeTypes(
  found: Found<JsonSchemaRule>,
  writer: JsonSchema,
  reader: JsonSchema,
  path: string,
): void {
  const [from, to] = [writer.types, reader.types];
  if (from === undefined || to === undefined || to.size <= from.size) return;
  if ([...from].every(type => to.has(type))) found.add('TYPE_WIDENED', path, typesText(from), typesText(to));
}

function judgeEnum(
  found: Found<JsonSchemaRule>,
  from: JsonSchemaNotes['enum'],
  to: JsonSchemaNotes['enum'],
  path: string,
): void {
  if (from === undefined || to === undefined) return;
  const [written, read] = [new ValueSet(from), new ValueSet(to)];
  const added = to.filter(value => !written.has(value));
  if (added.length > 0) found.add('ENUM_VALUE_ADDED', path, 'none', brief(added, valueText));
  const places = new Map(to.map((value, place) => [canonicalJson(value), place]));
  const moved = from
    .map((value, place) => ({ value, place, now: places.get(canonicalJson(value)) }))
    .filter(({ value, place, now }) => read.has(value) && now !== undefined && now !== place);
  if (moved.length === 0) return;
  const remap = brief(moved, ({ place, now }) => `${place}→${now}`);
  found.add('ENUM_REORDERED', path, brief(from, valueText), brief(to, valueText), remap);
}

function judgeFormat(
  found: Found<JsonSchemaRule>,
  from: string | undefined,
  to: string | undefined,
  path: string,
): void {
  if (from === to) return;
  const rule = from === undefined || to === undefined ? 'FORMAT_DECLARED' : 'FORMAT_CHANGED';
  found.add(rule, path, from ?? 'none', to ?? 'none');
}

function judgeDefault(
  found: Found<JsonSchemaRule>,
  from: JsonSchemaNotes['default'],
  to: JsonSchemaNotes['default'],
  path: string,
): void {
  const text = (given: typeof from): string => (given === undefined ? 'no default' : valueText(given.value));
  if (from === undefined && to !== undefined) found.add('DEFAULT_ADDED', path, text(from), text(to));
  if (from !== undefined && to === undefined) found.add('DEFAULT_REMOVED', path, text(from), text(to));
  if (from !== undefined && to !== undefined && !sameValue(from.value, to.value))
    found.add('DEFAULT_VALUE_CHANGED', path, text(from), text(to));
}

function judgeTexts(
  found: Found<JsonSchemaRule>,
  from: JsonSchemaNotes,
  to: JsonSchemaNotes,
  path: string,
): void {
  const [before, after] = [textOf(from), textOf(to)];
  if (before !== after) {
    found.add('DOC_CHANGED', path, shown(before), shown(after));
    const units = docUnits(before, after);
    if (units !== undefined) found.add('DOC_UNIT_CHANGED', path, units.from, units.to);
  }
  for (const key of [...new Set([...Object.keys(from.others), ...Object.keys(to.others)])].sort()) {
    if (key === CONTRACT) continue;
    const [one, other] = [keywordText(from.others, key), keywordText(to.others, key)];
    if (one !== other)
      found.add(
        UNITS.has(key) ? 'UNIT_KEYWORD_CHANGED' : 'KEYWORD_CHANGED',
        path,
        `${key} ${shown(one)}`,
        `${key} ${shown(other)}`,
      );
  }
}

const UNITS: ReadonlySet<string> = new Set(['unit', 'units', 'x-unit']);

const textOf = ({ title, description }: JsonSchemaNotes): string =>
  [title, description].filter(text => text !== undefined).join(': ');

const keywordText = (others: JsonSchemaNotes['others'], key: string): string =>
  Object.hasOwn(others, key) ? canonicalJson(others[key] as Json) : 'none';

const SHOWN_CHARS = 120;

const shown = (text: string): string => {
  if (text === '') return 'none';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
};
