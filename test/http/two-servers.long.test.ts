import { randomBytes } from 'node:crypto';
import { setTimeout as waiting } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Role } from '../../src/service/access/roles.ts';
import { TOKEN_BYTES } from '../../src/service/access/token-text.ts';
import { newToken } from '../../src/service/access/tokens.ts';
import type { JournalEntry } from '../../src/store/port.ts';
import type { PostgresStore } from '../../src/store/postgres/store.ts';

import { openPostgres } from '../store/open-postgres.ts';
import { type PostgresServer, startPostgres } from '../store/postgres-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ANY_RATE } from './guarded.ts';
import { loadSubject } from './load-subject.ts';
import { bundledServer, type ServerApart } from './servers-apart.ts';

const DAY_MS = 86_400_000;
const SUBJECTS = Array.from({ length: 8 }, (_, at) => `load.s${at}`);

let postgres: PostgresServer;
let store: PostgresStore;
let begin: () => Promise<ServerApart>;
const slots: ServerApart[] = [];
/** What every server wrote to standard error. */
const told: string[] = [];
const bearers: Partial<Record<Role, { readonly id: string; readonly authorization: string }>> = {};

beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.createDatabase();
  store = await openPostgres(url, { now_ms: () => Date.now() });
  for (const role of ['producer', 'consumer', 'reader'] as const) {
    const made = await newToken({
      store,
      chance: randomBytes(TOKEN_BYTES),
      name: role,
      grants: [{ role, subjects: 'all' }],
      expires: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
      now_ms: Date.now(),
      opId: `token-${role}`,
    });
    if (made instanceof Fault) throw made;
    bearers[role] = { id: made.answer.token, authorization: `Bearer ${made.text}` };
  }
  const start = await bundledServer();
  const place = {
    postgres: { url, schema: 'assay', connections: 10 },
    folder: '/',
    given: 'option',
  } as const;
  const root = temporaryFolder();
  begin = () => start({ root, place, config: { auth: { rates: ANY_RATE } } });
  slots.push(await begin(), await begin());
}, 120_000);

