import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { isOfSameValue } from '../../native/json-schema/find-circle.ts';
import type { JsonSchema, JsonSchemaNotes } from '../../native/json-schema/json-schema.ts';
import { sameValue } from '../../native/json-schema/same-value.ts';
import { CONTRACT_KEY, extensionChanges, type Inside, NOTHING_INSIDE } from '../native/contract-extension.ts';
import { docUnits } from '../native/doc-unit.ts';
import { type Found, stepped } from '../native/found.ts';
import { saidTexts } from '../native/text-key.ts';
import { isUnitKey, unitChanges, unitTexts } from '../native/unit-key.ts';
import { conjunctionOf } from './conjunction.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';
import { judgeExchanged } from './judge-exchanged.ts';
import { judgeValues } from './judge-values.ts';
import { pairedSchemas } from './pair-schemas.ts';
import { alongside, defaultAt, namedAround, saidBy } from './place.ts';
import { Prover } from './prover.ts';
import { isUnordered, UNORDERED } from './same-schema.ts';
import { typesText, valueText } from './value-text.ts';

/**
 * How a pair was come by: at a place of its own; beside a schema that judges the same value, by reference or `allOf`;
 * or as one case of several.
 */
type Role = 'place' | 'beside' | 'case';

type Pair = {
  readonly writer: JsonSchema;
  readonly reader: JsonSchema;
  readonly path: string;
  readonly role: Role;
  /** Whether the writer may leave it out. */
  readonly mayMiss: boolean;
  /** Properties that the schemas around ask for, or name, in the same value. */
  readonly required: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
};

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
  const seen = new Map<JsonSchema, Map<JsonSchema, Set<string>>>();
  const told = new Set(brokenAt);
  const todo: Pair[] = [{ ...AT_ONCE, writer, reader, path: '$' }];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    if (!found.spend(1)) return;
    const row = seen.get(pair.writer) ?? new Map<JsonSchema, Set<string>>();
    seen.set(pair.writer, row);
    const met = row.get(pair.reader) ?? new Set<string>();
    row.set(pair.reader, met);
    const as = `${pair.role} ${pair.mayMiss}`;
    if (met.has(as)) continue;
    if (pair.role === 'place' && !hasAny(met, 'place')) judgeWhole(found, pair, told);
    if (met.size === 0) judgePlace(found, pair, told);
    if (pair.role !== 'beside') judgeDefault(found, pair);
    met.add(as);
    todo.push(...below(found, pair).reverse());
  }
}

const NONE: ReadonlySet<string> = new Set();

const AT_ONCE = { role: 'place', mayMiss: false, required: NONE, named: NONE } as const;

const hasAny = (met: ReadonlySet<string>, role: Role): boolean =>
  met.has(`${role} true`) || met.has(`${role} false`);

/** What is said by several schemas together. */
function judgeWhole(found: Found<JsonSchemaRule>, { writer, reader, path }: Pair, told: Set<string>): void {
  const before = found.count;
  judgeValues(found, writer, reader, path);
  judgeExchanged(found, writer, reader, path);
  if (found.count > before) told.add(path);
}

