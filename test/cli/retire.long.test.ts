import { beforeAll, describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';

const SUBJECT = 'schemas/training.example';
const LEDGER = `${SUBJECT}/ledger.yaml`;
const CONFIG = 'registry.config.ts';
const WRITES = 'writes: [3, 4]';
const V3 = 'training.example@3';

const told = async (folder: Folder, ...argv: string[]) => {
  const { exit, json } = await folder.assay(...argv, '--json');
  return { exit, ...json() };
};

/** Two versions that are active; the fourth adds a field that may be null. */
async function two(): Promise<Folder> {
  const folder = copiedProject();
  const field =
    '  - {id: 70, name: city, physical: string, logical: text, nullable: true, nullMeans: unknown, default: null}\n';
  const v4 = folder.read(`${SUBJECT}/v3.yaml`).replace('.v3', '.v4').trimEnd();
  folder.write(`${SUBJECT}/v4.yaml`, `${v4.replace('fields:\n', `fields:\n${field}`)}\n`);
  folder.edit(`${SUBJECT}/changes/v3-v4.yaml`, 'class: migrate', 'class: compatible');
  for (const version of [3, 4])
    expect(await told(folder, 'propose', `training.example@${version}`)).toMatchObject({ state: 'active' });
  return folder;
}

/** Whoever wrote or read version 3 has gone on. */
function pass(folder: Folder): void {
  folder.edit(CONFIG, WRITES, 'writes: [4]');
  folder.edit(CONFIG, 'from: 3, to: 4', 'from: 4');
  folder.edit(CONFIG, 'from: 3, to: 3', 'from: 4');
}

describe('assay retire', () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await two();
  });

  it('is refused while version 3 is written, then while it is read, and changes nothing', async () => {
    const before = folder.stored();
    expect(await told(folder, 'retire', V3)).toMatchObject({
      exit: 1,
      code: 'VERSION_STILL_WRITTEN',
      facts: { producers: 'gateway-export' },
    });
    folder.edit(CONFIG, WRITES, 'writes: [4]');
    expect(await told(folder, 'retire', V3)).toMatchObject({
      exit: 1,
      code: 'VERSION_STILL_READ',
      facts: { consumers: 'outcome-collator, outcome-trainer' },
    });
    folder.edit(CONFIG, 'writes: [4]', WRITES);
    expect(await told(folder, 'retire', 'training.example@4')).toMatchObject({ code: 'RETIREMENT_NEWEST' });
    expect(await told(folder, 'retire', 'training.example/1')).toMatchObject({
      exit: 2,
      code: 'REFERENCE_MALFORMED',
    });
    expect(folder.stored()).toEqual(before);
  });

  it('retires it once, says so in ledger, show, log and check, and refuses whoever would come back to it', async () => {
    pass(folder);
    expect(await told(folder, 'retire', V3)).toMatchObject({
      exit: 0,
      kind: 'moved',
      from: 'active',
      state: 'retired',
      freed: [],
      ledgerWritten: true,
    });
    expect(folder.read(LEDGER)).toContain('retired_to: 3\n');
    expect((await told(folder, 'show', V3)).store.state).toBe('retired');
    const { entries } = await told(folder, 'log', 'training.example');
    expect(entries.at(-1)).toMatchObject({ kind: 'retire', answer: { state: 'retired', version: 3 } });
    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 0 });
    expect(await told(folder, 'retire', V3)).toMatchObject({ kind: 'already', ledgerWritten: false });
    expect(await told(folder, 'release', 'build', V3, '--out', 'retired')).toMatchObject({
      exit: 2,
      code: 'VERSION_NOT_ACTIVE',
      facts: { version: 3, state: 'retired' },
    });
    for (const [from, to, who] of [
      ['writes: [4]', WRITES, 'gateway-export'],
      ['from: 4', 'from: 3', 'outcome-collator'],
    ] as const) {
      folder.edit(CONFIG, from, to);
      const { faults } = await told(folder, 'check', 'training.example');
      expect(faults).toMatchObject([
        { code: 'REGISTERED_RETIRED', facts: { who, version: 3, retiredTo: 3 } },
      ]);
      folder.edit(CONFIG, to, from);
    }
  });

  it('enters what the ledger lost again, and a store that is made anew follows the ledger', async () => {
    const ledger = folder.read(LEDGER);
    folder.write(LEDGER, ledger.replace('retired_to: 3\n', ''));
    expect(await told(folder, 'show', 'training.example')).toMatchObject({ code: 'LEDGER_UNRETIRED' });
    expect(await told(folder, 'retire', V3)).toMatchObject({ kind: 'already', ledgerWritten: true });
    expect(folder.read(LEDGER)).toBe(ledger);
    folder.remove('.assay');
    for (const version of [3, 4])
      expect(await told(folder, 'propose', `training.example@${version}`)).toMatchObject({ state: 'active' });
    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 0 });
    expect(await told(folder, 'retire', V3)).toMatchObject({ exit: 0, kind: 'moved' });
    expect(folder.read(LEDGER)).toBe(ledger);
  });
});
