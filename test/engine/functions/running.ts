import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Fault } from '../../../src/base/fault.ts';
import { columnReader } from '../../../src/contract/batch.ts';
import { columnBuilder } from '../../../src/contract/column-builder.ts';
import type { Field } from '../../../src/contract/field.ts';
import type { Value } from '../../../src/contract/value.ts';
import type { Isolation } from '../../../src/convert/converter-shape.ts';
import type { FunctionBundle, FunctionMade, FunctionPlan } from '../../../src/convert/function-plan.ts';
import type { WireColumn } from '../../../src/convert/function-wire.ts';
import { givenColumn } from '../../../src/convert/given-columns.ts';
import { madeColumn } from '../../../src/convert/made-columns.ts';
import { bundleFunction } from '../../../src/engine/functions/bundle.ts';
import { makeField } from '../../contract/make-field.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export const TAKEN = makeField('int64', { id: 1, name: 'seconds', nullable: true });
export const MADE = makeField('int64', { id: 2, name: 'ms', nullable: true });

/** A function from its body, in which `batch` and `reject` are what it is given. */
export async function bundleOf(body: string, isolation: Isolation, before = ''): Promise<FunctionBundle> {
  const root = temporaryFolder();
  const text = `${before}\nexport default function (batch: any, reject: any): any {\n${body}\n}\n`;
  writeFileSync(path.join(root, 'f.ts'), text);
  const bundle = await bundleFunction({ root, module: 'f.ts', exported: 'default', isolation });
  if ('text' in bundle) return bundle;
  throw bundle[0];
}

export const planOf = (
  bundle: FunctionBundle,
  isolation: Isolation,
  given: Partial<FunctionPlan> = {},
): FunctionPlan => ({
  name: 'f',
  module: 'f.ts',
  exported: 'default',
  digest: bundle.digest,
  isolation,
  limit_ms: 3_000,
  memory_mib: 64,
  takes: [TAKEN],
  makes: [MADE],
  rejects: ['NEGATIVE'],
  ...given,
});

export function column(field: Field, values: readonly Value[]): WireColumn {
  const builder = columnBuilder(field);
  for (const value of values) builder.append(value);
  return givenColumn(field, builder.finish(), undefined);
}

/** What was made of the first field, with the codes of what was left out; or the fault. */
export function valuesIn(
  plan: FunctionPlan,
  made: FunctionMade | Fault,
): readonly (Value | string)[] | Fault {
  if (made instanceof Fault) return made;
  const [field] = plan.makes;
  const [first] = made.columns;
  const read = columnReader(
    field!,
    madeColumn(field!, first, undefined, first!.rows, () => {}),
  );
  return Array.from({ length: first!.rows }, (_, row) => {
    const code = made.rejected?.[row] ?? 0;
    return code > 0 ? plan.rejects[code - 1]! : read(row);
  });
}
