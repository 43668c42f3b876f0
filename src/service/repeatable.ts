import { Fault } from '../base/fault.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import { identityOf } from '../contract/identity.ts';
import type { Schema } from '../contract/schema.ts';
import { isSkipped, type LeftOut } from '../golden/refused.ts';
import type { FunctionBundles } from './bundle-functions.ts';
import type { RecordWay } from './record-way.ts';
import { type Given, type Taken, takeWay } from './take-way.ts';

/**
 * Whether a way gives the same again, and the same of the records in another order. What is only read can't do otherwise, and is not
 * asked.
 *
 * @faults those of `takeWay`
 */
export async function isRepeatable(
  way: RecordWay,
  given: Given,
  first: Taken,
  bundles: FunctionBundles,
): Promise<boolean | Fault> {
  if (way.every(({ kind }) => kind === 'read')) return true;
  const schema = way.at(-1)!.to.schema;
  const again = await takeWay(way, given, bundles);
  if (again instanceof Fault) return again;
  const rows = given.batch.numRows;
  const written = way[0]!.from.schema;
  const turned = batchOf(written, rowsOf(written, given.batch).reverse());
  // Which cells nobody wrote decides nothing of what a converter makes.
  const reversed = await takeWay(way, { batch: turned, unwritten: new Map(), unknown: new Map() }, bundles);
  if (reversed instanceof Fault) return reversed;
  const found = outcomesOf(schema, first, rows, row => row);
  return (
    sameTexts(
      found,
      outcomesOf(schema, again, rows, row => row),
    ) &&
    sameTexts(
      found,
      outcomesOf(schema, reversed, rows, row => rows - 1 - row),
    )
  );
}

/** A text for each record that was given, by its row. */
function outcomesOf(
  schema: Schema,
  { batch, rows, leftOut }: Taken,
  length: number,
  rowOf: (row: number) => number,
): readonly string[] {
  const texts = new Array<string>(length).fill('');
  for (const [at, record] of rowsOf(schema, batch).entries())
    texts[rowOf(rows[at]!)] = record.map((value, index) => identityOf(schema.fields[index]!, value)).join('');
  for (const one of leftOut.rejects) texts[rowOf(one.row)] = reasonOf(one);
  return texts;
}

const reasonOf = (one: LeftOut): string => (isSkipped(one) ? '!skipped' : `!${one.field} ${one.code}`);

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);
