import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { documentDigest } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { subjectScope, subjectState, versionRef } from '../../src/change/subject-state.ts';
import {
  governanceDigest,
  governanceDocument,
  governanceFromDocument,
} from '../../src/contract/governance.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { copiedProject, type Folder } from './harness.ts';

const SUBJECT = 'schemas/training.example/subject.yaml';
const V3 = 'schemas/training.example/v3.yaml';
const LEDGER = 'schemas/training.example/ledger.yaml';
const V4 = 'schemas/training.example/v4.yaml';
const TOKENIZER = 'schemas/tokenizers/o200k.yaml';
/** The SHA-256 of the canonical JSON of what the file below says of files and size, reckoned elsewhere. */
const DIGEST = 'sha256:656dd836f119919e160fad8c2bed6db2615f9614b985f9fa5ac2f11ecc232d15';
const FILE = `tokenizer: gpt/o200k\nfiles: {o200k_base.tiktoken: "sha256:${'e'.repeat(64)}"}\nsize: 200019\n`;

const RECORD = `changes: version
subject: training.example
from: 3
to: 3
class: migrate
reason: A test asks for it.
consumers: [outcome-collator, outcome-trainer]
backfill: {kind: full, by: 2027-01-31}
withdraw_by: 2027-01-31
`;

/** Version 3 accepted, and a fourth that differs from it in nothing but its number. */
async function accepted(): Promise<Folder> {
  const folder = copiedProject();
  folder.remove('schemas/training.example/changes');
  folder.write(V4, folder.read(V3).replace('.v3', '.v4'));
  folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [3]');
  expect(await folder.assay('propose', 'training.example@3')).toMatchObject({ exit: 0 });
  return folder;
}

const tokenizer = (folder: Folder, digest = DIGEST): void => {
  folder.write(TOKENIZER, FILE);
  folder.edit(SUBJECT, 'files:', `files:\n  tokenizers/o200k.yaml: ${digest}`);
};

/** The store and the ledger as they were written before they had members: version 3 beside a document without. */
async function forgetMembers(folder: Folder): Promise<void> {
  const store = await openSqliteStore({ path: `${folder.root}/.assay/registry.sqlite`, now_ms: () => 0 });
  if (store instanceof Fault) throw store;
  const scope = await store.readScope(subjectScope('training.example'));
  if (scope instanceof Fault) throw scope;
  const entry = subjectState(scope).versions.get(3)!;
  const kept = await store.getObject(entry.governance!);
  if (kept instanceof Fault) throw kept;
  const { members: _, ...document } = JSON.parse(Buffer.from(kept).toString('utf8'));
  const older = { ...entry, governance: documentDigest(document) };
  await store.transact(subjectScope('training.example'), 'forget', { kind: 'forget' }, () => ({
    answer: { kind: 'forgotten' },
    refs: new Map([[versionRef(3), older]]),
    objects: [Buffer.from(canonicalJson(document))],
  }));
  store.close();
  folder.edit(LEDGER, / {4}members: .*\n/, '');
  folder.edit(LEDGER, /governance: sha256:[0-9a-f]{64}/, `governance: ${older.governance}`);
}

/** The same before anything was kept beside a schema: version 3 beside no document. */
async function forgetGovernance(folder: Folder): Promise<void> {
  const store = await openSqliteStore({ path: `${folder.root}/.assay/registry.sqlite`, now_ms: () => 0 });
  if (store instanceof Fault) throw store;
  const scope = await store.readScope(subjectScope('training.example'));
  if (scope instanceof Fault) throw scope;
  const { governance: _, ...older } = subjectState(scope).versions.get(3)!;
  await store.transact(subjectScope('training.example'), 'forget', { kind: 'forget' }, () => ({
    answer: { kind: 'forgotten' },
    refs: new Map([[versionRef(3), older]]),
    objects: [],
  }));
  store.close();
}

const findings = async (folder: Folder) => {
  const { json } = await folder.assay('diff', 'training.example@3', 'training.example@4', '--json');
  const { class: found, for: directions, findings: all } = json();
  return { found, directions, rules: all.map(({ rule, path }: Record<string, string>) => `${rule} ${path}`) };
};

