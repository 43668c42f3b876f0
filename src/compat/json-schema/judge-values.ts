import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import type { Found } from '../native/found.ts';
import { type Naming, naming } from '../native/value-naming.ts';
import { brief } from '../wording.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';
import { ASSERTED, type ValueNames, valueNamesOf } from './value-names.ts';
import { valueText } from './value-text.ts';

/** The values that two sides of one place list: their order, and what each stands for. */
export function judgeValues(
  found: Found<JsonSchemaRule>,
  writer: JsonSchema,
  reader: JsonSchema,
  path: string,
): void {
  const [from, to] = [valueNamesOf(writer, found.spend), valueNamesOf(reader, found.spend)];
  judgeOrder(found, from.order, to.order, path);
  judgeNames(found, from, to, path);
}

function judgeOrder(
  found: Found<JsonSchemaRule>,
  from: readonly Json[],
  to: readonly Json[],
  path: string,
): void {
  if (from.length === 0 || to.length === 0) return;
  const places = (all: readonly Json[]) => new Map(all.map((value, place) => [canonicalJson(value), place]));
  const [before, after] = [places(from), places(to)];
  const added = to.filter(value => !before.has(canonicalJson(value)));
  if (added.length > 0) found.add('ENUM_VALUE_ADDED', path, 'none', brief(added, valueText));
  const moved = from
    .map((value, place) => ({ place, now: after.get(canonicalJson(value)) }))
    .filter(({ place, now }) => now !== undefined && now !== place);
  if (moved.length === 0) return;
  const remap = brief(moved, ({ place, now }) => `${place}→${now}`);
  found.add('ENUM_REORDERED', path, brief(from, valueText), brief(to, valueText), remap);
}

/** A value that both sides have and call otherwise: what is stored is read alike, and stands for something else. */
function judgeNames(
  found: Found<JsonSchemaRule>,
  { named: from }: ValueNames,
  { named: to }: ValueNames,
  path: string,
): void {
  const owners = [ownersOf(from), ownersOf(to)] as const;
  for (const [key, before] of from) {
    const after = to.get(key);
    if (after === undefined) continue;
    const isOther =
      isExchanged(key, before, after, owners[0], owners[1]) ||
      isExchanged(key, after, before, owners[1], owners[0]) ||
      (!key.startsWith(ASSERTED) && isApart(before, after, owners));
    if (!isOther) continue;
    const value = key.startsWith(ASSERTED) ? key.slice(ASSERTED.length) : key;
    const told = [before, after].map(one => shown(`${value} is ${textOf(one, before, after)}`));
    found.add('VALUE_NAME_CHANGED', path, told[0]!, told[1]!);
  }
}

/** Which values each name is one of; a name that several share tells none from another. */
type Owners = ReadonlyMap<string, ReadonlySet<string>>;

const allOf = ({ titles, texts, others }: Naming): readonly string[] => [
  ...new Set([...titles, ...texts, ...[...others].map(other => `${ASSERTED}${other}`)]),
];

function ownersOf(named: ValueNames['named']): Owners {
  const owners = new Map<string, Set<string>>();
  for (const [key, one] of named)
    for (const name of allOf(one)) owners.set(name, (owners.get(name) ?? new Set()).add(key));
  return owners;
}

/** A name that was another value's alone, and is this one's alone now. */
function isExchanged(key: string, before: Naming, after: Naming, from: Owners, to: Owners): boolean {
  const had = new Set(allOf(before));
  return allOf(after).some(name => {
    const [owner, ...more] = from.get(name) ?? [];
    return (
      !had.has(name) && owner !== undefined && owner !== key && more.length === 0 && to.get(name)?.size === 1
    );
  });
}

/** No name in common. Texts count where no title tells the value from the others. */
function isApart(before: Naming, after: Naming, owners: readonly [Owners, Owners]): boolean {
  const telling = [before, after].map(
    ({ titles }, side) => new Set([...titles].filter(title => owners[side]!.get(title)?.size === 1)),
  );
  if (areApart(before.titles, after.titles) || areApart(telling[0]!, telling[1]!)) return true;
  if (telling.some(({ size }) => size === 0) && areApart(before.texts, after.texts)) return true;
  const isEither = before.titles.size === 0 && after.texts.size === 0;
  const isOr = before.texts.size === 0 && after.titles.size === 0;
  return (isEither && areApart(before.texts, after.titles)) || (isOr && areApart(before.titles, after.texts));
}

const areApart = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && [...one].every(name => !other.has(name));

/** What one side calls a value and the other does not. */
function textOf(one: Naming, before: Naming, after: Naming): string {
  const shared = new Set(
    Object.values(before).flatMap(names => [...names].filter(name => isIn(name, after))),
  );
  const own = Object.values(naming(one)).flatMap(names => [...names].filter(name => !shared.has(name)));
  return brief(own, name => canonicalJson(name));
}

const isIn = (name: string, { titles, texts, others }: Naming): boolean =>
  titles.has(name) || texts.has(name) || others.has(name);

const SHOWN_CHARS = 120;

const shown = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text);
