import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { FarStore } from '../../src/client/far-store.ts';
import { RegistryClient } from '../../src/client/registry-client.ts';
import { problemDocument } from '../../src/service/wire/problem-document.ts';
import { type Fake, fakeServer, json } from './fake-server.ts';

const open: Fake[] = [];
afterEach(async () => {
  for (const fake of open.splice(0)) await fake.close();
});

async function fake(answer: Parameters<typeof fakeServer>[0]): Promise<Fake> {
  const made = await fakeServer(answer);
  open.push(made);
  return made;
}

const pauses: number[] = [];
function clientAt(url: string, token?: string, version = '1.2.3'): RegistryClient {
  pauses.length = 0;
  const client = RegistryClient.at({ url, token, version, pause: async ms => pauses.push(ms) });
  if (client instanceof Fault) throw client;
  return client;
}

const SUBJECTS = { subjects: [{ subject: 'a.b', seq: 3 }] };
const problem = (fault: Fault) => problemDocument(fault);
const codeOf = (answer: unknown): string => (answer instanceof Fault ? answer.code : 'answered');

describe('a client', () => {
  it('asks below the path of its address, with its token and name', async () => {
    const { url, got } = await fake((_, response) => json(response, 200, SUBJECTS));
    expect(await clientAt(`${url}/below/here`, 'assay_token').subjects()).toEqual(SUBJECTS);
    expect(got[0]).toMatchObject({
      path: '/below/here/subjects',
      headers: { authorization: 'Bearer assay_token', 'user-agent': 'assay/1.2.3' },
    });
  });

  it('sends a change again under the same key, and with the same body, where no answer came', async () => {
    const { url, got } = await fake((_, response) => {
      if (got.length < 3) response.destroy();
      else
        json(
          response,
          409,
          problem(new Fault('OP_ID_REUSED', { scope: 's', opId: 'k', recorded: 'a', asked: 'b' })),
        );
    });
    const what = { kind: 'version', subject: 'a.b', version: 1 } as const;
    const step = { event: 'activate', change: sha256('x') } as const;
    expect(codeOf(await clientAt(url).step(what, step, { key: 'key-1', seq: 4 }))).toBe('OP_ID_REUSED');
    expect(got.map(({ headers, body }) => [headers['idempotency-key'], headers['if-match'], body])).toEqual(
      Array(3).fill(['key-1', '"seq-4"', JSON.stringify({ change: step.change, event: 'activate' })]),
    );
    expect(pauses).toEqual([100, 400]);
  });

  it('gives up after so many tries, and says that what was asked may be asked again', async () => {
    const { url, got } = await fake((_, response) => response.destroy());
    const answer = await clientAt(url).subjects();
    expect(answer).toMatchObject({ code: 'REGISTRY_UNREACHABLE', exit: 4, facts: { url } });
    expect(got.length).toBe(LIMITS.registry_tries_max);
  });

  it('asks for no second token, because the first may be made already', async () => {
    const { url, got } = await fake((_, response) => response.destroy());
    const ask = { name: 'ci', grants: [{ role: 'reader', subjects: 'all' }], expires: '2026-01-01' } as const;
    expect(codeOf(await clientAt(url).newToken({ ...ask, grants: [...ask.grants] }, { key: 'k' }))).toBe(
      'REGISTRY_UNREACHABLE',
    );
    expect(got.length).toBe(1);
  });

  it('waits as long as it is asked to, unless that is too long', async () => {
    let retry = '2';
    const { url, got } = await fake((_, response) =>
      got.length < 2 || retry === '3600'
        ? json(
            response,
            429,
            problem(new Fault('TOO_MANY_REQUESTS', { whose: 'token:1', retry_after_s: Number(retry) })),
            { 'retry-after': retry },
          )
        : json(response, 200, SUBJECTS),
    );
    expect(codeOf(await clientAt(url).subjects())).toBe('answered');
    expect(pauses).toEqual([2_000]);
    retry = '3600';
    expect(codeOf(await clientAt(url).subjects())).toBe('TOO_MANY_REQUESTS');
    expect(pauses).toEqual([]);
  });

  it('asks again for what holds, and takes the word of whoever answers that it still does', async () => {
    const { url, got } = await fake(({ headers }, response) =>
      headers['if-none-match'] === '"seq-3.0123456789ab"'
        ? response.writeHead(304).end()
        : json(response, 200, { subject: 'a.b', seq: 3, refs: {} }, { etag: '"seq-3.0123456789ab"' }),
    );
    const client = clientAt(url);
    const first = await client.state('a.b');
    expect(await client.state('a.b')).toEqual(first);
    expect(got.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"seq-3.0123456789ab"']);
  });

  it('makes the same fault of a problem: code, facts and place', async () => {
    const place = { file: 'schemas/a/v1.yaml', line: 3, column: 5, snippet: 'unti: s' };
    const fault = new Fault('UNKNOWN_KEY', { key: 'unti', nearest: 'unit', known: 'unit' }, place);
    const { url } = await fake((_, response) => json(response, 422, problem(fault)));
    const { code, facts, at, message, remedy, exit } = (await clientAt(url).subjects()) as Fault;
    expect({ code, facts, at, message, remedy, exit }).toEqual({
      code: fault.code,
      facts: fault.facts,
      at: fault.at,
      message: fault.message,
      remedy: fault.remedy,
      exit: fault.exit,
    });
  });
});

describe('what answers and is no registry', () => {
  const answers: Readonly<Record<string, Parameters<typeof fakeServer>[0]>> = {
    'a page of a portal': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    'a redirect, to which no token is carried': (_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'JSON of another shape': (_, response) => json(response, 200, { subjects: [{ subject: 'a.b' }] }),
    'JSON with a key nobody knows': (_, response) => json(response, 200, { ...SUBJECTS, more: 1 }),
    'bytes that are no JSON': (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"subjects": ['),
    'bytes that are no UTF-8': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(Buffer.from('{"subjects":[],"\xff":1}', 'latin1')),
    'a refusal with a code nobody has': (_, response) =>
      json(response, 400, {
        type: '/faults/NOT_OURS',
        title: 'no',
        status: 400,
        code: 'NOT_OURS',
        remedy: 'none',
        facts: {},
      }),
    'a refusal without the facts of its code': (_, response) =>
      json(response, 404, {
        type: '/faults/SUBJECT_UNKNOWN',
        title: 'no',
        status: 404,
        code: 'VERSION_UNKNOWN',
        remedy: 'none',
        facts: {},
      }),
    'a refusal that is no problem': (_, response) => json(response, 400, { error: 'no' }),
    'a bare status': (_, response) => response.writeHead(404).end(),
    'a 304 to what was never held': (_, response) => response.writeHead(304).end(),
  };
  for (const [name, answer] of Object.entries(answers))
    it(`is told of ${name}, once`, async () => {
      const { url, got } = await fake(answer);
      expect(await clientAt(url).subjects()).toMatchObject({ code: 'REGISTRY_STRANGE', exit: 4 });
      expect(got.length).toBe(1);
    });

  it('is told of an answer without end, however small it was packed', async () => {
    const packed = gzipSync(Buffer.alloc(LIMITS.registry_answer_bytes_max + 1, 0x20));
    const { url } = await fake((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed),
    );
    const answer = await clientAt(url).subjects();
    expect(answer).toMatchObject({ code: 'REGISTRY_STRANGE' });
    expect((answer as Fault).message).toContain(String(LIMITS.registry_answer_bytes_max));
  });

  it('is told of what speaks no HTTP, and of an https address of what speaks no TLS', async () => {
    const server = createServer(socket => {
      socket.on('error', () => undefined).end('220 ready\r\n', () => socket.destroySoon());
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const bare = await clientAt(`http://127.0.0.1:${port}`).subjects();
    const packed = await clientAt(`https://127.0.0.1:${port}`).subjects();
    server.close();
    expect([codeOf(bare), codeOf(packed)]).toEqual(['REGISTRY_UNREACHABLE', 'REGISTRY_UNREACHABLE']);
    expect((bare as Fault).message).toContain('does not speak HTTP');
    expect((packed as Fault).message).toContain('TLS');
    expect(pauses).toEqual([]);
  });

  it('is given a while, when a gateway says that it is away', async () => {
    const { url, got } = await fake((_, response) =>
      got.length < 3
        ? response.writeHead(502, { 'content-type': 'text/html' }).end('<html>')
        : json(response, 200, SUBJECTS),
    );
    expect(codeOf(await clientAt(url).subjects())).toBe('answered');
  });
});

describe('objects from afar', () => {
  const good = Buffer.from('a document');
  const digest = sha256(good);
  const store = async (bytes: Buffer) => {
    const { url, got } = await fake((_, response) =>
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes),
    );
    return { got, store: new FarStore(clientAt(url)) };
  };

  it('are asked for once, as they never change', async () => {
    const { got, store: far } = await store(good);
    expect(Buffer.from((await far.getObject(digest)) as Uint8Array)).toEqual(good);
    expect(Buffer.from((await far.getObject(digest)) as Uint8Array)).toEqual(good);
    expect(got.map(({ path }) => path)).toEqual([`/objects/${encodeURIComponent(digest)}`]);
  });

  it('are refused where one bit is another, whoever changed it on the way', async () => {
    const bad = Buffer.from(good);
    bad[3]! ^= 1;
    const { store: far } = await store(bad);
    expect(await far.getObject(digest)).toMatchObject({
      code: 'OBJECT_CORRUPT',
      facts: { digest, found: sha256(bad) },
    });
  });
});
