import { beforeEach, describe, expect, it } from 'vitest';
import { type Digest, sha256 } from '../../../src/base/digest.ts';
import { subjectScope } from '../../../src/change/subject-state.ts';
import { type AuditPlace, parsePlace, printPlace, queryAudit } from '../../../src/service/access/audit.ts';
import type { Principal } from '../../../src/service/access/principal.ts';
import { ReadableStore } from '../../../src/service/access/readable-store.ts';
import type { Role } from '../../../src/service/access/roles.ts';
import { ACCESS_SCOPE } from '../../../src/service/access/token-entry.ts';
import { MemoryStore } from '../../../src/store/memory.ts';

const who = (role: Role, subjects: readonly string[] | 'all'): Principal => ({
  id: 'token:1',
  grants: [{ role, subjects }],
});

let store: MemoryStore;
let asks: Principal;
let seen: ReadableStore;
let operations = 0;

/** An object, and a ref that names it deep inside. */
async function hold(scope: string, text: string): Promise<Digest> {
  const digest = sha256(text);
  await store.transact(scope, `op-${operations++}`, { kind: 'hold', text }, () => ({
    answer: { kind: 'held', by: 'token:9' },
    refs: new Map([[`version/${operations}`, { evidence: { objects: [digest] } }]]),
    objects: [Buffer.from(text)],
  }));
  return digest;
}

const isThere = async (digest: Digest): Promise<boolean> =>
  (await seen.getObject(digest)) instanceof Uint8Array;

beforeEach(() => {
  store = new MemoryStore(() => 7);
  asks = who('reader', 'all');
  seen = new ReadableStore(store, () => asks);
});

describe('a store, as whoever asks may see it', () => {
  it('has all for those who may read all, but no token', async () => {
    const a = await hold(subjectScope('a'), 'one');
    await hold(ACCESS_SCOPE, 'token');
    expect(await isThere(a)).toBe(true);
    expect(await seen.scopes()).toEqual([{ scope: 'subject/a', seq: 1 }]);
    expect(await seen.readScope(ACCESS_SCOPE)).toMatchObject({ seq: 0, refs: new Map() });
    expect(await seen.journal(ACCESS_SCOPE, 1, 10)).toEqual([]);
  });

  it('has the tokens for an admin', async () => {
    await hold(ACCESS_SCOPE, 'token');
    asks = who('admin', 'all');
    expect(await seen.readScope(ACCESS_SCOPE)).toMatchObject({ seq: 1 });
  });

  it('has of the subjects of a grant what there is, and of others nothing, as if they were not there', async () => {
    const [a, b] = [await hold(subjectScope('a'), 'one'), await hold(subjectScope('b'), 'two')];
    const loose = await store.putObject(Buffer.from('loose'));
    asks = who('producer', ['a']);
    expect([await isThere(a), await isThere(b)]).toEqual([true, false]);
    expect(await seen.getObject(b)).toMatchObject({ code: 'OBJECT_UNKNOWN', facts: { digest: b } });
    expect(await seen.getObject(loose as Digest)).toMatchObject({ code: 'OBJECT_UNKNOWN' });
    expect(await seen.scopes()).toEqual([{ scope: 'subject/a', seq: 1 }]);
    expect(await seen.readScope('subject/b')).toEqual(
      await store.readScope('subject/none').then(empty => ({ ...empty, scope: 'subject/b' })),
    );
    expect(await seen.journal('subject/b', 1, 10)).toEqual([]);
    expect(await seen.journal('subject/a', 1, 10)).toHaveLength(1);
  });

  it('has what was written since, and lends nothing that another asked for before', async () => {
    asks = who('reader', ['a']);
    const later = sha256('later');
    expect(await isThere(later)).toBe(false);
    await hold(subjectScope('a'), 'later');
    expect(await isThere(later)).toBe(true);
    asks = who('reader', ['b']);
    expect(await isThere(later)).toBe(false);
    asks = who('reader', 'all');
    expect(await isThere(later)).toBe(true);
    asks = { id: 'nobody', grants: [] };
    expect(await isThere(later)).toBe(false);
    expect(await seen.scopes()).toEqual([]);
  });
});

describe('the audit', () => {
  it('has every entry of every journal once, whatever the size of its pages', async () => {
    for (const scope of ['subject/b', ACCESS_SCOPE, 'subject/a', 'subject/b', 'subject/ü:1', 'subject/b'])
      await hold(scope, `${scope} ${operations}`);
    const whole = await queryAudit(store, { from: undefined, limit: 100 });
    if (whole instanceof Error) throw whole;
    expect(whole.entries.map(({ scope, seq }) => `${scope} ${seq}`)).toEqual([
      'access 1',
      'subject/a 1',
      'subject/b 1',
      'subject/b 2',
      'subject/b 3',
      'subject/ü:1 1',
    ]);
    expect(whole.entries.every(({ answer }) => answer['by'] === 'token:9')).toBe(true);
    for (const limit of [1, 2, 4, 6]) {
      const entries: unknown[] = [];
      let from: AuditPlace | undefined;
      do {
        const page = await queryAudit(store, { from, limit });
        if (page instanceof Error) throw page;
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        entries.push(...page.entries);
        from = page.next === null ? undefined : parsePlace(printPlace(page.next));
      } while (from !== undefined);
      expect(entries).toEqual(whole.entries);
    }
  });

  it.each(['', 'a', 'a:', ':1', 'a:0', 'a:01', 'a:-1', 'a:1 ', `${'a'.repeat(513)}:1`])(
    'has no place %s',
    text => expect(parsePlace(text)).toBeUndefined(),
  );
});