afterAll(async () => {
  for (const one of slots) await one.kill();
  await store.close();
  await postgres.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is what it expects there.
type Heard = { readonly status: number; readonly body: any };

/** Undefined where the connection was cut, or nobody listened. */
async function ask(
  { url }: ServerApart,
  path: string,
  { role = 'reader', ...init }: Partial<Ask> = {},
): Promise<Heard | undefined> {
  try {
    const response = await fetch(url + path, {
      ...init,
      body: init.body === undefined ? null : JSON.stringify(init.body),
      headers: {
        authorization: bearers[role]!.authorization,
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
        ...(init.key !== undefined && { 'idempotency-key': init.key }),
      },
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}
type Ask = { role: Role; method: string; body: object; key: string };

let asked = 0;
/** Each a change of its own. */
const change = (role: Role, method: string, body: object): Ask => ({
  role,
  method,
  body,
  key: `key-${++asked}`,
});
const opIdOf = ({ role, key }: Ask): string => `token:${bearers[role]!.id} ${key}`;

/** Of all subjects, each journal in its order. */
async function journals(): Promise<ReadonlyMap<string, readonly JournalEntry[]>> {
  const found = new Map<string, readonly JournalEntry[]>();
  const scopes = await store.scopes();
  if (scopes instanceof Fault) throw scopes;
  for (const { scope, seq } of scopes) {
    const entries: JournalEntry[] = [];
    while (entries.length < seq) {
      const page = await store.journal(scope, entries.length + 1, 1_000);
      if (page instanceof Fault) throw page;
      if (page.length === 0) break;
      entries.push(...page);
    }
    found.set(scope, entries);
  }
  return found;
}

type Acknowledged = { readonly subject: string; readonly opId: string; readonly seq: number };

/** Nothing that was answered is lost, nothing was done twice, and each journal has no gap. */
async function expectKept(acknowledged: readonly Acknowledged[]): Promise<void> {
  const all = await journals();
  for (const [scope, entries] of all) {
    expect(
      entries.map(({ seq }) => seq),
      scope,
    ).toEqual(entries.map((_, at) => at + 1));
    expect(new Set(entries.map(({ opId }) => opId)).size, scope).toBe(entries.length);
  }
  for (const { subject, opId, seq } of acknowledged)
    expect(all.get(`subject/${subject}`)?.[seq - 1]?.opId, `${subject} ${seq}`).toBe(opId);
  expect(await store.checkIntegrity()).toBeUndefined();
}

/** Of each subject: the names its fields came to have, and its ledger. */
const stands = new Map(
  SUBJECTS.map(subject => [subject, { names: [] as string[], ledger: null as string | null }]),
);

describe('two servers on one database', () => {
  it('take 64 proposers at a time: versions are dense, each id is one field, and all is read from the other at once', async () => {
    const acknowledged: Acknowledged[] = [];
    const refused = new Map<string, number>();
    const kinds: string[] = [];
    for (const version of [1, 2, 3]) {
      const propose = async (subject: string, at: number) => {
        const { names, ledger } = stands.get(subject)!;
        // Half of them mean one version, and half another, under the same number.
        const mine = [...names, `${at % 4 < 2 ? 'a' : 'b'}${version}`];
        const proposal = change('producer', 'POST', {
          of: { version },
          files: loadSubject(subject, mine, ledger),
        });
        const [here, there] = at % 2 === 0 ? [slots[0]!, slots[1]!] : [slots[1]!, slots[0]!];
        const heard = await ask(here, `/subjects/${subject}/proposals`, proposal);
        if (heard?.status !== 200) {
          expect([409, 412, 422], JSON.stringify(heard)).toContain(heard?.status);
          refused.set(heard!.body.code, (refused.get(heard!.body.code) ?? 0) + 1);
          return undefined;
        }
        const { answer } = heard.body;
        acknowledged.push({ subject, opId: opIdOf(proposal), seq: answer.seq });
        kinds.push(answer.kind);
        const read = await ask(there, `/subjects/${subject}/versions/${version}`);
        expect(read).toMatchObject({ status: 200, body: { change: answer.change, state: 'active' } });
        const bytes = await ask(there, `/schemas/${read!.body.recordSchema}`);
        expect(bytes).toMatchObject({ status: 200, body: { fields: { length: version } } });
        return { subject, mine, ledger: heard.body.ledger as string };
      };
      const all = await Promise.all(
        SUBJECTS.flatMap(subject => Array.from({ length: 8 }, (_, at) => propose(subject, at))),
      );
      for (const subject of SUBJECTS) {
        const won = all.filter(one => one?.subject === subject);
        expect(won.length, subject).toBeGreaterThan(0);
        // Whoever was answered meant the same.
        expect(new Set(won.map(one => one!.mine.join())).size, subject).toBe(1);
        stands.set(subject, { names: won[0]!.mine, ledger: won[0]!.ledger });
      }
    }
    await expectKept(acknowledged);
    for (const [scope, entries] of await journals()) {
      if (!scope.startsWith('subject/')) continue;
      const stored = entries.filter(({ answer }) => answer.kind === 'stored');
      expect(
        stored.map(({ answer }) => answer['version']),
        scope,
      ).toEqual([1, 2, 3]);
    }
    for (const one of slots)
      for (const [subject, { names }] of stands) {
        const { body } = (await ask(one, `/subjects/${subject}/versions`))!;
        expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3]);
        const last = await ask(one, `/schemas/${body.versions[2].recordSchema}`);
        expect(last!.body.fields.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual(
          names.map((name, at) => [at + 1, name]),
        );
      }
    // Both were met: the same again, and another under the same number.
    expect(kinds).toContain('already');
    expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50);
  }, 120_000);

  it('lose nothing that was answered, and leave no half, when one or the other is killed 200 times', async () => {
    const chance = chanceOf(Number(process.env['ASSAY_SEED'] ?? Date.now()));
    let [killed, isOver] = [0, false];
    const acknowledged: Acknowledged[] = [];
    let cut = 0;
    /** Sent again under its key, to whoever is there, until it is answered. */
    const sendUntilAnswered = async (subject: string, path: string, what: Ask): Promise<Heard> => {
      for (;;) {
        const heard = await ask(slots[chance(2)]!, path, what);
        if (heard?.status === 200) {
          const { seq } = heard.body.answer ?? heard.body;
          acknowledged.push({ subject, opId: opIdOf(what), seq });
          return heard;
        }
        cut += 1;
        if (heard !== undefined) expect([503], JSON.stringify(heard)).toContain(heard.status);
        await waiting(20);
      }
    };
    const killer = async (slot: number): Promise<void> => {
      while (killed < 200) {
        // Most die in the middle of what is quick; now and then one lives long enough to judge.
        await waiting(chance(12) === 0 ? 700 : 5 + chance(60));
        killed += 1;
        const dying = slots[slot]!;
        await dying.kill();
        told.push(dying.told());
        slots[slot] = await begin();
      }
    };
    const registering = async (at: number): Promise<void> => {
      const subject = SUBJECTS[at % SUBJECTS.length]!;
      for (let turn = 0; !isOver; turn++) {
        const purpose = `turn ${turn}`;
        const said = change('consumer', 'PUT', { kind: 'other', reads: { from: 1 + (turn % 3) }, purpose });
        const path = `/subjects/${subject}/consumers/load-${at}`;
        const { body } = await sendUntilAnswered(subject, path, said);
        expect(body.entry).toMatchObject({ purpose });
        last.set(`${subject} load-${at}`, purpose);
      }
    };
    const last = new Map<string, string>();
    const proposing = async (subject: string): Promise<void> => {
      while (!isOver) {
        const { names, ledger } = stands.get(subject)!;
        const more = [...names, `c${names.length + 1}`];
        const files = loadSubject(subject, more, ledger);
        const said = change('producer', 'POST', { of: { version: more.length }, files });
        const { body } = await sendUntilAnswered(subject, `/subjects/${subject}/proposals`, said);
        stands.set(subject, { names: more, ledger: body.ledger });
      }
    };
    const work = [
      ...Array.from({ length: 6 }, (_, at) => registering(at)),
      ...SUBJECTS.slice(6).map(proposing),
    ];
    await Promise.all([killer(0), killer(1)]);
    isOver = true;
    await Promise.all(work);
    expect(killed).toBeGreaterThanOrEqual(200);
    expect(cut).toBeGreaterThan(50);
    expect(acknowledged.length).toBeGreaterThan(100);
    await expectKept(acknowledged);
    for (const [who, purpose] of last) {
      const [subject, name] = who.split(' ') as [string, string];
      for (const one of slots) {
        const { body } = (await ask(one, `/subjects/${subject}/consumers`))!;
        expect(body.consumers.find((each: { name: string }) => each.name === name)).toMatchObject({
          purpose,
        });
      }
    }
    for (const [subject, { names }] of stands) {
      const { body } = (await ask(slots[0]!, `/subjects/${subject}/versions`))!;
      expect(body.versions).toHaveLength(names.length);
    }
    expect(told.filter(text => /INTERNAL|TypeError|RangeError/.test(text))).toEqual([]);
  }, 180_000);

  it('refuse what the database cannot keep while it is gone, as something to be asked again, and go on when it is back', async () => {
    const acknowledged: Acknowledged[] = [];
    const codes = new Map<string, number>();
    let isOver = false;
    const count = (heard: Heard | undefined): void => {
      const code = heard === undefined ? 'cut' : heard.status === 200 ? '200' : heard.body.code;
      codes.set(code, (codes.get(code) ?? 0) + 1);
      if (heard?.status !== 200) expect(heard, JSON.stringify(heard)).toMatchObject({ status: 503 });
    };
    const writing = async (at: number): Promise<void> => {
      const subject = SUBJECTS[at % SUBJECTS.length]!;
      for (let turn = 0; !isOver; turn++) {
        const said = change('consumer', 'PUT', {
          kind: 'other',
          reads: { from: 1 },
          purpose: `after ${turn}`,
        });
        for (;;) {
          const heard = await ask(slots[(at + turn) % 2]!, `/subjects/${subject}/consumers/load-${at}`, said);
          count(heard);
          if (heard?.status === 200) {
            acknowledged.push({ subject, opId: opIdOf(said), seq: heard.body.seq });
            break;
          }
          await waiting(50);
        }
      }
    };
    const reading = async (at: number): Promise<void> => {
      while (!isOver) {
        count(await ask(slots[at % 2]!, `/subjects/${SUBJECTS[at]}`));
        await waiting(20);
      }
    };
    const work = [0, 1, 2, 3].flatMap(at => [writing(at), reading(at)]);
    for (const end of ['crash', 'stop'] as const) {
      await waiting(500);
      await postgres[end]();
      await waiting(1_200);
      const before = acknowledged.length;
      await postgres.start();
      const patience_ms = performance.now() + 20_000;
      while (acknowledged.length < before + 20 && performance.now() < patience_ms) await waiting(50);
      expect(acknowledged.length, end).toBeGreaterThanOrEqual(before + 20);
    }
    isOver = true;
    await Promise.all(work);
    expect([...codes.keys()].sort()).toEqual(['200', 'STORE_SILENT']);
    await expectKept(acknowledged);
  }, 120_000);
});

/** The same numbers for the same seed. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
