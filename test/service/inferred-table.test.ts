import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { columnReader, columnsOf } from '../../src/contract/batch.ts';
import { inferredTable } from '../../src/service/inferred-table.ts';
import { shadowInputs } from '../../src/service/shadow-inputs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const root = temporaryFolder();

async function columnOf(cells: readonly string[]) {
  writeFileSync(path.join(root, 'one.csv'), `v\n${cells.join('\n')}\n`);
  const inputs = await shadowInputs(root, ['one.csv'], undefined);
  const table = inputs instanceof Fault ? inputs : inferredTable(inputs, new Set());
  if (table instanceof Fault) throw table;
  const [batch] = table.batches();
  const [{ field, data }] = columnsOf(table.schema, batch!) as [ReturnType<typeof columnsOf>[number]];
  const value = columnReader(field, data);
  return { type: field.type, values: cells.map((_, row) => value(row)) };
}

it.each([
  [['1', '9223372036854775807'], { kind: 'int64' }, [1n, 2n ** 63n - 1n]],
  [['1', '9223372036854775808'], { kind: 'decimal', precision: 19, scale: 0 }, [1n, 2n ** 63n]],
  [['0.5', '-0.1234567890123456'], { kind: 'float64' }, [0.5, -0.1234567890123456]],
  [
    ['0.5', '-0.12345678901234567890'],
    { kind: 'decimal', precision: 21, scale: 20 },
    [50000000000000000000n, -12345678901234567890n],
  ],
  [[`1${'0'.repeat(44)}.5`, '7.0'], { kind: 'decimal', precision: 46, scale: 1 }, [10n ** 45n + 5n, 70n]],
  [['1', '9'.repeat(77)], { kind: 'string' }, ['1', '9'.repeat(77)]],
])('written numbers %j become %j, so that no two of them become one', async (cells, type, values) => {
  expect(await columnOf(cells)).toEqual({ type, values });
});
