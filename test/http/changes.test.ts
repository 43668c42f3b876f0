import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { sentFilesFault } from '../../src/service/sent-files.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { get, type Heard } from './ask.ts';
import { changedHere, type Sent, sentFiles } from './changed-here.ts';
import { NOW_MS } from './fill-store.ts';
import { type Bearing, type Guarded, guardedApp } from './guarded.ts';

const SUBJECT = 'training.example';
const PROPOSALS = `/subjects/${SUBJECT}/proposals`;
const RATES = { requests: { atOnce: 1e6, perSecond: 1e6 }, changes: { atOnce: 1e6, perSecond: 1e6 } };

const store = new MemoryStore(() => NOW_MS);
let guarded: Guarded;
let producer: Bearing;
let releaser: Bearing;
let first: Heard;
let keys = 0;

const send = (
  path: string,
  body: unknown,
  { headers }: Bearing = producer,
  more: Record<string, string> = {},
): Promise<Heard> =>
  get(guarded.app, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'idempotency-key': `key-${++keys}`, ...headers, ...more },
  });

const files = sentFiles(SUBJECT);
const propose = (of: object, sent: readonly Sent[] = files, more: Record<string, string> = {}) =>
  send(PROPOSALS, { of, files: sent }, producer, more);
const seqOf = async (): Promise<number> =>
  ((await store.readScope(`subject/${SUBJECT}`)) as { seq: number }).seq;

beforeAll(async () => {
  guarded = guardedApp(store, { rates: RATES }, NOW_MS, changedHere(store));
  producer = await guarded.token('producer', [SUBJECT], '2027-03-01');
  releaser = await guarded.token('releaser', [SUBJECT], '2027-03-01');
  first = await propose({ version: 3 }, files, { 'idempotency-key': 'first' });
});

describe('a proposal over HTTP', () => {
  it('is judged and kept, and answered with the ledger as it is now', async () => {
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      answer: { kind: 'stored', state: 'active', version: 3, by: `token:${producer.id}` },
      ledger: expect.stringContaining('ledger: training.example'),
    });
    const { body } = await get(guarded.app, `/subjects/${SUBJECT}/versions/3`, { headers: producer.headers });
    expect(body).toMatchObject({ state: 'active', change: first.body.answer.change });
  });

  it('that is sent again under its key is answered as it was, and nothing is added', async () => {
    const before = await seqOf();
    const again = await propose({ version: 3 }, files, { 'idempotency-key': 'first' });
    expect(again.body.answer).toEqual(first.body.answer);
    expect(await seqOf()).toBe(before);
  });

  it('under a key that was used for another is refused, and nothing is added', async () => {
    const before = await seqOf();
    const other = await propose({ version: 4 }, files, { 'idempotency-key': 'first' });
    expect([other.status, other.body.code]).toEqual([409, 'OP_ID_REUSED']);
    expect(await seqOf()).toBe(before);
  });

  it('is refused where the subject has moved since it was read', async () => {
    const seq = await seqOf();
    const late = await propose({ version: 3 }, files, { 'if-match': `"seq-${seq - 1}"` });
    expect([late.status, late.body.code]).toEqual([412, 'SUBJECT_MOVED']);
    expect(late.body.facts).toMatchObject({ expected: seq - 1, found: seq });
    const malformed = await propose({ version: 3 }, files, { 'if-match': 'seven' });
    expect([malformed.status, malformed.body.code]).toEqual([400, 'PARAMETER_INVALID']);
    expect(await seqOf()).toBe(seq);
  });

  it('tells what is wrong with a file by its place in the file', async () => {
    const broken = files.map(file =>
      file.path.endsWith('/v4.yaml') ? { path: file.path, text: `${file.text}\nfoelds: []\n` } : file,
    );
    const { status, body } = await propose({ version: 4 }, broken);
    expect([status, body.code]).toEqual([422, 'UNKNOWN_KEY']);
    expect(body.at).toMatchObject({ file: `schemas/${SUBJECT}/v4.yaml`, line: expect.any(Number) });
    expect(JSON.stringify(body)).not.toContain('assay-sent');
  });

  it.each([
    ['no key', PROPOSALS, { of: { version: 4 }, files }, { 'idempotency-key': '' }, 400, 'PARAMETER_INVALID'],
    ['no files', PROPOSALS, { of: { version: 4 }, files: [] }, {}, 422, 'SHAPE'],
    ['both names', PROPOSALS, { of: { version: 4, revision: '1' }, files }, {}, 422, 'SHAPE'],
    ['a key nobody knows', PROPOSALS, { of: { version: 4 }, file: files }, {}, 422, 'UNKNOWN_KEY'],
    [
      'a file twice',
      PROPOSALS,
      { of: { version: 4 }, files: [files[0], files[0]] },
      {},
      422,
      'SENT_FILE_REFUSED',
    ],
    [
      'text and base64',
      PROPOSALS,
      { of: { version: 4 }, files: [{ path: 'schemas/a', text: '', base64: '' }] },
      {},
      422,
      'SHAPE',
    ],
    [
      'what is no base64',
      PROPOSALS,
      { of: { version: 4 }, files: [{ path: 'schemas/a', base64: 'a===' }] },
      {},
      422,
      'SHAPE',
    ],
  ])('with %s is refused, and nothing is added', async (_, path, body, more, status, code) => {
    const before = await seqOf();
    const answer = await send(path, body, producer, more);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await seqOf()).toBe(before);
  });
});

