import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytesOf, emptyApp, get } from './ask.ts';

it('answers a published schema in exactly the bytes of its file', async () => {
  const { status, headers, body } = await bytesOf(emptyApp(), '/json-schema/contract');
  expect({ status, type: headers.get('content-type') }).toEqual({
    status: 200,
    type: 'application/schema+json',
  });
  expect(Buffer.from(body).toString()).toBe(readFileSync('json-schema/contract.schema.json', 'utf8'));
});

it('refuses the schema of a document that there is not, with the one that was meant', async () => {
  const { status, body } = await get(emptyApp(), '/json-schema/contact');
  expect({ status, code: body.code, nearest: body.facts.nearest }).toEqual({
    status: 404,
    code: 'JSON_SCHEMA_UNKNOWN',
    nearest: 'contract',
  });
  expect((await get(emptyApp(), '/json-schema/..%2Fpackage')).body.code).toBe('JSON_SCHEMA_UNKNOWN');
});
