import { describe, expect, it } from 'vitest';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import { type FieldWords, schemaOf } from '../compat/schema-of.ts';
import { runCell } from './run.ts';

const side = (version: number, terms: readonly string[], unknownPolicy: FieldWords['unknownPolicy']) => {
  const words: FieldWords = {
    id: 1,
    name: 'weather',
    type: 'string',
    logical: 'label',
    vocabulary: terms.map((label, index) => ({ id: label.length, label, code: index })),
    unknownPolicy: unknownPolicy!,
  };
  const schema = schemaOf({ fields: [words] });
  return { version, schema, recordSchema: recordSchemaDigest(schema) };
};
const sampleUnder = async (policy: FieldWords['unknownPolicy']) => {
  const [was, is] = [side(1, ['sun', 'rain'], policy), side(2, ['rain', 'sun'], policy)];
  return (await runCell(was, is, 'avro')).fields[0]!.sample;
};

describe('the sample of a label in a list that was reordered', () => {
  it('is what no list has, and no value is said to have been meant, because the reader takes it for none', async () => {
    const sample = await sampleUnder('reject');
    expect(sample!.read).toEqual(sample!.written);
    expect(sample!.expected).toBeNull();
  });

  it('says the term that the policy puts in its place', async () => {
    expect((await sampleUnder({ map: 3 }))!.expected).toMatchObject({ value: 'sun' });
  });
});
