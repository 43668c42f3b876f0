import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { emptyFolder, type Folder, newProject } from './harness.ts';

const SUBJECT = 'schemas/support.ticket';

const git = (folder: Folder, ...words: string[]): void =>
  void execFileSync('git', ['-C', folder.root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
    stdio: 'pipe',
  });
const commit = (folder: Folder): void => {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'x');
};

/** Version 1 is accepted, and on `main`. */
async function repository(): Promise<Folder> {
  const folder = await newProject();
  expect(await folder.assay('propose', 'support.ticket@1')).toMatchObject({ exit: 0 });
  expect(await folder.assay('propose', 'support.ticket/first')).toMatchObject({ exit: 0 });
  git(folder, 'init', '-q', '-b', 'main');
  commit(folder);
  return folder;
}

/** Version 2 is version 1 with one more field. */
function second(folder: Folder, field: string): void {
  const text = folder.read(`${SUBJECT}/v1.yaml`).replace('ticket.v1', 'ticket.v2');
  folder.write(`${SUBJECT}/v2.yaml`, text.replace('key: [ticket]', `  - ${field}\nkey: [ticket]`));
  folder.write(
    `${SUBJECT}/changes/v1-v2.yaml`,
    'changes: version\nsubject: support.ticket\nfrom: 1\nto: 2\nclass: compatible\nreason: A test.\nconsumers: [priority-trainer]\nbackfill: {kind: none}\nwithdraw_by: 2027-01-31\n',
  );
}

const QUEUE = '{id: 5, name: queue, physical: string, logical: text, nullable: true, default: null}';
const AGENT = '{id: 5, name: agent, physical: int64, logical: identifier, nullable: true, default: null}';

const against = async (folder: Folder, where: string) => {
  const { exit, json } = await folder.assay('check', '--against', where, '--json');
  return { exit, ...json() };
};
const codes = (report: { faults: { code: string }[] }): string[] => report.faults.map(({ code }) => code);