function judgePlace(
  found: Found<JsonSchemaRule>,
  { writer, reader, path }: Pair,
  told: ReadonlySet<string>,
): void {
  const before = found.count;
  const [from, to] = [saidBy(writer), saidBy(reader)];
  judgeTypes(found, writer, reader, path);
  judgeFormat(found, writer.format, reader.format, path);
  judgeContent(found, writer, reader, path);
  const isTold = told.has(path) || found.count > before;
  if (writer.local !== reader.local && !isTold)
    found.add('ASSERTION_CHANGED', path, shown(writer.local), shown(reader.local));
  judgeTexts(found, from, to, path, writer.contentSchema !== undefined && reader.contentSchema !== undefined);
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
function below(found: Found<JsonSchemaRule>, pair: Pair): Pair[] {
  const { writer, reader, path, role } = pair;
  const pairs: Pair[] = [];
  const around = role === 'beside' ? pair : { ...pair, ...aroundOf(found, pair) };
  for (const [part, one] of writer.parts) {
    const other = reader.parts.get(part);
    if (other === undefined || part.startsWith('properties/') || isUnordered(part)) continue;
    const as = roleOf(part);
    const step = stepped(path, stepOf(part));
    const context = as === 'place' ? AT_ONCE : { ...around, mayMiss: false };
    pairs.push({ ...context, writer: one, reader: other, path: step, role: as });
  }
  for (const keyword of UNORDERED) {
    const [as, context] = [roleOf(keyword), { ...around, mayMiss: false }];
    for (const [one, other] of pairedSchemas(writer[keyword] ?? [], reader[keyword] ?? [], found.spend))
      pairs.push({ ...context, writer: one, reader: other, path, role: as });
  }
  const [inside, other] = [writer.contentSchema, reader.contentSchema];
  if (inside !== undefined && other !== undefined)
    pairs.push({ ...AT_ONCE, writer: inside, reader: other, path: stepped(path, CONTENT) });
  const [from, to] = [writer.ref, reader.ref];
  if (from !== undefined && to === undefined) pairs.push({ ...around, role: 'beside', writer: from });
  if (from === undefined && to !== undefined) pairs.push({ ...around, role: 'beside', reader: to });
  if (role !== 'beside') pairs.push(...properties(found, around));
  return pairs;
}

/** What a text holds, by what is said of it: no validator looks there, and readers do. */
function judgeContent(
  found: Found<JsonSchemaRule>,
  writer: JsonSchema,
  reader: JsonSchema,
  path: string,
): void {
  const [from, to] = [saidBy(writer).content, saidBy(reader).content];
  if (from !== to) found.add('CONTENT_CHANGED', path, from ?? 'none', to ?? 'none');
  const [inside, other] = [writer.contentSchema, reader.contentSchema];
  if (inside === undefined || other === undefined) return;
  const told = new Set<string>();
  const at = stepped(path, CONTENT);
  const holds = new Prover().prove(conjunctionOf([inside]), other, at, (rule, place, one, another) => {
    if (told.has(place)) return;
    told.add(place);
    found.add('CONTENT_CHANGED', place, `${rule} ${one}`, another);
  });
  if (!holds && told.size === 0) found.add('CONTENT_CHANGED', at, 'what may be written', 'what it asks for');
}

/** The step into what a text holds. */
const CONTENT = '<content>';

function aroundOf(
  found: Found<JsonSchemaRule>,
  { writer, role, required, named }: Pair,
): Pick<Pair, 'required' | 'named'> {
  const asked = alongside([writer], found.spend).flatMap(one => [...one.required]);
  return {
    required: asked.length === 0 ? required : new Set([...required, ...asked]),
    named: role === 'place' ? namedAround(writer, found.spend) : named,
  };
}

function roleOf(part: string): Role {
  if (!isOfSameValue(part)) return 'place';
  return /^(?:\$ref|allOf)(?:\/|$)/.test(part) ? 'beside' : 'case';
}

/** Properties by their names, whichever of the schemas of one value names them. */
function properties(found: Found<JsonSchemaRule>, { writer, reader, path, required, named }: Pair): Pair[] {
  const pairs: Pair[] = [];
  const [from, to] = [writer, reader].map(one => propertiesOf(alongside([one], found.spend)));
  if (!found.spend(from!.size + to!.size)) return [];
  for (const [key, schemas] of to!) {
    const step = stepped(path, `.${key}`);
    const others = from!.get(key);
    if (others === undefined) {
      found.add('PROPERTY_ADDED', step, 'absent', 'named');
      const given = named.has(key) ? undefined : defaultAt(schemas, found.spend);
      if (given !== undefined && given.value !== null)
        found.add('DEFAULT_CONFUSES_UNKNOWN', step, 'absent', valueText(given.value));
      continue;
    }
    for (const [one, other] of pairedSchemas(others, schemas, found.spend))
      pairs.push({ ...AT_ONCE, writer: one, reader: other, path: step, mayMiss: !required.has(key) });
  }
  for (const key of from!.keys())
    if (!to!.has(key)) found.add('PROPERTY_REMOVED', stepped(path, `.${key}`), 'named', 'absent');
  return pairs;
}

function propertiesOf(schemas: readonly JsonSchema[]): ReadonlyMap<string, readonly JsonSchema[]> {
  const found = new Map<string, JsonSchema[]>();
  for (const one of schemas)
    for (const [key, schema] of one.properties) {
      const all = found.get(key) ?? [];
      found.set(key, all);
      all.push(schema);
    }
  return found;
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

/** A place takes the outermost default; one that may be missing reads as that value, and one that may not never does. */
function judgeDefault(found: Found<JsonSchemaRule>, { writer, reader, path, mayMiss }: Pair): void {
  const [from, to] = [defaultAt([writer], found.spend), defaultAt([reader], found.spend)];
  const text = (given: typeof from): string => (given === undefined ? 'no default' : valueText(given.value));
  const fills = (given: typeof from): boolean => mayMiss && given?.value !== null;
  if (from === undefined && to !== undefined)
    found.add(fills(to) ? 'DEFAULT_CONFUSES_UNKNOWN' : 'DEFAULT_ADDED', path, text(from), text(to));
  if (from !== undefined && to === undefined)
    found.add(fills(from) ? 'DEFAULT_WITHDRAWN' : 'DEFAULT_REMOVED', path, text(from), text(to));
  if (from !== undefined && to !== undefined && !sameValue(from.value, to.value))
    found.add('DEFAULT_VALUE_CHANGED', path, text(from), text(to));
}

function judgeTexts(
  found: Found<JsonSchemaRule>,
  from: JsonSchemaNotes,
  to: JsonSchemaNotes,
  path: string,
  isCompared: boolean,
): void {
  const [before, after] = [textOf(from), textOf(to)];
  if (before !== after) {
    found.add('DOC_CHANGED', path, shown(before), shown(after));
  }
  const units = docUnits(linesOf(from), linesOf(to));
  if (units !== undefined) found.add('DOC_UNIT_CHANGED', path, units.from, units.to);
  for (const key of [...new Set([...Object.keys(from.others), ...Object.keys(to.others)])].sort()) {
    if (key === CONTRACT || (key === 'contentSchema' && isCompared)) continue;
    const [one, other] = [keywordText(from.others, key), keywordText(to.others, key)];
    if (one === other) continue;
    const units = unitChanges(key, ownOf(from.others, key), ownOf(to.others, key));
    for (const unit of units)
      found.add('UNIT_KEYWORD_CHANGED', path, ...unitTexts(unit, SHOWN_CHARS), unit.conversion);
    if (units.length === 0 || !isUnitKey(key))
      found.add('KEYWORD_CHANGED', path, `${key} ${shown(one)}`, `${key} ${shown(other)}`);
  }
}

const ownOf = (others: JsonSchemaNotes['others'], key: string): Json | undefined =>
  Object.hasOwn(others, key) ? others[key] : undefined;

/** The texts as lines of their own: units stand at the end of each. */
const linesOf = ({ title = '', description = '', others }: JsonSchemaNotes): string =>
  [title, description, ...saidTexts(withoutContract(others))].join('\n');

const withoutContract = ({
  [CONTRACT]: _,
  ...others
}: JsonSchemaNotes['others']): JsonSchemaNotes['others'] => others;

const textOf = ({ title, description }: JsonSchemaNotes): string =>
  [title, description].filter(text => text !== undefined).join(': ');

const keywordText = (others: JsonSchemaNotes['others'], key: string): string =>
  Object.hasOwn(others, key) ? canonicalJson(others[key] as Json) : 'none';

const SHOWN_CHARS = 120;

const shown = (text: string): string => {
  if (text === '') return 'none';
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
};
