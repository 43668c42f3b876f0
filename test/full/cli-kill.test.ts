import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { initProject } from '../../src/service/init-project.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { builtProgram, runProgram } from '../cli/built.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { killLoop } from './kill-loop.ts';

const KILLS = 200;
const VERSIONS = 6;

/** What is proposed in each project, in this order; each is accepted, and enters the ledger. */
const STEPS: readonly string[] = [
  'support.ticket@1',
  'support.ticket/first',
  ...Array.from({ length: VERSIONS - 1 }, (_, index) => `support.ticket@${index + 2}`),
];
/** A project is left for a new one after so many processes, so that the making of its store is killed, too. */
const ROUNDS_A_PROJECT = 12;

const folder = temporaryFolder();
const template = path.join(folder, 'template');
const LEDGER = 'schemas/support.ticket/ledger.yaml';

/** What the store and the ledger hold after each number of steps: nothing a proposal keeps depends on the clock. */
const stores: Kept[] = [];
const ledgers: string[] = [];
/** How long a proposal takes that nobody kills. */
let whole_ms = 0;

/** A copy, so that a build in the meantime does not change what is killed. */
const program = path.join(folder, 'assay/dist/main/bin.js');

beforeAll(async () => {
  cpSync(path.resolve(builtProgram(), '../..'), path.join(folder, 'assay/dist'), { recursive: true });
  cpSync(path.join(REPOSITORY, 'package.json'), path.join(folder, 'assay/package.json'));
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'assay/node_modules'));
  writeTemplate();
  const root = path.join(folder, 'untouched');
  cpSync(template, root, { recursive: true });
  const note = () => {
    stores.push(keptIn(root));
    ledgers.push(ledgerOf(root));
  };
  note();
  const took_ms: number[] = [];
  for (const step of STEPS) {
    writeRecord(root, step);
    const began = performance.now();
    const { exit, out } = await runProgram(program, root, ['propose', step, '--json']);
    took_ms.push(performance.now() - began);
    expect(exit, out).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind: 'stored', state: 'active', ledgerWritten: true });
    note();
  }
  whole_ms = took_ms.sort((a, b) => a - b)[Math.floor(took_ms.length / 2)]!;
}, 300_000);

describe(`assay propose, killed ${KILLS} times from its launch to its end`, () => {
  it('leaves a store that opens, with all or nothing of its proposal, and a ledger that was whole', async () => {
    let project = { root: '', rounds: 0, steps: 0 };
    let [projects, kept, lateLedgers] = [0, 0, 0];
    // A machine that others use too is now slower and now faster than when a proposal was timed.
    let pace = 1;
    const launch = (): ChildProcess => {
      if (project.root === '' || project.rounds === ROUNDS_A_PROJECT || project.steps === STEPS.length) {
        project = { root: path.join(folder, `project-${projects++}`), rounds: 0, steps: 0 };
        cpSync(template, project.root, { recursive: true });
      }
      project.rounds++;
      const step = STEPS[project.steps]!;
      writeRecord(project.root, step);
      const argv = [program, 'propose', step, '--json'];
      return spawn(process.execPath, argv, { cwd: project.root, stdio: ['ignore', 'pipe', 'inherit'] });
    };
    const rounds = await killLoop({
      kills: KILLS,
      launch,
      // Every other one in the last part, where the store is made, opened and written, and the ledger after it.
      moment: round => ({
        after: 'launch',
        delay_ms: pace * whole_ms * (round % 2 === 0 ? Math.random() : 0.6 + Math.random() * 0.4),
      }),
      inspect: async (_, output) => {
        const { root, steps } = project;
        await expectSound(root);
        const found = keptIn(root);
        const isStored = found.journal.length > steps;
        expect(found, 'all of the proposal or nothing').toEqual(stores[isStored ? steps + 1 : steps]);
        if (output.includes('"kind":"stored"')) expect(isStored, 'an answer is a promise').toBe(true);
        const entered = ledgers.indexOf(ledgerOf(root));
        expect(entered, 'a ledger that somebody else could have written whole').toBeGreaterThanOrEqual(0);
        const now = isStored ? steps + 1 : steps;
        expect(entered, 'what is in the ledger is in the store').toBeLessThanOrEqual(now);
        if (isStored) kept++;
        pace = Math.min(4, Math.max(0.5, pace * (isStored ? 0.95 : 1.01)));
        if (isStored && entered < now) lateLedgers++;
        project = { ...project, steps: now };
      },
    });
    console.log(
      `${KILLS} kills of ${rounds} proposals of ${Math.round(whole_ms)} ms in ${projects} projects: ` +
        `${kept} were stored whole, ${lateLedgers} of them before their ledger was written`,
    );
    expect(kept, 'kills that all come too early prove nothing').toBeGreaterThan(10);
    expect(kept, 'kills that all come too late prove nothing').toBeLessThan(rounds - 10);
  });
});

type Kept = { readonly objects: unknown[]; readonly refs: unknown[]; readonly journal: unknown[] };

const storeOf = (root: string): string => path.join(root, '.assay/registry.sqlite');

const ledgerOf = (root: string): string =>
  existsSync(path.join(root, LEDGER)) ? readFileSync(path.join(root, LEDGER), 'utf8') : 'none';

async function expectSound(root: string): Promise<void> {
  if (!existsSync(storeOf(root))) return; // killed before it came so far; looking at it would make it
  const store = await openSqliteStore({ path: storeOf(root), now_ms: () => 0 });
  if (store instanceof Fault) throw store;
  expect(await store.checkIntegrity()).toBeUndefined();
  await store.close();
}

/** All a store holds but the moment and the name of each operation. */
function keptIn(root: string): Kept {
  if (!existsSync(storeOf(root))) return { objects: [], refs: [], journal: [] };
  const db = new DatabaseSync(storeOf(root));
  const all = (sql: string) => db.prepare(sql).all();
  const kept = {
    objects: all('SELECT digest, length(bytes) AS bytes FROM objects ORDER BY digest'),
    refs: all('SELECT scope, name, generation, value FROM refs ORDER BY scope, name'),
    journal: all('SELECT scope, seq, kind, request, answer FROM journal ORDER BY scope, seq'),
  };
  db.close();
  return kept;
}

/** A new project with versions to come: each widens a range, which surprises nobody. */
function writeTemplate(): void {
  const made = initProject(template);
  if (made instanceof Fault) throw made;
  const schemas = path.join(template, 'schemas/support.ticket');
  const first = readFileSync(path.join(schemas, 'v1.yaml'), 'utf8');
  for (let version = 2; version <= VERSIONS; version++) {
    const text = first
      .replace('support.ticket.v1', `support.ticket.v${version}`)
      .replace('[0, 2592000000]', `[0, ${2_592_000_000 * version}]`);
    writeFileSync(path.join(schemas, `v${version}.yaml`), text);
  }
}

/** The change record of a version after the first, when its turn has come: until then nothing was accepted to change. */
function writeRecord(root: string, step: string): void {
  const version = Number(step.split('@')[1] ?? 0);
  if (version < 2) return;
  const changes = path.join(root, 'schemas/support.ticket/changes');
  mkdirSync(changes, { recursive: true });
  writeFileSync(
    path.join(changes, `v${version - 1}-v${version}.yaml`),
    [
      'changes: version',
      'subject: support.ticket',
      `from: ${version - 1}`,
      `to: ${version}`,
      'class: compatible',
      'reason: Answers take longer than anybody thought.',
      'consumers: [priority-trainer]',
      'backfill: {kind: none}',
      'withdraw_by: 2099-12-31',
      '',
    ].join('\n'),
  );
}
