import { describe, expect, it } from 'vitest';
import { type Folder, newProject } from './harness.ts';

const SUBJECT = 'schemas/support.ticket';
const RESPONSE = / {2}- id: 3\n(?: {4}.*\n)+/;

/** Version 1 has the field 3, version 2 retired it, and version 3 is about to be proposed. */
async function retired(): Promise<Folder> {
  const folder = await newProject();
  folder.remove('golden');
  folder.edit(`${SUBJECT}/v1.yaml`, 'range: [0, 2592000000]', 'range: [0, 2592000000]\n    default: null');
  expect(await folder.assay('propose', 'support.ticket@1')).toMatchObject({ exit: 0 });
  version(folder, 2, text => text.replace(RESPONSE, ''));
  record(folder, 1, 2);
  expect(await folder.assay('propose', 'support.ticket@2')).toMatchObject({ exit: 0, err: '' });
  return folder;
}

function version(folder: Folder, to: number, of: (text: string) => string, from = 1): void {
  const text = folder.read(`${SUBJECT}/v${from}.yaml`).replace(/ticket\.v\d+/, `ticket.v${to}`);
  folder.write(`${SUBJECT}/v${to}.yaml`, of(text));
}

const record = (folder: Folder, from: number, to: number): void =>
  folder.write(
    `${SUBJECT}/changes/v${from}-v${to}.yaml`,
    `changes: version\nsubject: support.ticket\nfrom: ${from}\nto: ${to}\nclass: compatible\nreason: A test asks for it.\nconsumers: [priority-trainer]\nbackfill: {kind: none}\nwithdraw_by: 2027-01-31\n`,
  );

const checked = async (folder: Folder) => (await folder.assay('check', '--json')).json();
const rules = (report: Awaited<ReturnType<typeof checked>>): string[] =>
  report.subjects[0].versions[0].comparison.findings.map(({ rule }: { rule: string }) => rule);

describe('a retired id', () => {
  it('may not come back without a word, because records in between were written without it', async () => {
    const folder = await retired();
    version(folder, 3, text => text);
    const report = await checked(folder);
    expect(rules(report)).toContain('ID_REUSED');
    expect(report.subjects[0].versions[0].class).toBe('forbidden');
  });

  it('comes back as what it was where the contract restores it, and stays from then on', async () => {
    const folder = await retired();
    version(folder, 3, text => `${text}restores: [3]\n`);
    record(folder, 2, 3);
    expect(rules(await checked(folder))).not.toContain('ID_REUSED');
    expect(await folder.assay('propose', 'support.ticket@3')).toMatchObject({ exit: 0, err: '' });
    version(folder, 4, text => text.replace('restores: [3]\n', '').replace('2592000000', '5184000000'), 3);
    record(folder, 3, 4);
    expect(rules(await checked(folder))).not.toContain('ID_REUSED');
  });

  it('needs a default, because records in between lack it', async () => {
    const folder = await retired();
    version(folder, 3, text => `${text.replace('    default: null\n', '')}restores: [3]\n`);
    expect(rules(await checked(folder))).toContain('REQUIRED_FIELD_ADDED');
  });

  const others: ReadonlyArray<readonly [what: string, from: string, to: string]> = [
    ['another name', 'name: first_response', 'name: wait'],
    ['another unit', 'unit: ms', 'unit: s'],
    ['another type', 'physical: int64\n    logical: duration', 'physical: float64\n    logical: duration'],
  ];
  for (const [what, from, to] of others)
    it(`is not restored under ${what}, because that is another thing`, async () => {
      const folder = await retired();
      version(folder, 3, text => `${text.replace(from, to)}restores: [3]\n`);
      expect(rules(await checked(folder))).toContain('ID_REUSED');
    });

  it('is all that can be restored', async () => {
    const folder = await retired();
    version(folder, 3, text => `${text}restores: [3, 4]\n`);
    expect((await checked(folder)).faults[0]).toMatchObject({
      code: 'RESTORE_UNFIT',
      facts: { id: 4, because: 'it was never retired' },
      at: { file: `${SUBJECT}/v3.yaml` },
    });
    version(folder, 3, text => `${text.replace(RESPONSE, '')}restores: [3]\n`);
    expect((await checked(folder)).faults[0]).toMatchObject({ code: 'RESTORE_UNFIT', facts: { id: 3 } });
  });
});

describe('what a subject keeps free', () => {
  const reserved: ReadonlyArray<readonly [what: string, text: string, found: object]> = [
    ['an id', 'reserved: {ids: [9, 3]}', { field: 'first_response', reserved: 'id 3' }],
    ['an id of a range', 'reserved: {ids: [[2, 3]]}', { field: 'opened', reserved: 'id 2' }],
    ['a name', 'reserved: {names: [priority]}', { field: 'priority', reserved: 'name priority' }],
  ];
  for (const [what, text, facts] of reserved)
    it(`is used by no proposed contract: ${what}`, async () => {
      const folder = await newProject();
      folder.edit(`${SUBJECT}/subject.yaml`, 'compatibility:', `${text}\ncompatibility:`);
      expect((await checked(folder)).faults[0]).toMatchObject({
        code: 'RESERVED_USED',
        facts,
        at: { file: `${SUBJECT}/v1.yaml` },
      });
    });

  it('may have been used before, because a worn-out id is what most reserve', async () => {
    const folder = await retired();
    folder.edit(`${SUBJECT}/subject.yaml`, 'compatibility:', 'reserved: {ids: [3]}\ncompatibility:');
    expect((await checked(folder)).faults).toEqual([]);
  });

  it('is a range the right way round', async () => {
    const folder = await newProject();
    folder.edit(`${SUBJECT}/subject.yaml`, 'compatibility:', 'reserved: {ids: [[9, 7]]}\ncompatibility:');
    expect((await checked(folder)).faults[0]).toMatchObject({ code: 'RESERVED_RANGE', at: { line: 4 } });
  });
});
