import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { type Folder, newProject } from './harness.ts';
import { nextVersion, registering } from './ticket-versions.ts';

const SUBJECT = 'schemas/support.ticket';
const BOTH = registering([1, 2], 1);

/** A project whose first version has no key; samples are named as `sampleId` says. */
async function keyless(sampleId: string): Promise<Folder> {
  const folder = await newProject();
  folder.edit(`${SUBJECT}/v1.yaml`, /^key: .*\n/m, '');
  const subject = folder.read(`${SUBJECT}/subject.yaml`);
  folder.write(`${SUBJECT}/subject.yaml`, subject.replace(/sampleId: .*/, `sampleId: ${sampleId}`));
  expect(await folder.assay('propose', 'support.ticket@1')).toMatchObject({ exit: 0 });
  return folder;
}

const secondWith = (folder: Folder, key: string): void => nextVersion(folder, 2, /$/, `key: ${key}\n`);

describe('a version that was accepted without a key', () => {
  it('gets one in the next, which needs no converter and no approval, and then data are taken', async () => {
    const folder = await keyless('{envelope: sampleId}');
    const refused = await folder.assay('propose', 'support.ticket/first', '--json');
    expect([refused.exit, refused.json().code]).toEqual([2, 'KEY_NOT_DECLARED']);
    secondWith(folder, '[ticket]');
    const assay = folder.as(BOTH);
    const proposed = await assay('propose', 'support.ticket@2', '--json');
    expect(proposed.json()).toMatchObject({ state: 'active', encoding: 'passes', meaning: 'passes' });
    folder.edit('golden/support.ticket/first.yaml', 'version: 1', 'version: 2');
    const data = await assay('propose', 'support.ticket/first', '--json');
    expect([data.exit, data.json().state]).toEqual([0, 'active']);
  });

  it('gets the key that its members have named samples by till then, whose data have proved it', async () => {
    const folder = await keyless('{field: 1}');
    expect(await folder.assay('propose', 'support.ticket/first')).toMatchObject({ exit: 0 });
    secondWith(folder, '[ticket]');
    const assay = folder.as(BOTH);
    expect((await assay('propose', 'support.ticket@2', '--json')).json()).toMatchObject({ state: 'active' });
  });

  it('gets no other key, because then other samples would be paired', async () => {
    const folder = await keyless('{field: 1}');
    secondWith(folder, '[ticket, opened]');
    const { json } = await folder.as(BOTH)('check', 'support.ticket', '--json');
    const [version] = json().subjects[0].versions;
    expect([version.class, version.meaning]).toEqual(['migrate', 'fails']);
    const broken = version.comparison.findings.map(({ rule }: { rule: string }) => rule);
    expect(broken).toEqual(['KEY_DECLARED', 'KEY_SAME', 'KEY_SAME']);
  });

  it('gets no key that accepted samples repeat, which is told at the line of the second, by check and by propose', async () => {
    const folder = await keyless('{field: 1}');
    expect(await folder.assay('propose', 'support.ticket/first')).toMatchObject({ exit: 0 });
    // Two tickets were opened on one day.
    folder.edit(`${SUBJECT}/subject.yaml`, 'sampleId: {field: 1}', 'sampleId: {envelope: sampleId}');
    secondWith(folder, '[opened]');
    const assay = folder.as(BOTH);
    const at = { file: 'golden/support.ticket/first.csv', line: 3 };
    const [version] = (await assay('check', 'support.ticket', '--json')).json().subjects[0].versions;
    expect(version.refused).toMatchObject({ code: 'KEY_NOT_UNIQUE', at });
    const proposed = await assay('propose', 'support.ticket@2', '--json');
    expect([proposed.exit, proposed.json()]).toMatchObject([2, { code: 'KEY_NOT_UNIQUE', at }]);
    expect((await folder.assay('log', 'support.ticket', '--json')).json().entries).toHaveLength(2);
  });

  it('is held to what was accepted last, because what that corrected is compared with nothing any more', async () => {
    const folder = await keyless('{field: 1}');
    expect(await folder.assay('propose', 'support.ticket/first')).toMatchObject({ exit: 0 });
    const [head, first] = folder.read('golden/support.ticket/first.csv').split('\n');
    const later = `${head}\n${first}\n`;
    folder.write('golden/support.ticket/later.csv', later);
    const manifest = folder
      .read('golden/support.ticket/first.yaml')
      .replace('revision: first', 'revision: later')
      .replace('first.csv', 'later.csv')
      .replace(/sha256: .*/, `sha256: ${sha256(later)}`)
      .replace(/rows: \d+/, 'rows: 1');
    folder.write('golden/support.ticket/later.yaml', manifest);
    const record = `changes: revision
subject: support.ticket
version: 1
from: first
to: later
class: identical
reason: A test asks for it.
consumers: [priority-trainer]
backfill: {kind: none}
withdraw_by: 2027-01-31
thresholds: {rows.missing: 5, label.divergence: 1}
`;
    folder.write(`${SUBJECT}/changes/first-later.yaml`, record);
    expect((await folder.assay('propose', 'support.ticket/later')).out).toContain('stored as active');
    folder.edit(`${SUBJECT}/subject.yaml`, 'sampleId: {field: 1}', 'sampleId: {envelope: sampleId}');
    secondWith(folder, '[opened]');
    const { json } = await folder.as(BOTH)('check', 'support.ticket', '--json');
    expect(json().subjects[0].versions[0].refused).toBeNull();
  });
});
