import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import type { Found } from '../native/found.ts';
import { namesApart } from '../native/names-apart.ts';
import { ASSERTED, naming } from '../native/value-naming.ts';
import { brief } from '../wording.ts';
import type { JsonSchemaRule } from './json-schema-rules.ts';
import { namesIn } from './naming.ts';
import { alongside, saidBy } from './place.ts';
import { type ValueNames, valueNamesOf } from './value-names.ts';
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
  judgePlaces(found, writer, reader, path);
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
  for (const told of namesApart(from, to)) found.add('VALUE_NAME_CHANGED', path, told.from, told.to);
}

/** Places of a tuple are told apart by their titles, as values are. */
function judgePlaces(
  found: Found<JsonSchemaRule>,
  { prefix: from }: JsonSchema,
  { prefix: to }: JsonSchema,
  path: string,
): void {
  if (from.length < 2 || to.length < 2) return;
  const called = (places: readonly JsonSchema[]) =>
    new Map(
      places.map((place, at) => {
        const { titles, texts } = naming(...alongside([place], found.spend).map(one => namesIn(saidBy(one))));
        return [`${ASSERTED}[${at}]`, { ...naming(), titles, texts }] as const;
      }),
    );
  for (const told of namesApart(called(from), called(to)))
    found.add('VALUE_NAME_CHANGED', path, told.from, told.to);
}
