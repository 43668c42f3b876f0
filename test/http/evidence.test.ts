import { beforeAll, describe, expect, it } from 'vitest';
import type { Digest } from '../../src/base/digest.ts';
import { publicKeyText } from '../../src/change/approval/key.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { privateKey, signed } from '../change/approval/sample-keys.ts';
import { record } from '../cli/adopting.ts';
import { get, type Heard } from './ask.ts';
import { changedHere, sentFiles } from './changed-here.ts';
import { NOW_MS } from './fill-store.ts';
import { ANY_RATE, type Bearing, type Guarded, guardedApp } from './guarded.ts';

const SUBJECT = 'training.example';
const V4 = `/subjects/${SUBJECT}/versions/4`;
const key = (id: string, more: object = {}) => ({
  id,
  person: id,
  roles: ['data-owner', 'model-owner'],
  publicKey: publicKeyText(privateKey(id)),
  ...more,
});
const SIGNED = {
  approvals: { keys: [key('ada'), key('ben')], required: [{ subjects: 'all', evidence: [] }] },
};

const store = new MemoryStore(() => NOW_MS);
let guarded: Guarded;
const bearers: Record<string, Bearing> = {};
let change: Digest;
let keys = 0;

const send = async (
  path: string,
  body: unknown,
  role = 'producer',
  more: Record<string, string> = {},
  method = 'POST',
): Promise<Heard> =>
  get(guarded.app, path, {
    method,
    body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-${++keys}`,
      ...bearers[role]!.headers,
      ...more,
    },
  });
const read = async (path: string): Promise<Heard> =>
  get(guarded.app, path, { headers: bearers['reader']!.headers });
const seqOf = async (): Promise<number> =>
  ((await store.readScope(`subject/${SUBJECT}`)) as { seq: number }).seq;

type Approval = Parameters<typeof signed>[0];
const envelope = (role: 'data-owner' | 'model-owner', ...signers: string[]): Uint8Array =>
  signed({ subject: SUBJECT, of: { version: 4 }, role, change } satisfies Approval, signers);

/** As the repository has it, and with a converter named. */
const FILES = sentFiles(SUBJECT).map(file =>
  file.path.endsWith('changes/v3-v4.yaml') ? { path: file.path, text: record(3, 4) } : file,
);

beforeAll(async () => {
  guarded = guardedApp(store, { rates: ANY_RATE }, NOW_MS, changedHere(store, SIGNED), SIGNED);
  for (const role of [
    'reader',
    'producer',
    'consumer',
    'data-owner',
    'model-owner',
    'releaser',
    'admin',
  ] as const)
    bearers[role] = await guarded.token(role, 'all', '2027-03-01');
  const path = `/subjects/${SUBJECT}/proposals`;
  await send(path, { of: { version: 3 }, files: FILES });
  ({ change } = (await send(path, { of: { version: 4 }, files: FILES })).body.answer);
});

describe('the gate over HTTP', () => {
  it('shows every condition of a proposal, with an etag that stays while nothing changes', async () => {
    const { status, body, headers } = await read(`${V4}/gate`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      format: 'assay.gate/1',
      subject: SUBJECT,
      version: 4,
      change,
      isOpen: false,
    });
    const states = Object.fromEntries(
      body.conditions.map((one: { condition: string; state: string }) => [one.condition, one.state]),
    );
    expect(states).toMatchObject({ approvals: 'unmet', matrix: 'met', golden: 'not-asked' });
    const held = await guarded.app.request(`${V4}/gate`, {
      headers: { ...bearers['reader']!.headers, 'if-none-match': headers.get('etag')! },
    });
    expect(held.status).toBe(304);
  });

  it('knows no proposal that nobody made, and no subject that is not there', async () => {
    expect((await read(`/subjects/${SUBJECT}/versions/9/gate`)).body.code).toBe('PROPOSAL_UNKNOWN');
    expect((await read(`/subjects/${SUBJECT}/revisions/9/gate`)).body.code).toBe('PROPOSAL_UNKNOWN');
    expect((await read('/subjects/no.such/versions/9/gate')).body.code).toBe('SUBJECT_UNKNOWN');
  });
});

describe('an approval over HTTP', () => {
  const approve = (body: unknown, role = 'data-owner', more = {}) =>
    send(`${V4}/approvals`, body, role, more);

  it('is never given without a signature that counts, and then nothing is added', async () => {
    const before = await seqOf();
    const bare = { event: 'approve', change };
    expect((await approve(bare)).body.code).toBe('ATTESTATION_PARSE');
    expect((await send(`${V4}/steps`, bare, 'data-owner')).body.code).toBe('SHAPE');
    const unsigned = JSON.parse(Buffer.from(envelope('data-owner', 'ada')).toString());
    expect((await approve({ ...unsigned, signatures: [] })).body.code).toBe('ATTESTATION_PARSE');
    expect((await approve({ ...unsigned, more: 1 })).body).toMatchObject({
      code: 'ATTESTATION_PARSE',
      facts: { document: 'the envelope', path: 'more' },
    });
    expect((await approve(envelope('data-owner', 'eve'))).body.code).toBe('APPROVAL_SIGNATURE');
    const other = signed({ subject: SUBJECT, of: { version: 3 }, role: 'data-owner', change }, ['ada']);
    expect((await approve(other)).body.code).toBe('APPROVAL_UNBOUND');
    expect(await seqOf()).toBe(before);
  });

  it('is sent by whoever has the role that it was signed in', async () => {
    for (const [role, sender] of [
      ['data-owner', 'model-owner'],
      ['model-owner', 'data-owner'],
      ['data-owner', 'producer'],
      ['data-owner', 'releaser'],
      ['data-owner', 'admin'],
    ] as const) {
      const { status, body } = await approve(envelope(role, 'ada'), sender);
      expect([status, body.code], sender).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('is refused where the subject has moved, and where it is larger than any envelope', async () => {
    const seq = await seqOf();
    const late = await approve(envelope('data-owner', 'ada'), 'data-owner', {
      'if-match': `"seq-${seq - 1}"`,
    });
    expect([late.status, late.body.code]).toEqual([412, 'SUBJECT_MOVED']);
    const large = await approve({ payload: 'a'.repeat(70_000) });
    expect([large.status, large.body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('counts by person and role, opens the gate with the last one, and says by whom it was sent', async () => {
    const first = envelope('data-owner', 'ada');
    const one = await approve(first, 'data-owner', { 'idempotency-key': 'ada' });
    expect(one.body).toMatchObject({
      kind: 'signed',
      state: 'proposed',
      change,
      by: `token:${bearers['data-owner']!.id}`,
      approvals: { has: 1, needs: 2, missing: ['model-owner'] },
    });
    const seq = await seqOf();
    expect((await approve(first, 'data-owner', { 'idempotency-key': 'ada' })).body).toEqual(one.body);
    expect(await seqOf()).toBe(seq);
    const early = await send(`${V4}/steps`, { event: 'activate', change }, 'releaser');
    expect(['APPROVAL_THRESHOLD', 'CHANGE_OUT_OF_TURN', 'GATE_UNMET']).toContain(early.body.code);
    // The same person in both roles is one person.
    const same = await approve(envelope('model-owner', 'ada'), 'model-owner');
    expect(same.body.state ?? 'refused').not.toBe('approved');
    const two = await approve(envelope('model-owner', 'ben'), 'model-owner');
    expect(two.body).toMatchObject({ kind: 'moved', state: 'approved' });
    const { body } = await read(`${V4}/gate`);
    expect(body).toMatchObject({ isOpen: true, state: 'approved', approvals: { signed: true } });
    // The very bytes that were sent.
    const kept = await store.getObject(body.approvals.approvals[0].envelope);
    const sent = [first, envelope('model-owner', 'ben')].map(bytes => Buffer.from(bytes).toString());
    expect(sent).toContain(Buffer.from(kept as Uint8Array).toString());
  });

  it('is refused where no keys are listed whose signatures count', async () => {
    const open = guardedApp(store, { rates: ANY_RATE }, NOW_MS, changedHere(store));
    const { status, body } = await get(open.app, `${V4}/approvals`, {
      method: 'POST',
      body: Buffer.from(envelope('data-owner', 'ada')),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'open',
        ...bearers['data-owner']!.headers,
      },
    });
    expect([status, body.code]).toEqual([409, 'APPROVAL_POLICY_MISSING']);
  });
});

describe('evidence over HTTP', () => {
  const attach = (body: object, role = 'producer') => send(`${V4}/evidence`, body, role);

  it.each([
    ['no reports', { reports: [] }, 'SHAPE', 'reports'],
    ['a report without bytes', { reports: [{ name: 'a' }] }, 'SHAPE', 'reports.0'],
    ['both kinds of bytes', { reports: [{ name: 'a', text: '', base64: '' }] }, 'SHAPE', 'reports.0'],
    ['what is no base64', { reports: [{ name: 'a', base64: 'a===' }] }, 'SHAPE', 'reports.0.base64'],
  ])('with %s is refused by its place', async (_, body, code, where) => {
    const heard = await attach(body);
    expect([heard.status, heard.body.code, heard.body.facts.where]).toEqual([422, code, where]);
  });

  it('that is no report, or that nobody may send, is refused and nothing is added', async () => {
    const before = await seqOf();
    const reports = [{ name: 'shadow.json', text: '{"format":"x"}' }];
    expect((await attach({ reports })).body).toMatchObject({
      code: 'EVIDENCE_PARSE',
      facts: { file: 'shadow.json', path: 'format' },
    });
    expect((await attach({ reports }, 'consumer')).body.code).toBe('FORBIDDEN');
    const read = `sha256:${'0'.repeat(64)}`;
    expect((await attach({ change: read, reports })).body.code).toBe('EVIDENCE_CHANGED');
    expect((await attach({ reports: [{ name: 'a', text: '', wrong: 1 }] })).body.code).toBe('UNKNOWN_KEY');
    expect(await seqOf()).toBe(before);
  });
});

describe('a rollout over HTTP', () => {
  const PATH = `/subjects/${SUBJECT}/versions/3/rollout`;

  it('is told where it stands, and refused where no change record declares one', async () => {
    const { body } = await read(PATH);
    expect(body).toMatchObject({ stage: 'registered', observe_days: null, next: [] });
    const step = await send(PATH, { target: 'readers-ready', expected: 0 }, 'releaser');
    expect([step.status, step.body.code]).toEqual([409, 'ROLLOUT_UNDECLARED']);
  });

  it('is moved by a releaser, and rolled back by owners too', async () => {
    const code = async (target: string, role: string) => (await send(PATH, { target }, role)).body.code;
    expect(await code('readers-ready', 'data-owner')).toBe('FORBIDDEN');
    expect(await code('rolled-back', 'data-owner')).toBe('ROLLOUT_UNDECLARED');
    expect(await code('rolled-back', 'producer')).toBe('FORBIDDEN');
    expect(await code('sideways', 'releaser')).toBe('SHAPE');
  });

  it('takes what belongs to another step for a mistake', async () => {
    const where = async (body: object) => (await send(PATH, body, 'releaser')).body.facts.where;
    expect(await where({ target: 'observing', expectedData: 1 })).toBe('expectedData');
    const reconciliation = { name: 'halves.json', text: '{}' };
    expect(await where({ target: 'observing', reconciliation })).toBe('reconciliation');
  });
});

describe('registering over HTTP', () => {
  const [CONSUMERS, PRODUCERS] = [`/subjects/${SUBJECT}/consumers`, `/subjects/${SUBJECT}/producers`];
  const EVAL = { kind: 'other', reads: { from: 3, to: null }, purpose: 'scores checkpoints' };
  const put = (path: string, body: object, role = 'consumer', more = {}) =>
    send(path, body, role, more, 'PUT');

  it('keeps who reads, changes it, and keeps it as retired', async () => {
    const path = `${CONSUMERS}/eval-job`;
    const first = await put(path, EVAL);
    expect(first.body).toMatchObject({
      kind: 'registered',
      role: 'consumer',
      name: 'eval-job',
      entry: { reads: { from: 3, to: null }, fields: null, retired: false },
      by: `token:${bearers['consumer']!.id}`,
    });
    expect((await put(path, EVAL)).body.kind).toBe('already');
    expect((await put(path, { ...EVAL, fields: [17] })).body.kind).toBe('changed');
    const { body, headers } = await read(CONSUMERS);
    expect(body.consumers.find(({ name }: { name: string }) => name === 'eval-job')).toMatchObject({
      in: ['store'],
      fields: [17],
    });
    expect(headers.get('etag')).toMatch(/^"seq-/);
    expect((await send(path, {}, 'consumer', {}, 'DELETE')).body.kind).toBe('retired');
    expect((await read(CONSUMERS)).body.consumers.map(({ name }: { name: string }) => name)).not.toContain(
      'eval-job',
    );
  });

  it('keeps who writes, for a producer alone', async () => {
    const path = `${PRODUCERS}/gateway-2`;
    expect((await put(path, { writes: [3] })).body.code).toBe('FORBIDDEN');
    expect((await put(path, { writes: [3] }, 'producer')).body).toMatchObject({
      kind: 'registered',
      entry: { writes: [3], retired: false },
    });
    expect((await put(path, { writes: [9] }, 'producer')).body.code).toBe('CONSUMER_VERSION_UNKNOWN');
    expect((await read(PRODUCERS)).body.producers).toContainEqual({
      name: 'gateway-2',
      writes: [3],
      in: ['store'],
    });
  });

  it.each([
    ['a name that is none', `${CONSUMERS}/Eval`, EVAL, 400, 'PARAMETER_INVALID'],
    ['a kind that is none', `${CONSUMERS}/a`, { ...EVAL, kind: 'x' }, 422, 'SHAPE'],
    ['no interval', `${CONSUMERS}/a`, { kind: 'other', purpose: 'x' }, 422, 'KEY_MISSING'],
    [
      'an interval that ends first',
      `${CONSUMERS}/a`,
      { ...EVAL, reads: { from: 4, to: 3 } },
      422,
      'CONSUMER_RANGE',
    ],
    ['a field twice', `${CONSUMERS}/a`, { ...EVAL, fields: [17, 17] }, 422, 'SHAPE'],
    ['a key nobody knows', `${CONSUMERS}/a`, { ...EVAL, field: [17] }, 422, 'UNKNOWN_KEY'],
    [
      'a field that no version has',
      `${CONSUMERS}/a`,
      { ...EVAL, fields: [99] },
      422,
      'CONSUMER_FIELD_UNKNOWN',
    ],
  ])('is refused with %s', async (_, path, body, status, code) => {
    const before = await seqOf();
    const heard = await put(path, body);
    expect([heard.status, heard.body.code]).toEqual([status, code]);
    expect(await seqOf()).toBe(before);
  });

  it('knows nobody to give up who never registered', async () => {
    const heard = await send(`${CONSUMERS}/nobody`, {}, 'consumer', {}, 'DELETE');
    expect([heard.status, heard.body.code]).toEqual([404, 'REGISTERED_UNKNOWN']);
  });
});
