import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { stepped } from '../native/found.ts';
import { type Conjunction, conjunctionOf } from './conjunction.ts';
import { itemAt, restOf } from './parts-of.ts';
import { least, most } from './possible.ts';
import type { Prover, Report } from './prover.ts';
import { countsText } from './value-text.ts';

/** Items, their number, and what is asked of them together. */
export function proveArray(
  prover: Prover,
  known: Conjunction,
  goal: JsonSchema,
  path: string,
  report: Report,
): boolean {
  const { schemas } = known;
  const [low, high] = [most(schemas, one => one.minItems), least(schemas, one => one.maxItems)];
  const holds: boolean[] = [];
  if (low < goal.minItems || high > goal.maxItems) {
    const to = countsText(goal.minItems, goal.maxItems);
    report?.('ITEMS_COUNT_NARROWED', path, countsText(low, high), to);
    holds.push(false);
  }
  if (goal.uniqueItems && high > 1 && !schemas.some(one => one.uniqueItems)) {
    report?.('UNIQUE_ITEMS_ADDED', path, 'any items', 'unique items');
    holds.push(false);
  }
  const places = Math.max(
    goal.prefix.length,
    most(schemas, one => one.prefix.length),
  );
  for (let place = 0; place < Math.min(places, high); place++) {
    const by = goal.prefix[place] ?? goal.items;
    if (by !== undefined)
      holds.push(prover.prove(itemAt(known, place), by, stepped(path, `[${place}]`), report));
  }
  if (goal.items !== undefined && high > places)
    holds.push(prover.prove(restOf(known), goal.items, stepped(path, '[]'), report));
  if (!containsHolds(prover, known, goal, low, high)) {
    report?.('CONTAINS_ADDED', path, 'any items', 'items it must contain');
    holds.push(false);
  }
  return !holds.includes(false);
}

function containsHolds(
  prover: Prover,
  known: Conjunction,
  { contains }: JsonSchema,
  low: number,
  high: number,
): boolean {
  if (contains === undefined) return true;
  const { schema, least: fewest, most: largest } = contains;
  const kept = known.schemas.flatMap(one => one.contains ?? []);
  const holds = (one: JsonSchema, other: JsonSchema): boolean =>
    prover.prove(conjunctionOf([one]), other, '', undefined);
  const isMost = largest >= high || kept.some(one => one.most <= largest && holds(schema, one.schema));
  if (!isMost) return false;
  if (fewest === 0 || kept.some(one => one.least >= fewest && holds(one.schema, schema))) return true;
  if (low < fewest) return false;
  const places = most(known.schemas, one => one.prefix.length);
  const items = Array.from({ length: Math.min(places, low) }, (_, place) => itemAt(known, place));
  if (low > places) items.push(restOf(known));
  return items.every(item => prover.prove(item, schema, '', undefined));
}
