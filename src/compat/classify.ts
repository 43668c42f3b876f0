import type { Schema } from '../contract/schema.ts';
import type { Direction, Finding } from './finding.ts';
import type { GovernedPair } from './rule.ts';
import { Walk } from './walk.ts';

/**
 * What a reader suffers from what a writer wrote, in the reader's field order and then in the catalogue's.
 *
 * `direction` says which of the two is the newer: the reader (`backward`) or the writer (`forward`). Only what joins or
 * leaves the record, and the default it has for that, are judged differently for it.
 */
export function classify(
  writer: Schema,
  reader: Schema,
  direction: Direction = 'backward',
  governed?: GovernedPair,
): readonly Finding[] {
  const walk = new Walk(writer, reader, direction);
  if (writer !== reader) walk.run();
  if (governed !== undefined) walk.govern(governed);
  return walk.found;
}

/** What is wrong with a schema that has none before it: what its fields declare, and nothing of a pair. */
export function classifyFirst(schema: Schema): readonly Finding[] {
  const walk = new Walk(schema, schema, 'backward');
  for (const field of schema.fields) walk.declare(field, []);
  return walk.found;
}

/** What stands beside the two schemas alone, as `classify` tells it. */
export function classifyBeside(
  writer: Schema,
  reader: Schema,
  direction: Direction,
  governed: GovernedPair,
): readonly Finding[] {
  const walk = new Walk(writer, reader, direction);
  walk.govern(governed);
  return walk.found;
}
