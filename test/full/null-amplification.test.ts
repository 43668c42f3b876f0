import { expect, it } from 'vitest';
import { avroCodec } from '../../src/codec/avro.ts';
import { jsonCodec } from '../../src/codec/json.ts';
import { makeField, makeSchema } from '../contract/make-field.ts';

it('refuses nulls that would take more room than any input, because a null of fixed bytes is a byte on the wire', () => {
  const schema = makeSchema([makeField('fixed', { type: { kind: 'fixed', size: 4_096 }, nullable: true })]);
  const nulls = 2 ** 16;
  expect(avroCodec.decode(schema, new Uint8Array(nulls))).toMatchObject({ kind: 'decoded', rows: nulls });
  expect(avroCodec.decode(schema, new Uint8Array(nulls + 1))).toMatchObject({ code: 'OVERFLOW', row: nulls });
  const lines = Buffer.from('{"value":null}\n'.repeat(nulls + 1));
  expect(jsonCodec.decode(schema, lines)).toMatchObject({ code: 'OVERFLOW', row: nulls });
});
