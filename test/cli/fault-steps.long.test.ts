import { cpSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { schemaDocument } from '../../src/contract/schema-document.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { makeField, makeList, makeSchema } from '../contract/make-field.ts';
import { emptyFolder, type Folder, newProject } from './harness.ts';
import { soundFault } from './sound-fault.ts';
import { nextVersion, registering } from './ticket-versions.ts';

const SUBJECT = 'schemas/support.ticket';
const SET = 'golden/support.ticket/first';

/** What a command line is refused with; in a report, the first of its faults. */
async function refused(heard: ReturnType<Folder['assay']>) {
  const { exit, json } = await heard;
  const document = json();
  const fault = document.code === undefined ? document.faults[0] : document;
  soundFault(fault);
  return { exit, code: fault.code };
}

/** A project whose version and revision are accepted. */
async function accepted(): Promise<Folder> {
  const folder = await newProject();
  for (const what of ['support.ticket@1', 'support.ticket/first']) await folder.assay('propose', what);
  return folder;
}

/** Another revision of the one there is, with one value that is other. */
function revise(folder: Folder, name: string, from: string, to: string): void {
  const data = folder.read(`${SET}.csv`).replace(from, to);
  folder.write(`golden/support.ticket/${name}.csv`, data);
  const set = folder.read(`${SET}.yaml`).replace(/(revision: |file: )first/g, `$1${name}`);
  folder.write(`golden/support.ticket/${name}.yaml`, set.replace(/sha256:\w+/, sha256(data)));
  folder.write(
    `${SUBJECT}/changes/first-${name}.yaml`,
    `changes: revision\nsubject: support.ticket\nversion: 1\nfrom: first\nto: ${name}\nclass: identical\nreason: A test.\nconsumers: [priority-trainer]\nbackfill: {kind: none}\nwithdraw_by: 2027-01-31\n`,
  );
}

describe('a step that can not be taken', () => {
  it('is OP_ID_REUSED where its id was that of another', async () => {
    const folder = await newProject();
    const same = folder.as({ newOpId: () => 'the same' });
    expect((await same('propose', 'support.ticket@1', '--json')).exit).toBe(0);
    expect(await refused(same('propose', 'support.ticket/first', '--json'))).toEqual({
      exit: 2,
      code: 'OP_ID_REUSED',
    });
  });

  it('is EVIDENCE_BROKEN where the readers that were asked do not answer', async () => {
    const folder = await newProject();
    const silent = folder.as({ plainReaders: { parquet: parquetWasm(), read: async () => [] } });
    expect(await refused(silent('propose', 'support.ticket@1', '--json'))).toMatchObject({
      code: 'EVIDENCE_BROKEN',
    });
  });

  it('is EXPECTED_HEAD_MOVED for the second of two that were approved against one head', async () => {
    const folder = await accepted();
    const changes = new Map<string, string>();
    for (const [name, to] of [
      ['second', ',high'],
      ['third', ',urgent'],
    ] as const) {
      revise(folder, name, ',low', to);
      const { json } = await folder.assay('propose', `support.ticket/${name}`, '--json');
      changes.set(name, json().change);
    }
    for (const [name, change] of changes)
      expect((await folder.assay('approve', `support.ticket/${name}`, '--change', change)).exit).toBe(0);
    expect((await folder.assay('activate', 'support.ticket/second')).exit).toBe(0);
    expect(await refused(folder.assay('activate', 'support.ticket/third', '--json'))).toEqual({
      exit: 3,
      code: 'EXPECTED_HEAD_MOVED',
    });
  });

  it('is CHANGE_FROM_TO where its record speaks of data of another version', async () => {
    const folder = await accepted();
    revise(folder, 'second', ',low', ',high');
    folder.edit(`${SUBJECT}/changes/first-second.yaml`, 'version: 1', 'version: 7');
    expect(await refused(folder.assay('propose', 'support.ticket/second', '--json'))).toEqual({
      exit: 2,
      code: 'CHANGE_FROM_TO',
    });
  });

  it('is REVISION_TAKEN where the name stands for other data that waits', async () => {
    const folder = await accepted();
    revise(folder, 'second', ',low', ',high');
    await folder.assay('propose', 'support.ticket/second');
    revise(folder, 'second', ',low', ',urgent');
    expect(await refused(folder.assay('propose', 'support.ticket/second', '--json'))).toEqual({
      exit: 3,
      code: 'REVISION_TAKEN',
    });
  });

  it('is RETIREMENT_ORDER before an older version, and VERSION_STILL_OFFERED under the newest data', async () => {
    const folder = await accepted();
    for (const to of [2, 3]) {
      const field = `  - {id: ${to + 3}, name: more${to}, physical: int64, logical: number, nullable: true, default: null}\n`;
      nextVersion(folder, to, 'key: [ticket]', `${field}key: [ticket]`);
      expect((await folder.assay('propose', `support.ticket@${to}`)).exit).toBe(0);
    }
    const later = folder.as(registering([3], 3));
    const retire = (version: number) => refused(later('retire', `support.ticket@${version}`, '--json'));
    expect(await retire(2)).toEqual({ exit: 2, code: 'RETIREMENT_ORDER' });
    expect(await retire(1)).toEqual({ exit: 1, code: 'VERSION_STILL_OFFERED' });
  });
});

describe('a comparison that can not be made', () => {
  it('is KEY_NOT_DECLARED where nothing tells samples apart', async () => {
    const folder = await newProject();
    folder.edit(`${SUBJECT}/v1.yaml`, /^key: .*\n/m, '');
    folder.edit(`${SUBJECT}/subject.yaml`, /sampleId: .*/, 'sampleId: {envelope: sampleId}');
    expect(
      await refused(folder.assay('golden', 'support.ticket/first', 'support.ticket/first', '--json')),
    ).toEqual({ exit: 2, code: 'KEY_NOT_DECLARED' });
  });
});

describe('a schema that nobody wrote as a contract', () => {
  it('is LIST_ELEMENT where what a list holds has a default', async () => {
    const element = makeField('int32', { id: 2, default: { kind: 'value', value: 0, means: 'value' } });
    const writer = schemaDocument(makeSchema([makeList(element, 0, 3, { id: 1 })]));
    const line = `${canonicalJson({ id: 1, format: 'contract', writer, reader: writer })}\n`;
    const assay = emptyFolder().as({ input: () => Readable.from([Buffer.from(line)]) });
    const { exit, json } = await assay('diff', '--pairs', '-', '--json');
    expect({ exit, code: json().fault.code }).toEqual({ exit: 1, code: 'LIST_ELEMENT' });
  });
});

describe('a ledger that does not go on from the one it is held against', () => {
  it.each([
    ['REVISION_TAKEN_ELSEWHERE', 3, /data: sha256:\w+/, `data: ${sha256('other data')}`],
    ['BASE_ORDER', 3, /version: 1/g, 'version: 2'],
  ] as const)('is %s', async (code, exit, from, to) => {
    const folder = await accepted();
    const base = emptyFolder();
    cpSync(folder.root, base.root, { recursive: true });
    base.edit(`${SUBJECT}/ledger.yaml`, from, to);
    expect(await refused(folder.assay('check', '--against', base.root, '--json'))).toEqual({ exit, code });
  });
});
