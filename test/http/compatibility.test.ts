import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { subjectScope, versionRef } from '../../src/change/subject-state.ts';
import { schemaDocument } from '../../src/contract/schema-document.ts';
import { createApp } from '../../src/http/app.ts';
import { registryQueries } from '../../src/service/registry-queries.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';
import { bytesOf, get, post } from './ask.ts';
import { fillStore, NOW_MS } from './fill-store.ts';

const store = new MemoryStore(() => NOW_MS);
const app = createApp(registryQueries(store));
const version = (version: number) => ({ subject: 'training.example', version });
const ask = (older: Json, newer: Json) => post(app, '/compatibility', canonicalJson({ older, newer }));

const OTHER = sha256('another tokenizer');
const ONE = schemaDocument(makeSchema([makeField('int64', { id: 1 })]));
const STORED = {
  state: 'active',
  change: OTHER,
  class: 'compatible',
  ids: [1],
  unmet: [],
  against: 0,
  seq: 1,
};

beforeAll(() => fillStore(store, 'versions of two'));

describe('a compatibility check', () => {
  it('finds what changed its meaning between two stored versions', async () => {
    const { status, body } = await ask(version(3), version(4));
    expect(status).toBe(200);
    expect(body.class).toBe('migrate');
    expect(body.levels.train).toEqual({ backward: false, forward: false });
    expect(body.findings).toContainEqual(
      expect.objectContaining({ rule: 'FIELD_UNIT_SAME', direction: 'backward', conversion: '×1000' }),
    );
    expect(body.findings).toContainEqual(expect.objectContaining({ rule: 'LABEL_TYPE_SAME' }));
  });

  it('says byte for byte what the proposal was judged by, because both are one comparison', async () => {
    const { body: four } = await get(app, '/subjects/training.example/versions/4');
    const { body: record } = await get(app, `/changes/${four.change}`);
    const body = canonicalJson({ older: version(3), newer: version(4) });
    const headers = { 'content-type': 'application/json' };
    const answer = await bytesOf(app, '/compatibility', { method: 'POST', body, headers });
    expect(sha256(answer.body)).toBe(record.evidence.findings);
  });

  it('is the same by version, by digest and by document', async () => {
    const { body: three } = await get(app, '/subjects/training.example/versions/3');
    const { body: document } = await get(app, `/schemas/${three.recordSchema}`);
    const byVersion = await ask(version(4), version(3));
    expect((await ask(version(4), { schema: three.recordSchema })).body).toEqual(byVersion.body);
    expect((await ask(version(4), { document })).body).toEqual(byVersion.body);
  });

  it('counts what stands beside the schemas of two versions, and not of a schema alone, which says nothing of it', async () => {
    const recordSchema = sha256(canonicalJson(ONE));
    for (const [number, sensitivity] of [
      [1, 'restricted'],
      [2, 'public'],
    ] as const) {
      const beside = {
        fields: { 1: { owner: 'a', sensitivity } },
        ...(number === 2 && { tokenizer: OTHER }),
      };
      const entry = { ...STORED, recordSchema, governance: sha256(canonicalJson(beside)) };
      await store.transact(subjectScope('guarded'), `guarded-${number}`, { kind: 'propose' }, () => ({
        answer: { kind: 'stored' },
        refs: new Map([[versionRef(number), entry]]),
        objects: [ONE, beside].map(document => Buffer.from(canonicalJson(document))),
      }));
    }
    const guarded = (version: number) => ({ subject: 'guarded', version });
    const { body } = await ask(guarded(1), guarded(2));
    expect(body.class).toBe('migrate');
    expect(body.findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'TOKENIZER_SAME',
      'SENSITIVITY_LOWERED',
      'TOKENIZER_SAME',
    ]);
    expect((await ask(guarded(1), { schema: recordSchema })).body.findings).toEqual([]);
  });

  it('is refused for versions of two subjects, because an id stands for one thing within its subject', async () => {
    const other = { subject: 'weather.daily', version: 1 };
    for (const [older, newer] of [
      [version(3), other],
      [other, version(3)],
    ] as const) {
      const { status, body } = await ask(older, newer);
      expect({ status, code: body.code, facts: body.facts }).toEqual({
        status: 422,
        code: 'SUBJECTS_APART',
        facts: { older: older.subject, newer: newer.subject },
      });
    }
  });

  it('takes a document with its keys in any order, because their order means nothing', async () => {
    const document = schemaDocument(makeSchema([makeField('int64')]));
    const shuffled = Object.fromEntries(Object.entries(document as object).reverse());
    const text = `{"newer":{"document":${JSON.stringify(shuffled, null, 1)}},"older":{"document":${canonicalJson(document)}}}`;
    expect((await post(app, '/compatibility', text)).body).toMatchObject({
      class: 'identical',
      findings: [],
    });
  });

  it('counts ids the subject used before, because an id stands for one thing for good', async () => {
    const reused = schemaDocument(makeSchema([makeField('string', { id: 23, name: 'country' })]));
    const { body } = await ask(version(3), { document: reused });
    expect(body.class).toBe('forbidden');
    expect(body.findings).toContainEqual(expect.objectContaining({ rule: 'ID_REUSED' }));
  });

  it('is not kept by caches and is no address to GET', async () => {
    const { headers } = await ask(version(3), version(3));
    expect(headers.get('cache-control')).toBe('no-store');
    const { status, headers: told } = await get(app, '/compatibility');
    expect([status, told.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('a compatibility check refuses', () => {
  it.each<[string, Json, number, string, Json]>([
    [
      'a subject nobody has',
      { subject: 'weather', version: 1 },
      404,
      'SUBJECT_UNKNOWN',
      { subject: 'weather' },
    ],
    ['a version nobody stored', version(9), 404, 'VERSION_UNKNOWN', { version: 9 }],
    ['a digest nobody stored', { schema: sha256('x') }, 404, 'OBJECT_UNKNOWN', { digest: sha256('x') }],
    ['a digest of no form', { schema: 'sha256:1' }, 422, 'SHAPE', { where: 'newer.schema' }],
    [
      'two forms at once',
      { subject: 'a', version: 1, schema: sha256('x') },
      422,
      'SHAPE',
      { where: 'newer' },
    ],
    ['half a form', { subject: 'training.example' }, 422, 'SHAPE', { where: 'newer' }],
    ['no form', {}, 422, 'SHAPE', { where: 'newer' }],
    ['a version in quotes', { subject: 'a', version: '3' }, 422, 'SHAPE', { where: 'newer.version' }],
    ['a document that is a list', { document: [] }, 422, 'SHAPE', { where: 'newer.document' }],
    ['a document that is no schema', { document: { fields: [] } }, 422, 'SCHEMA_DOCUMENT', {}],
    [
      'a misspelt key',
      { subject: 'a', verson: 3 },
      422,
      'UNKNOWN_KEY',
      { key: 'verson', nearest: 'version' },
    ],
  ])('%s', async (_, newer, status, code, facts) => {
    const answer = await ask(version(3), newer);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.facts).toMatchObject(facts as object);
  });

  it('a change record in place of a schema', async () => {
    const { body: four } = await get(app, '/subjects/training.example/versions/4');
    const { status, body } = await ask(version(3), { schema: four.change });
    expect([status, body.code]).toEqual([404, 'OBJECT_OTHER_KIND']);
  });

  it('a document whose vocabulary is not stored here, because its terms are not in the document', async () => {
    const { body: four } = await get(app, '/subjects/training.example/versions/4');
    const { body: schema } = await get(app, `/schemas/${four.recordSchema}`);
    const digest = sha256('unknown');
    const fields = schema.fields.map((field: { vocabulary?: string }) =>
      field.vocabulary ? { ...field, vocabulary: digest } : field,
    );
    const { status, body } = await ask(version(3), { document: { ...schema, fields } });
    expect([status, body.code, body.facts.digest]).toEqual([422, 'VOCABULARY_UNKNOWN', digest]);
  });

  it('a body without one of its keys', async () => {
    const { status, body } = await post(app, '/compatibility', canonicalJson({ older: version(3) }));
    expect([status, body.code, body.facts.key]).toEqual([422, 'KEY_MISSING', 'newer']);
  });

  it('a schema with more fields than a schema may have', async () => {
    const fields = Array.from({ length: LIMITS.fields_max + 1 }, (_, index) => index);
    const { status, body } = await ask(version(3), { document: { fields } });
    expect([status, body.code]).toEqual([422, 'SCHEMA_DOCUMENT']);
  });
});
