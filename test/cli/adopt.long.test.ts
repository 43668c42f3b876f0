import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { queryObject } from '../../src/service/query-objects.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { must } from '../contract/small-subject.ts';
import { accepted, approved, clone, HOME, LEDGER, record, told, V3, V4 } from './adopting.ts';
import { copiedProject, type Folder } from './harness.ts';

const git = (folder: Folder, ...words: string[]): void =>
  void execFileSync('git', ['-C', folder.root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
    stdio: 'pipe',
  });

describe('assay adopt', () => {
  it('follows the commit that is checked out unless another is named, and says so in the journal', async () => {
    const folder = clone(await accepted());
    git(folder, 'init', '-q', '-b', 'main');
    expect(await told(folder, 'adopt', 'training.example')).toMatchObject({
      exit: 2,
      code: 'GIT_UNREADABLE',
    });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-q', '-m', 'x');
    const ledger = folder.read(LEDGER);
    folder.write(LEDGER, ledger.replace(/ {2}- version: 4[\s\S]*(?=revisions)/, ''));
    expect(await told(folder, 'adopt', 'training.example')).toMatchObject({ exit: 2, code: 'BASE_NOT_KEPT' });
    folder.write(LEDGER, ledger);
    expect(await told(folder, 'adopt', 'training.example')).toMatchObject({ exit: 0, source: 'git:HEAD' });
    const { out } = await folder.assay('log', 'training.example');
    expect(out).toContain('adopted from git:HEAD, version 3 to 4');
    expect((await folder.assay('show', 'training.example')).out).toContain('active, adopted');
    expect((await folder.assay('adopt', 'training.example', '--from', 'git:main')).out).toContain(
      'has all that git:main has',
    );
  });

  it('takes data in its order, and what is retired; the next proposal goes on from there', async () => {
    const origin = copiedProject();
    for (const what of ['weather.daily@1', 'weather.daily/1.31.1'])
      expect(await told(origin, 'propose', what)).toMatchObject({ state: 'active' });
    await approved(origin, 'weather.daily/2.1.0');
    const folder = clone(origin);
    expect(await told(folder, 'adopt', 'weather.daily', '--from', origin.root)).toMatchObject({
      versions: [1],
      revisions: ['1.31.1', '2.1.0'],
    });
    expect(await told(folder, 'propose', 'weather.daily/2.1.0')).toMatchObject({ kind: 'already' });
    expect(await told(folder, 'propose', 'weather.daily/1.31.1')).toMatchObject({ kind: 'already' });
    expect(await told(folder, 'check', 'weather.daily')).toMatchObject({ exit: 0 });

    // What stands in the place of evidence is served as evidence is.
    const store = must(
      await openSqliteStore({ path: `${folder.root}/.assay/registry.sqlite`, now_ms: () => 0 }),
    );
    for (const what of ['weather.daily@1', 'weather.daily/2.1.0']) {
      const { change } = (await told(folder, 'show', what)).store;
      const bytes = must(await queryObject(store, 'change', change));
      const { evidence } = JSON.parse(Buffer.from(bytes).toString());
      expect(evidence).toMatchObject({ adopted: true, matrix: null });
      const report = must(await queryObject(store, 'report', evidence.findings));
      expect(JSON.parse(Buffer.from(report).toString())).toMatchObject({ format: 'assay.adopted/1' });
    }
    await store.close();

    const training = await accepted();
    training.edit('registry.config.ts', 'writes: [3]', 'writes: [4]');
    training.edit('registry.config.ts', /reads: \{ from: 3 \}/, 'reads: { from: 4 }');
    training.edit('registry.config.ts', /reads: \{ from: 3, to: 3 \}/, 'reads: { from: 4 }');
    expect(await told(training, 'retire', 'training.example@3')).toMatchObject({ state: 'retired' });
    const other = clone(training);
    expect(await told(other, 'adopt', 'training.example', '--from', training.root)).toMatchObject({
      versions: [3, 4],
      retired: [3],
    });
    expect((await told(other, 'show', 'training.example@3')).store.state).toBe('retired');
    expect(await told(other, 'check', 'training.example')).toMatchObject({ exit: 0 });
  });

  it('replaces nothing of the store: not what was accepted there, nor what waits; what was withdrawn gives way', async () => {
    const origin = await accepted();
    const folder = clone(origin);
    const revised = [LEDGER, V3, `${HOME}/changes/v3-v3.yaml`].map(
      name => [name, folder.read(name)] as const,
    );
    const adopt = ['adopt', 'training.example', '--from', origin.root] as const;
    // Another store, which had version 3 before its sensitivity was lowered, and proposed a version 4 itself.
    folder.write(LEDGER, copiedProject().read(LEDGER));
    folder.edit(V3, '\n    sensitivity: public', '');
    folder.remove(`${HOME}/changes/v3-v3.yaml`);
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ state: 'active' });
    expect(await told(folder, 'propose', 'training.example@4')).toMatchObject({ state: 'proposed' });
    for (const [name, text] of revised) folder.write(name, text);
    const waits = { code: 'LEDGER_DIFFERS', facts: { entry: 'version 4', is: 'proposed' } };
    for (const argv of [adopt, ['check', 'training.example'], ['show', 'training.example']]) {
      const answer = await told(folder, ...argv);
      expect({ ...answer, ...answer.faults?.[0] }).toMatchObject({ exit: 2, ...waits });
    }
    expect((await folder.assay('show', 'training.example')).err).toContain('assay adopt training.example');
    expect(await told(folder, 'withdraw', 'training.example@4')).toMatchObject({ state: 'withdrawn' });
    const gone = { exit: 2, code: 'LEDGER_DIFFERS', facts: { entry: 'version 4', is: 'withdrawn' } };
    expect(await told(folder, 'show', 'training.example')).toMatchObject(gone);
    // The revision that another store approved is not asked for once more.
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ code: 'STORE_BEHIND' });
    expect(await told(folder, ...adopt)).toMatchObject({ kind: 'adopted', versions: [4], governed: [3] });
    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 0 });

    const other = clone(origin);
    other.write(LEDGER, copiedProject().read(LEDGER));
    other.remove(`${HOME}/changes/v3-v3.yaml`);
    other.edit(V3, '[0, 600]', '[0, 601]');
    other.edit(V3, '\n    sensitivity: public', '');
    other.remove(LEDGER);
    other.remove(`${HOME}/changes/v3-v4.yaml`);
    expect(await told(other, 'propose', 'training.example@3')).toMatchObject({ state: 'active' });
    cpSync(path.join(origin.root, 'schemas'), path.join(other.root, 'schemas'), { recursive: true });
    expect(await told(other, ...adopt)).toMatchObject({
      code: 'LEDGER_DIFFERS',
      facts: { entry: 'version 3', is: 'something else' },
    });
  });

  it('refuses what the working tree no longer has as it was accepted, and a place without a ledger', async () => {
    const origin = copiedProject();
    const folder = clone(origin);
    const adopt = ['adopt', 'training.example', '--from', origin.root] as const;
    folder.edit(V3, 'name: outcome', 'name: outcome\n    owner: labels');
    expect(await told(folder, ...adopt)).toMatchObject({ exit: 2, code: 'LEDGER_UNLIKE', at: { file: V3 } });
    folder.write(V3, origin.read(V3));
    folder.edit(V3, '[0, 600]', '[0, 601]');
    expect(await told(folder, ...adopt)).toMatchObject({ exit: 2, code: 'ACCEPTED_EDITED' });
    folder.write(V3, origin.read(V3));
    origin.remove(LEDGER);
    expect(await told(folder, ...adopt)).toMatchObject({ exit: 2, code: 'LEDGER_ABSENT' });
    expect(await told(folder, 'adopt', 'training.example', '--from', 'registry')).toMatchObject({
      exit: 2,
      code: 'AGAINST_MALFORMED',
    });
    expect(await told(folder, 'adopt', 'training.example@3')).toMatchObject({ code: 'REFERENCE_MALFORMED' });
    expect(await told(folder, 'adopt', 'training.example', '--from', '.')).toMatchObject({ code: 'USAGE' });
    expect(folder.stored().refs).toEqual([]);
  });
});

