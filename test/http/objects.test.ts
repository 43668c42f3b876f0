import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { createApp } from '../../src/http/app.ts';
import { OBJECT_KINDS, type ObjectKind } from '../../src/service/query-objects.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { bytesOf, get } from './ask.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

const ADDRESS: Readonly<Record<ObjectKind, string>> = {
  schema: '/schemas',
  governance: '/governance',
  vocabulary: '/vocabularies',
  change: '/changes',
  report: '/reports',
  'golden-set': '/golden-sets',
};

const store = new MemoryStore(() => NOW_MS);
const app = createApp(registryQueries(store));
/** Every object the answers of the subjects lead to, by its kind. */
const known: Record<ObjectKind, Digest[]> = {
  schema: [],
  governance: [],
  vocabulary: [],
  change: [],
  report: [],
  'golden-set': [],
};

beforeAll(async () => {
  await fillStore(store);
  for (const subject of ['training.example', 'weather.daily']) {
    const { versions } = (await get(app, `/subjects/${subject}/versions`)).body;
    const { revisions } = (await get(app, `/subjects/${subject}/revisions`)).body;
    for (const { recordSchema, governance } of versions) {
      known.schema.push(recordSchema);
      known.governance.push(governance);
    }
    for (const { change } of [...versions, ...revisions]) known.change.push(change);
    for (const { data } of revisions) known['golden-set'].push(data);
  }
  for (const digest of known.change) {
    const { evidence } = (await get(app, `/changes/${digest}`)).body;
    known.report.push(...[evidence.findings, evidence.matrix].filter(found => found !== null));
  }
  for (const digest of known.schema) {
    const { fields } = (await get(app, `/schemas/${digest}`)).body;
    for (const { vocabulary } of fields) if (vocabulary) known.vocabulary.push(vocabulary);
  }
});

const every = (): readonly (readonly [ObjectKind, Digest])[] =>
  OBJECT_KINDS.flatMap(kind => known[kind].map(digest => [kind, digest] as const));

describe('an object', () => {
  it('of every kind is reached from the subjects, so that the tests below judge something', () => {
    for (const kind of OBJECT_KINDS) expect(known[kind].length, kind).toBeGreaterThan(0);
  });

  it('is answered byte for byte, because its digest is its address', async () => {
    for (const [kind, digest] of every()) {
      const { status, body, headers } = await bytesOf(app, `${ADDRESS[kind]}/${digest}`);
      expect([status, sha256(body)], `${kind} ${digest}`).toEqual([200, digest]);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('content-length')).toBe(String(body.length));
    }
  });

  it('of one kind is not found at the address of another, because equal digests make nobody a schema', async () => {
    for (const [kind, digest] of every())
      for (const other of OBJECT_KINDS.filter(each => each !== kind)) {
        const { status, body } = await get(app, `${ADDRESS[other]}/${digest}`);
        expect([status, body.code, body.facts]).toEqual([404, 'OBJECT_OTHER_KIND', { digest, kind: other }]);
      }
  });

  it('that nobody stored is not found', async () => {
    const digest = sha256('never stored');
    const { status, body } = await get(app, `/schemas/${digest}`);
    expect([status, body.code, body.facts]).toEqual([404, 'OBJECT_UNKNOWN', { digest }]);
  });

  it('that is an authored file is found nowhere, because a contract in YAML is no document of ours', async () => {
    const digest = await kept(Buffer.from('schema: training.example.v3\n'));
    for (const kind of OBJECT_KINDS) {
      const { status, body } = await get(app, `${ADDRESS[kind]}/${digest}`);
      expect([status, body.code]).toEqual([404, 'OBJECT_OTHER_KIND']);
    }
  });

  it('that says the same in other bytes is no schema and no vocabulary, because only the canonical text is', async () => {
    for (const kind of ['schema', 'vocabulary'] as const) {
      const { body } = await bytesOf(app, `${ADDRESS[kind]}/${known[kind][0]!}`);
      const digest = await kept(Buffer.concat([body, Buffer.from('\n')]));
      expect((await get(app, `${ADDRESS[kind]}/${digest}`)).status).toBe(404);
    }
  });

  it('that is a schema whose vocabulary is stored nowhere is not answered, because nobody could read by it', async () => {
    const { body } = await get(app, `/schemas/${known.schema.at(-1)!}`);
    const fields = body.fields.map((field: { vocabulary?: string }) =>
      field.vocabulary ? { ...field, vocabulary: sha256('no vocabulary') } : field,
    );
    const digest = await kept(Buffer.from(canonicalJson({ ...body, fields } as Json)));
    expect((await get(app, `/schemas/${digest}`)).body.code).toBe('OBJECT_OTHER_KIND');
  });

  it.each([
    'sha256:',
    `sha256:${'A'.repeat(64)}`,
    `sha256:${'a'.repeat(63)}`,
    'abc',
    '%00',
    `sha512:${'a'.repeat(64)}`,
  ])('is not asked for as %s, because that is no digest', async text => {
    const { status, body } = await get(app, `/schemas/${text}`);
    expect([status, body.code]).toEqual([400, 'DIGEST_MALFORMED']);
  });

  it('repeats only the start of an overlong digest in its refusal', async () => {
    const { body } = await get(app, `/schemas/${'a'.repeat(5_000)}`);
    expect(body.facts.found).toHaveLength(200);
  });
});

describe('the cache of an object', () => {
  const at = (): string => `/schemas/${known.schema[0]!}`;

  it('may keep it for good under its digest', async () => {
    const { headers } = await bytesOf(app, at());
    expect(headers.get('etag')).toBe(`"${known.schema[0]}"`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['the digest', (digest: string) => `"${digest}"`],
    ['a weak tag', (digest: string) => `W/"${digest}"`],
    ['a list', (digest: string) => `"other", "${digest}"`],
    ['anything', () => '*'],
  ])('is told that nothing changed when it has %s', async (_, tag) => {
    const { status, headers, body } = await bytesOf(app, at(), {
      headers: { 'if-none-match': tag(known.schema[0]!) },
    });
    expect([status, body.length, headers.get('etag')]).toEqual([304, 0, `"${known.schema[0]}"`]);
  });

  it('is given the bytes when it has others', async () => {
    const { status } = await bytesOf(app, at(), { headers: { 'if-none-match': `"${sha256('other')}"` } });
    expect(status).toBe(200);
  });

  it('is not told that nothing changed of what is not there', async () => {
    const digest = sha256('never stored');
    const { status } = await bytesOf(app, `/schemas/${digest}`, {
      headers: { 'if-none-match': `"${digest}"` },
    });
    expect(status).toBe(404);
  });

  it('may ask with HEAD for everything but the bytes', async () => {
    const whole = await bytesOf(app, at());
    const { status, headers, body } = await bytesOf(app, at(), { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control'])
      expect(headers.get(name)).toBe(whole.headers.get(name));
  });
});

async function kept(bytes: Uint8Array): Promise<Digest> {
  const digest = await store.putObject(bytes);
  if (digest instanceof Fault) throw digest;
  return digest;
}
