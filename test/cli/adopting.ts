import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { parseConverter } from '../../src/convert/converter.ts';
import { must } from '../contract/small-subject.ts';
import { copiedProject, emptyFolder, type Folder } from './harness.ts';
import { REPOSITORY } from './repository.ts';

export const HOME = 'schemas/training.example';
export const [V3, V4, LEDGER] = [`${HOME}/v3.yaml`, `${HOME}/v4.yaml`, `${HOME}/ledger.yaml`];
/** Of the step between 3 and 4 it names the converter of the repository; where the schema stays there is none to name. */
export const record = (from: number, to: number): string => `changes: version
subject: training.example
from: ${from}
to: ${to}
class: migrate
reason: A test asks for it.
converter: ${from === 3 && to === 4 ? OF_THE_REPOSITORY : 'none'}
consumers: [outcome-collator, outcome-trainer]
backfill: {kind: lazy}
withdraw_by: 2027-01-31
`;

const PATH = `${HOME}/converters/v3-v4.yaml`;
const OF_THE_REPOSITORY = must(
  parseConverter(PATH, readFileSync(path.join(REPOSITORY, ...PATH.split('/')))),
).digest;

export const told = async (folder: Folder, ...argv: readonly string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  return { exit, ...json() };
};

/** What is committed of a project, in a folder of its own: no store. */
export function clone(folder: Folder): Folder {
  const other = emptyFolder();
  for (const name of ['schemas', 'golden', 'registry.config.ts'])
    cpSync(path.join(folder.root, name), path.join(other.root, name), { recursive: true });
  return other;
}

/** Waits for approval, gets it, and is active. */
export async function approved(folder: Folder, what: string): Promise<void> {
  const { change, state } = await told(folder, 'propose', what);
  expect(state).toBe('proposed');
  expect(await told(folder, 'approve', what, '--change', change)).toMatchObject({ exit: 0 });
  expect(await told(folder, 'activate', what)).toMatchObject({ exit: 0, state: 'active' });
}

/** Version 3 with a sensitivity that was lowered, and version 4, a migration: both by approval. */
export async function accepted(): Promise<Folder> {
  const folder = copiedProject();
  folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
  const v4 = folder.read(V4);
  folder.remove(V4);
  folder.remove(`${HOME}/changes/v3-v4.yaml`);
  folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [3]');
  expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ state: 'active' });
  folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
  folder.write(`${HOME}/changes/v3-v3.yaml`, record(3, 3));
  await approved(folder, 'training.example@3');
  folder.write(V4, v4.replace('name: outcome', 'name: outcome\n    sensitivity: public'));
  folder.write(`${HOME}/changes/v3-v4.yaml`, record(3, 4));
  await approved(folder, 'training.example@4');
  return folder;
}
