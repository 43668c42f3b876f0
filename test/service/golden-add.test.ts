import { expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parquetFiles } from '../../src/engine/parquet-thread.ts';
import { loadConfig } from '../../src/main/load-config.ts';
import { goldenAdd } from '../../src/service/golden-add.ts';
import { HEAD, sha256Text } from '../cli/converted-tickets.ts';
import { newProject } from '../cli/harness.ts';

const MANIFEST = 'golden/support.ticket/samples.yaml';
const DATA = 'golden/support.ticket/samples.csv';
const line = (ticket: number): string => `${ticket},2026-01-05,7000,low\n`;

it('tells whoever adds to a set at the same time as somebody else that it was overtaken, and nothing that is false of the set', async () => {
  const folder = await newProject();
  const config = await loadConfig(folder.root);
  if (config instanceof Fault) throw config;
  folder.write('first.csv', HEAD + line(1));
  folder.write('own.csv', HEAD + line(3));
  await folder.assay(
    'golden',
    'add',
    'support.ticket/samples',
    'first.csv',
    '--source',
    'x',
    '--null',
    'first_response=',
  );
  const added = goldenAdd(
    { root: folder.root, config },
    {
      subject: 'support.ticket',
      revision: 'samples',
      place: `${folder.root}/own.csv`,
      path: 'own.csv',
      form: undefined,
      version: undefined,
      source: 'x',
      lexical: {},
      nulls: {},
      split: undefined,
      strata: [],
      rejects: false,
      guarded: false,
      opId: 'op',
    },
    parquetFiles(),
  );
  // It has read the manifest, and waits for its samples.
  const others = HEAD + line(1) + line(2);
  folder.write(DATA, others);
  folder.edit(MANIFEST, /sha256: .*\n {2}rows: 1/, `sha256: "${sha256Text(others)}"\n  rows: 2`);
  expect(await added).toMatchObject({ code: 'FILE_OVERTAKEN', facts: { path: MANIFEST } });
  expect(folder.read(DATA)).toBe(others);
});