describe('a step over HTTP', () => {
  const steps = (version: number) => `/subjects/${SUBJECT}/versions/${version}/steps`;

  it('withdraws what its producer proposed, and nobody else may but a data owner', async () => {
    const { body } = await propose({ version: 4 });
    const { change } = body.answer;
    const ask = { event: 'withdraw', change };
    const other = await guarded.token('producer', [SUBJECT], '2027-03-01');
    expect((await send(steps(4), ask, other)).body.code).toBe('NOT_THE_PROPOSER');
    expect((await send(steps(4), ask, releaser)).body.code).toBe('FORBIDDEN');
    const done = await send(steps(4), ask);
    expect(done.body).toMatchObject({ kind: 'moved', from: 'proposed', state: 'withdrawn' });
  });

  it('asks leave for what it is, and is refused out of turn', async () => {
    const { change } = first.body.answer;
    const ask = { event: 'activate', change };
    expect((await send(steps(3), ask)).body.code).toBe('FORBIDDEN');
    expect((await send(steps(3), ask, releaser)).body).toMatchObject({ kind: 'already', state: 'active' });
    const unread = { event: 'activate', change: `sha256:${'0'.repeat(64)}` };
    expect((await send(steps(3), unread, releaser)).body.code).toBe('EVIDENCE_CHANGED');
  });

  it('retires no revision', async () => {
    const { body } = await send(`/subjects/${SUBJECT}/revisions/1/steps`, {
      event: 'retire',
      change: first.body.answer.change,
    });
    expect(body.code).toBe('SHAPE');
  });
});

describe('what is read as it is stored', () => {
  it('is every ref of a subject, with an etag that says its seq', async () => {
    const { headers } = producer;
    const state = await get(guarded.app, `/subjects/${SUBJECT}/state`, { headers });
    const scope = (await store.readScope(`subject/${SUBJECT}`)) as Exclude<
      Awaited<ReturnType<MemoryStore['readScope']>>,
      Fault
    >;
    expect(state.body).toEqual({ subject: SUBJECT, seq: scope.seq, refs: Object.fromEntries(scope.refs) });
    const etag = state.headers.get('etag')!;
    expect(etag).toMatch(new RegExp(`^"seq-${scope.seq}\\.[0-9a-f]{12}"$`));
    const held = await guarded.app.request(`/subjects/${SUBJECT}/state`, {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([held.status, await held.text()]).toEqual([304, '']);
  });

  it('is any object, byte for byte', async () => {
    const { change } = first.body.answer;
    const answer = await guarded.app.request(`/objects/${change}`, { headers: producer.headers });
    const stored = (await store.getObject(change)) as Uint8Array;
    expect(Buffer.from(await answer.arrayBuffer()).equals(stored)).toBe(true);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  });
});

describe('the name of a file that is sent', () => {
  const refused = (...paths: readonly string[]) =>
    sentFilesFault(paths.map(path => ({ path, bytes: new Uint8Array() })));

  it.each([
    'schemas',
    'schemas/',
    '/schemas/a',
    'schemas/../a',
    'schemas/./a',
    'schemas//a',
    'other/a',
    'registry.config.ts',
    'schemas/a\\b',
    'schemas/a\0',
    'schemas/c:a',
    'schemas/e\u0301',
    `schemas/${'a'.repeat(256)}`,
    `schemas/${'ä'.repeat(200)}`,
    `schemas/${'a/'.repeat(20)}a`,
  ])('%j is refused', path => expect(refused(path)?.code).toBe('SENT_FILE_REFUSED'));

  it('stands once, and is no folder of another', () => {
    expect(refused('schemas/a', 'schemas/a')?.facts.where).toBe('files.1.path');
    expect(refused('schemas/a/b', 'schemas/a')?.facts.where).toBe('files.1.path');
    expect(refused('schemas/a/b', 'schemas/a.b', 'golden/a/c.csv')).toBeUndefined();
  });

  it('leads nowhere but below its folder, whatever it is', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'schemas', 'golden', 'a'), fc.string());
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), parts => {
        const path = parts.join('/');
        const resolved = new URL(`file:///root/${path.split('/').map(encodeURIComponent).join('/')}`)
          .pathname;
        const isBelow = /^\/root\/(schemas|golden)\/./.test(resolved) && !path.includes('//');
        if (refused(path) === undefined) expect(isBelow).toBe(true);
      }),
    );
  });
});