describe('what stands beside the schema of a version', () => {
  it('is compared between versions: another tokenizer is a change of the training ABI, of the record and of no field, and no version', async () => {
    const folder = await accepted();
    expect(await findings(folder)).toEqual({
      found: 'identical',
      directions: ['backward', 'forward'],
      rules: [],
    });
    tokenizer(folder);
    folder.edit(V4, 'fields:', `tokenizer: ${DIGEST}\nfields:`);
    const before = await findings(folder);
    expect(before).toEqual({
      found: 'migrate',
      directions: [],
      rules: ['TOKENIZER_SAME record', 'TOKENIZER_SAME record'],
    });
    const expected = { code: 'VERSION_UNCHANGED', facts: { version: 4, before: 3 } };
    const { exit, json } = await folder.assay('propose', 'training.example@4', '--json');
    expect({ exit, ...json() }).toMatchObject({ exit: 2, ...expected });
    const checked = await folder.assay('check', 'training.example', '--json');
    expect(checked.json().subjects[0].versions[0]).toMatchObject({ holds: false, refused: expected });
  });

  it('is compared between versions: a lower sensitivity needs approval, a new owner is told', async () => {
    const folder = await accepted();
    folder.edit(V4, 'name: outcome', 'name: outcome\n    sensitivity: public\n    owner: labels');
    expect(await findings(folder)).toEqual({
      found: 'migrate',
      directions: ['forward'],
      rules: ['SENSITIVITY_LOWERED outcome (23)', 'OWNER_SAME outcome (23)'],
    });
  });

  it('is revised in place where only owners change or fields are guarded better, once, and journaled', async () => {
    const folder = await accepted();
    folder.edit(SUBJECT, 'owner: gateway-data', 'owner: gateway-two');
    const { json } = await folder.assay('propose', 'training.example@3', '--json');
    expect(json()).toMatchObject({ kind: 'governed', version: 3, state: 'active', seq: 2 });
    const again = await folder.assay('propose', 'training.example@3', '--json');
    expect(again.json()).toMatchObject({ kind: 'already' });
    expect(folder.stored().journal.length).toBe(3);
    expect((await folder.assay('check', 'training.example', '--json')).json().faults).toEqual([]);
    const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
    const built = await told('release', 'build', 'training.example@3', '--out', 'release', '--generate', '4');
    const taken = json().change;
    expect(built.changes).toContainEqual(
      expect.objectContaining({ step: '3 → 3', class: 'compatible', digest: taken, proposed: false }),
    );
    const record = JSON.parse(folder.read(`release/changes/${taken.slice('sha256:'.length)}.json`));
    expect(record.evidence.governance).toEqual({ from: json().replaced, to: json().governance });
    expect((await folder.assay('release', 'verify', 'release')).exit).toBe(0);
  });

  it('is not weakened without approval: check and propose ask for the record of a change of version 3 to itself', async () => {
    const folder = await accepted();
    folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
    const before = folder.stored();
    const expected = { code: 'CHANGE_MISSING', facts: { from: '3', to: '3', class: 'migrate' } };
    const { exit, json } = await folder.assay('propose', 'training.example@3', '--json');
    expect({ exit, ...json() }).toMatchObject({ exit: 2, ...expected });
    expect(folder.stored()).toEqual(before);
    const checked = await folder.assay('check', 'training.example', '--json');
    expect(checked.exit).toBe(1);
    expect(checked.json().subjects[0].governance).toMatchObject([
      { version: 3, holds: false, record: { kind: 'missing', faults: [expected] } },
    ]);
    expect((await folder.assay('check', 'training.example')).out).toContain('governance of version 3');
  });

  it('takes another tokenizer by the steps of a proposal, told in check, show, log, ledger and store', async () => {
    const folder = await accepted();
    folder.remove(V4);
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
    tokenizer(folder);
    folder.edit(V3, 'fields:', `tokenizer: ${DIGEST}\nfields:`);
    folder.write('schemas/training.example/changes/v3-v3.yaml', RECORD);
    const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
    const checked = await told('check', 'training.example');
    expect(checked.subjects[0]).toMatchObject({
      versions: [],
      governance: [{ version: 3, encoding: 'passes', meaning: 'fails', record: { faults: [] } }],
    });
    const proposed = await told('propose', 'training.example@3');
    expect(proposed).toMatchObject({ kind: 'stored', state: 'proposed', meaning: 'fails', seq: 2 });
    expect(await told('propose', 'training.example@3')).toMatchObject({ kind: 'already', state: 'proposed' });
    const shown = await told('show', 'training.example@3');
    expect(shown.store).toMatchObject({
      state: 'active',
      governing: { state: 'proposed', tokenizer: DIGEST, change: proposed.change },
    });
    expect(shown.store.tokenizer).toBeUndefined();
    expect(shown.store.governing.governance).toBe(shown.governance);
    folder.edit(SUBJECT, 'owner: gateway-data', 'owner: gateway-two');
    expect(await told('propose', 'training.example@3')).toMatchObject({ code: 'GOVERNANCE_WAITS' });
    expect(await told('approve', 'training.example@3', '--change', proposed.change)).toMatchObject({
      kind: 'moved',
      from: 'proposed',
      state: 'approved',
    });
    expect(await told('activate', 'training.example@3')).toMatchObject({ code: 'STORE_DIFFERS' });
    folder.edit(SUBJECT, 'owner: gateway-two', 'owner: gateway-data');
    expect(await told('activate', 'training.example@3')).toMatchObject({
      state: 'active',
      ledgerWritten: true,
    });
    expect(await told('activate', 'training.example@3')).toMatchObject({ kind: 'already' });
    expect((await told('show', 'training.example@3')).store).toMatchObject({
      state: 'active',
      tokenizer: DIGEST,
      governance: shown.governance,
    });
    expect(folder.read('schemas/training.example/ledger.yaml')).toContain(`tokenizer: ${DIGEST}`);
    const { out } = await folder.assay('log', 'training.example');
    expect(out).toContain('moved governance of version 3, approved → active');
    const after = await told('check', 'training.example');
    expect(after).toMatchObject({ holds: true, subjects: [{ governance: [] }] });
    const build = () => told('release', 'build', 'training.example@3', '--out', 'release', '--generate', '4');
    const built = await build();
    expect(built.proposed).toEqual([]);
    // Both records are bound: that of the version, and that of what was approved beside it since.
    const governs = { step: '3 → 3', class: 'migrate', digest: proposed.change, proposed: false };
    expect(built.changes).toHaveLength(2);
    expect(built.changes).toContainEqual(expect.objectContaining(governs));
    expect(built.changes).toContainEqual(expect.objectContaining({ step: 'none → 3' }));
    const bound = JSON.parse(folder.read('release/manifest.json')).changeRecords;
    expect(bound).toEqual([proposed.change, shown.store.change].sort());
    const record = `release/changes/${proposed.change.slice('sha256:'.length)}.json`;
    expect(JSON.parse(folder.read(record)).evidence.governance).toEqual({
      from: shown.store.governance,
      to: shown.governance,
    });
    const verified = await folder.assay('release', 'verify', 'release');
    expect(verified).toMatchObject({ exit: 0 });
    expect(verified.out).toContain('training.example governance of version 3, migrate');
    const whole = folder.read(record);
    folder.remove(record);
    expect((await told('release', 'verify', 'release')).findings).toMatchObject([{ code: 'SET_INCOMPLETE' }]);
    folder.write(record, whole.replace(shown.governance, `sha256:${'0'.repeat(64)}`));
    expect((await told('release', 'verify', 'release')).findings).toMatchObject([
      { code: 'DIGEST_MISMATCH' },
    ]);
    folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
    expect(await build()).toMatchObject({ code: 'GOVERNANCE_WEAKENED', at: { file: V3, line: 1 } });
    folder.edit(V3, 'name: outcome\n    sensitivity: public', 'name: outcome');
    folder.remove('.assay');
    expect(await told('check', 'training.example')).toMatchObject({ holds: true });
    folder.edit(V3, `tokenizer: ${DIGEST}\n`, '');
    expect((await told('check', 'training.example')).subjects[0].governance).toMatchObject([
      { version: 3, meaning: 'fails', comparison: { class: 'migrate' } },
    ]);
  });

  it('is amended while it waits: what was approved is void, what nobody has to approve is taken, what was accepted is no amendment', async () => {
    const folder = await accepted();
    folder.remove(V4);
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
    const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
    expect(await told('amend', 'training.example@3')).toMatchObject({ code: 'CHANGE_OUT_OF_TURN' });
    const before = folder.read(V3);
    folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
    folder.write('schemas/training.example/changes/v3-v3.yaml', RECORD);
    const first = await told('propose', 'training.example@3');
    await folder.assay('approve', 'training.example@3', '--change', first.change);
    folder.edit(V3, 'name: outcome', 'name: outcome\n    owner: labels');
    expect(await told('propose', 'training.example@3')).toMatchObject({ code: 'GOVERNANCE_WAITS' });
    const other = `sha256:${'1'.repeat(64)}`;
    expect(await told('amend', 'training.example@3', '--change', other)).toMatchObject({
      code: 'EVIDENCE_CHANGED',
    });
    const amended = await told('amend', 'training.example@3', '--change', first.change);
    expect(amended).toMatchObject({ kind: 'amended', replaced: first.change, state: 'proposed', version: 3 });
    expect(await told('amend', 'training.example@3')).toMatchObject({ kind: 'already' });
    expect(await told('activate', 'training.example@3', '--change', first.change)).toMatchObject({
      code: 'EVIDENCE_CHANGED',
    });
    expect((await told('show', 'training.example@3')).store).toMatchObject({
      state: 'active',
      governing: { state: 'proposed', governance: amended.governance, change: amended.change },
    });
    const asked = folder.read(V3);
    folder.write(V3, before);
    expect(await told('amend', 'training.example@3')).toMatchObject({ code: 'GOVERNANCE_UNREVISED' });
    folder.write(V3, asked);
    folder.edit(V3, '    sensitivity: public\n', '');
    expect(await told('amend', 'training.example@3')).toMatchObject({ kind: 'governed', state: 'active' });
    expect((await told('show', 'training.example@3')).store.governing).toMatchObject({ state: 'withdrawn' });
    expect(await told('check', 'training.example')).toMatchObject({ subjects: [{ governance: [] }] });
  });

  it('keeps the members of its records: another split is found, with a store and without, and no release is built of it unapproved', async () => {
    const folder = copiedProject();
    const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1'])
      expect(await told('propose', what)).toMatchObject({ state: 'active' });
    const subject = 'schemas/weather.daily/subject.yaml';
    folder.edit(subject, 'split: {constant: train}', 'split: {constant: test}');
    const found = {
      version: 1,
      holds: false,
      unbound: false,
      record: { kind: 'missing' },
      comparison: {
        class: 'migrate',
        findings: [
          { rule: 'MEMBERS_SAME', level: 'train', from: 'split constant train', to: 'split constant test' },
          { rule: 'MEMBERS_SAME', level: 'train', from: 'split constant test', to: 'split constant train' },
        ],
      },
    };
    const check = async (...argv: string[]) => (await told('check', 'weather.daily', ...argv)).subjects[0];
    const build = () => told('release', 'build', 'weather.daily/1.31.1', '--out', 'release');
    for (const argv of [[], ['--against', 'registry']])
      expect((await check(...argv)).governance).toMatchObject([found]);
    expect(await told('propose', 'weather.daily@1')).toMatchObject({ code: 'CHANGE_MISSING' });
    expect(await told('propose', 'weather.daily/1.31.1')).toMatchObject({ code: 'GOVERNANCE_WEAKENED' });
    expect(await build()).toMatchObject({ code: 'GOVERNANCE_WEAKENED' });
    const ledger = 'schemas/weather.daily/ledger.yaml';
    folder.edit(ledger, '"split":{"constant":"train"}', '"split":{"constant":"test"}');
    expect((await check()).governance).toMatchObject([found]);
    folder.edit(ledger, '"split":{"constant":"test"}', '"split":{"constant":"train"}');
    folder.remove('.assay');
    expect((await check()).governance).toMatchObject([found]);
  });

  it('takes other members by the steps of a proposal, and enters them into the ledger', async () => {
    const folder = await accepted();
    folder.remove(V4);
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
    folder.edit(SUBJECT, 'split: {envelope: split}', 'split: {constant: train}');
    folder.write('schemas/training.example/changes/v3-v3.yaml', RECORD);
    const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
    const proposed = await told('propose', 'training.example@3');
    expect(proposed).toMatchObject({ kind: 'stored', state: 'proposed', meaning: 'fails' });
    await told('approve', 'training.example@3', '--change', proposed.change);
    expect(await told('activate', 'training.example@3')).toMatchObject({ state: 'active' });
    expect(folder.read('schemas/training.example/ledger.yaml')).toContain('"split":{"constant":"train"}');
    expect(await told('check', 'training.example')).toMatchObject({
      holds: true,
      subjects: [{ governance: [] }],
    });
  });

  it('says of a version whose members were not kept that a proposal binds them, and of documentation nothing', async () => {
    const folder = await accepted();
    folder.remove(V4);
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
    await forgetMembers(folder);
    folder.edit(V3, 'fields:', 'doc: one record an answer\nfields:');
    const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
    const check = async () => (await told('check', 'training.example')).subjects[0].governance;
    expect(await check()).toMatchObject([
      { version: 3, holds: true, unbound: true, comparison: { findings: [] } },
    ]);
    expect((await folder.assay('check', 'training.example')).out).not.toContain('documentation alone');
    expect(await told('propose', 'training.example@3')).toMatchObject({ kind: 'governed', state: 'active' });
    expect(await check()).toEqual([]);
    folder.edit(SUBJECT, 'split: {envelope: split}', 'split: {constant: train}');
    expect(await check()).toMatchObject([{ version: 3, holds: false, unbound: false }]);
  });

  it('of which nothing was kept is bound by a proposal, by what the ledger knows where it knows it, and held from then on', async () => {
    for (const knows of ['nothing', 'the governance']) {
      const folder = await accepted();
      folder.remove(V4);
      folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
      await forgetGovernance(folder);
      if (knows === 'nothing')
        folder.write(
          LEDGER,
          folder
            .read(LEDGER)
            .replace(/ {4}members: .*\n/, '')
            .replace(/ {4}governance: .*\n/, '')
            .replaceAll(/, owner: "[^"]*", sensitivity: [a-z]+/g, ''),
        );
      const told = async (...argv: string[]) => (await folder.assay(...argv, '--json')).json();
      const check = async () => (await told('check', 'training.example')).subjects[0].governance;
      expect(await check(), knows).toMatchObject([{ version: 3, holds: true, unbound: true }]);
      if (knows !== 'nothing') {
        folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
        expect(await told('propose', 'training.example@3')).toMatchObject({ code: 'CHANGE_MISSING' });
        folder.edit(V3, 'name: outcome\n    sensitivity: public', 'name: outcome');
      }
      const bound = await told('propose', 'training.example@3');
      expect(bound, knows).toMatchObject({ kind: 'governed', state: 'active' });
      expect(bound).not.toHaveProperty('replaced');
      expect(await check()).toEqual([]);
      expect(await told('propose', 'training.example@3')).toMatchObject({ kind: 'already' });
      folder.edit(SUBJECT, 'split: {envelope: split}', 'split: {constant: train}');
      expect(await check()).toMatchObject([{ version: 3, holds: false, unbound: false }]);
    }
  });

  it('is known to a clone without a store from the ledger: who owns a field, how sensitive it is, and that documentation is other', async () => {
    const folder = await accepted();
    folder.remove(V4);
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
    folder.remove('.assay');
    const ledger = folder.read(LEDGER);
    const listed = '{id: 23, name: outcome, kind: int32, owner: "gateway-data", sensitivity: internal}';
    expect(ledger).toContain(listed);
    const checked = async () => (await folder.assay('check', 'training.example', '--json')).json();
    const governance = async () => (await checked()).subjects[0].governance;
    expect(await governance()).toEqual([]);
    const before = folder.read(V3);
    folder.edit(V3, 'name: outcome', 'name: outcome\n    sensitivity: public');
    expect(await governance()).toMatchObject([
      {
        version: 3,
        holds: false,
        record: { kind: 'missing' },
        comparison: { class: 'migrate', findings: [{ rule: 'SENSITIVITY_LOWERED', path: 'outcome (23)' }] },
      },
    ]);
    // A proposal is held against what was accepted, whatever the tree says of the version before.
    folder.write(V4, folder.read(V3).replace('.v3', '.v4'));
    folder.edit(
      V4,
      'fields:',
      'fields:\n  - {id: 31, name: note, physical: string, logical: text, nullable: true, default: null}',
    );
    expect((await checked()).subjects[0].versions).toMatchObject([{ to: 4, class: 'migrate' }]);
    folder.remove(V4);
    folder.write(V3, before);
    folder.edit(V3, 'fields:', 'doc: one record an answer\nfields:');
    expect(await governance()).toMatchObject([{ version: 3, holds: true, comparison: { findings: [] } }]);
    folder.write(V3, before);
    folder.write(LEDGER, ledger.replace(listed, listed.replace('internal', 'public')));
    expect(await checked()).toMatchObject({
      holds: false,
      faults: [
        { code: 'LEDGER_IDS', facts: { id: 23, ledger: 'owner gateway-data and sensitivity public' } },
      ],
    });
  });

  it('names a tokenizer that is pinned, and pins the one that is there', async () => {
    const folder = await accepted();
    folder.edit(V4, 'fields:', `tokenizer: ${DIGEST}\nfields:`);
    const code = async () => (await folder.assay('show', 'training.example@4', '--json')).json().code;
    expect(await code()).toBe('TOKENIZER_UNKNOWN');
    tokenizer(folder, `sha256:${'0'.repeat(64)}`);
    expect(await code()).toBe('TOKENIZER_DIGEST_MISMATCH');
    folder.edit(SUBJECT, `sha256:${'0'.repeat(64)}`, DIGEST);
    expect(await code()).toBeUndefined();
    folder.edit(TOKENIZER, 'size: 200019', 'size: 0');
    expect(await code()).toBe('SHAPE');
  });

  it('is revised in place where only documentation changes, which is no version and has no finding', async () => {
    const folder = await accepted();
    folder.edit(V4, 'fields:', 'doc: one record an answer\nfields:');
    expect(await findings(folder)).toMatchObject({ found: 'identical', rules: [] });
    expect((await folder.assay('propose', 'training.example@4', '--json')).json()).toMatchObject({
      code: 'VERSION_UNCHANGED',
    });
    folder.edit(V3, 'fields:', 'doc: one record an answer\nfields:');
    const checked = (await folder.assay('check', 'training.example', '--json')).json();
    expect(checked.subjects[0].governance).toMatchObject([
      { version: 3, holds: true, comparison: { class: 'identical' } },
    ]);
    const { out } = await folder.assay('propose', 'training.example@3');
    expect(out).toContain('governed anew');
    expect(out).toContain('documentation alone is other');
    expect(folder.stored().journal.length).toBe(2);
  });

  it('has a digest of all that is said, documentation too, and is read back from its document', () => {
    const governed = (doc: string) => ({
      governance: new Map([[17, { owner: 'a', sensitivity: 'internal' as const, doc }]]),
      tokenizer: undefined,
      doc: `of all: ${doc}`,
    });
    expect(governanceDigest(governed('x'))).not.toBe(governanceDigest(governed('y')));
    const read = governanceFromDocument(governanceDocument(governed('x')))!;
    expect(governanceDigest(read)).toBe(governanceDigest(governed('x')));
    expect(governanceFromDocument({ fields: { 17: { owner: 'a' } } })).toBeUndefined();
  });
});