describe('the ledger beside its store', () => {
  it('is refused when its governance, approved revisions, burnt ids or compatibility are edited', async () => {
    const folder = await accepted();
    const before = folder.read(LEDGER);
    const other = `sha256:${'e'.repeat(64)}`;
    const edits: ReadonlyArray<readonly [from: string | RegExp, to: string, code: string, entry?: string]> = [
      [/governance: sha256:\w+/, `governance: ${other}`, 'LEDGER_DIFFERS', 'the governance of version 3'],
      [
        /change: sha256:\w+/,
        `change: ${other}`,
        'LEDGER_DIFFERS',
        'approved revision 1 of the governance of version 3',
      ],
      [/ {4}governed:\n.*\n/, '', 'LEDGER_UNGOVERNED'],
      ['compatibility: backward', 'compatibility: full', 'LEDGER_DIFFERS', 'the promised compatibility'],
      ['compatibility: backward\n', '', 'LEDGER_DIFFERS', 'the promised compatibility'],
    ];
    for (const [from, to, code, entry] of edits) {
      folder.write(LEDGER, before);
      folder.edit(LEDGER, from, to);
      const { faults } = await told(folder, 'check', 'training.example');
      expect(faults, String(from)).toMatchObject([{ code, facts: entry === undefined ? {} : { entry } }]);
    }
    folder.write(LEDGER, before.replace(/ {4}governed:\n.*\n/, ''));
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ ledgerWritten: true });
    expect(folder.read(LEDGER)).toBe(before);
  });

  it('tells of every name and type a burnt id has lost', async () => {
    const folder = copiedProject();
    folder.edit(V4, /id: 17\b/, 'id: 18');
    folder.remove(`${HOME}/changes`);
    folder.remove(LEDGER);
    folder.remove(V3);
    folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [4]');
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 4');
    folder.edit('registry.config.ts', 'from: 3, to: 3', 'from: 4');
    expect(await told(folder, 'propose', 'training.example@4')).toMatchObject({ state: 'active' });
    folder.write(
      `${HOME}/v5.yaml`,
      folder
        .read(V4)
        .replace('example.v4', 'example.v5')
        .replace(/id: 18\n( +)name: \w+/, 'id: 19\n$1name: late\n$1aliases: [later]'),
    );
    folder.write(`${HOME}/changes/v4-v5.yaml`, record(4, 5));
    expect(await told(folder, 'propose', 'training.example@5')).toMatchObject({ state: 'proposed' });
    const before = folder.read(LEDGER);
    expect(before).toContain('{id: 19, names: [late, later], kinds: [int64]}');
    for (const [from, to] of [
      ['[late, later]', '[late]'],
      ['kinds: [int64]', 'kinds: [int32]'],
    ] as const) {
      folder.write(LEDGER, before.replace(from, to));
      expect((await told(folder, 'check', 'training.example')).faults).toMatchObject([
        { code: 'LEDGER_UNBURNT', facts: { id: 19 } },
      ]);
    }
  });
});

describe('the compatibility a subject promises', () => {
  const SUBJECT = 'schemas/training.example/subject.yaml';

  it('is raised by an edit, at once', async () => {
    const folder = copiedProject();
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ state: 'active' });
    folder.edit(SUBJECT, 'compatibility: backward', 'compatibility: full');
    const { subjects, faults } = await told(folder, 'check', 'training.example');
    expect(faults).toEqual([]);
    expect(subjects[0].versions[0]).toMatchObject({ lowers: null, promised: ['backward', 'forward'] });
  });
});