describe('assay check --against git:REF', () => {
  it('takes the ledger of the ref for the truth: what a branch accepted for itself is proposed', async () => {
    const folder = await repository();
    second(folder, QUEUE);
    await folder.assay('propose', 'support.ticket@2');
    expect(await folder.assay('check', '--json').then(({ json }) => json().subjects[0].versions)).toEqual([]);
    expect(await against(folder, 'git:main')).toMatchObject({
      exit: 0,
      subjects: [{ accepted: { versions: 1, revisions: 1 }, versions: [{ from: 1, to: 2, holds: true }] }],
    });
  });

  it('needs no store, because a fresh clone has none', async () => {
    const folder = await repository();
    const clone = emptyFolder();
    git(clone, 'clone', '-q', folder.root, '.');
    expect(await against(clone, 'git:origin/main')).toMatchObject({ exit: 0, faults: [] });
  });

  it('finds and explains two branches that both took the next version and the next id', async () => {
    const folder = await repository();
    git(folder, 'checkout', '-q', '-b', 'mine');
    const clone = emptyFolder();
    git(clone, 'clone', '-q', folder.root, '.');
    git(clone, 'checkout', '-q', 'main');
    second(clone, AGENT);
    for (const what of ['support.ticket@1', 'support.ticket/first', 'support.ticket@2'])
      expect(await clone.assay('propose', what)).toMatchObject({ exit: 0, err: '' });
    commit(clone);
    second(folder, QUEUE);
    git(folder, 'fetch', '-q', clone.root, 'main:theirs');
    const report = await against(folder, 'git:theirs');
    expect(report.exit).toBe(3);
    expect(report.faults).toMatchObject([
      { code: 'VERSION_TAKEN_ELSEWHERE', facts: { version: 2, next: 3 }, at: { file: `${SUBJECT}/v2.yaml` } },
      {
        code: 'ID_TAKEN_ELSEWHERE',
        facts: { id: 5, base: 'agent (int64), since version 2', tree: 'queue (string)', next: 6 },
        at: { file: `${SUBJECT}/v2.yaml` },
      },
    ]);
    expect(report.subjects).toEqual([]);
  });

  it('finds a ledger that lost what the ref has', async () => {
    const folder = await repository();
    folder.remove(`${SUBJECT}/ledger.yaml`);
    folder.remove('.assay');
    expect(await folder.assay('check')).toMatchObject({ exit: 0 });
    expect(codes(await against(folder, 'git:main'))).toEqual(['BASE_NOT_KEPT', 'BASE_NOT_KEPT']);
    folder.remove('schemas/support.ticket');
    folder.remove('golden');
    folder.write('schemas/other/subject.yaml', 'x: 1\n');
    expect(codes(await against(folder, 'git:main'))).toContain('BASE_NOT_KEPT');
  });

  /** The first data with a label changed, as a revision of a name of its own. */
  const relabelled = (folder: Folder, revision: string): void => {
    const golden = 'golden/support.ticket';
    const data = folder
      .read(`${golden}/first.csv`)
      .replace('1002,2026-01-05,41000,urgent', '1002,2026-01-05,41000,low');
    folder.write(`${golden}/${revision}.csv`, data);
    const manifest = folder
      .read(`${golden}/first.yaml`)
      .replaceAll('first', revision)
      .replace(`${revision}_response`, 'first_response')
      .replace(/sha256:[0-9a-f]{64}/, sha256(Buffer.from(data)));
    folder.write(`${golden}/${revision}.yaml`, manifest);
  };
  const revisionsIn = (report: { subjects: { revisions: object[] }[] }): object[] =>
    report.subjects[0]!.revisions;

  it('holds data that the ref has none of against each other, because a new subject would bring any change with it', async () => {
    const folder = await newProject();
    git(folder, 'init', '-q', '-b', 'main');
    commit(folder);
    git(folder, 'checkout', '-q', '-b', 'branch');
    for (const what of ['support.ticket@1', 'support.ticket/first']) await folder.assay('propose', what);
    relabelled(folder, 'second');
    const report = await against(folder, 'git:main');
    expect(report.exit).toBe(1);
    expect(revisionsIn(report)).toMatchObject([
      { from: null, to: 'first', holds: true },
      { from: 'first', to: 'second', meaning: 'fails', holds: false },
    ]);
  });

  it('takes the first by name for the first of all, where nobody accepted any', async () => {
    const folder = await newProject();
    relabelled(folder, 'second');
    const { exit, json } = await folder.assay('check', '--json');
    expect(exit).toBe(1);
    expect(revisionsIn(json())).toMatchObject([
      { to: 'first' },
      { from: 'first', to: 'second', meaning: 'fails' },
    ]);
  });

  const refused: ReadonlyArray<readonly [where: string, code: string]> = [
    ['git:nowhere', 'GIT_UNREADABLE'],
    ['git:--all', 'AGAINST_MALFORMED'],
    ['git:a..b', 'AGAINST_MALFORMED'],
    ['git:main:schemas', 'AGAINST_MALFORMED'],
    ['git:', 'AGAINST_MALFORMED'],
    ['nowhere', 'PROJECT_NOT_FOUND'],
    ['', 'AGAINST_MALFORMED'],
  ];
  it('refuses what names nothing', async () => {
    const folder = await repository();
    for (const [where, code] of refused)
      expect(await against(folder, where), where).toMatchObject({ exit: 2, code });
  });

  it('says so outside a repository', async () => {
    const folder = await newProject();
    expect(await against(folder, 'git:main')).toMatchObject({ exit: 2, code: 'GIT_UNREADABLE' });
  });
});

describe('assay check --against registry', () => {
  it('takes what the store has accepted for the truth', async () => {
    const folder = await repository();
    expect(await against(folder, 'registry')).toMatchObject({ exit: 0, faults: [] });
    second(folder, QUEUE);
    await folder.assay('propose', 'support.ticket@2');
    const accepted = folder.read(`${SUBJECT}/v2.yaml`);
    git(folder, 'checkout', '-q', '--', '.');
    folder.write(`${SUBJECT}/v2.yaml`, accepted.replace(QUEUE, AGENT));
    const report = await against(folder, 'registry');
    expect(codes(report)).toEqual(['VERSION_TAKEN_ELSEWHERE', 'ID_TAKEN_ELSEWHERE']);
  });

  it('needs a store', async () => {
    const folder = await newProject();
    expect(await against(folder, 'registry')).toMatchObject({ code: 'STORE_ABSENT' });
  });
});

describe('assay check --against DIR', () => {
  it('takes the ledgers of another project for the truth', async () => {
    const folder = await repository();
    const other = emptyFolder();
    cpSync(folder.root, other.root, { recursive: true });
    second(other, QUEUE);
    await other.assay('propose', 'support.ticket@2');
    expect(await against(other, folder.root)).toMatchObject({
      exit: 0,
      subjects: [{ versions: [{ to: 2 }] }],
    });
    expect(codes(await against(folder, other.root))).toEqual(['BASE_NOT_KEPT']);
  });
});
