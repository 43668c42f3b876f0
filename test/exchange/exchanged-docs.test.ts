import { describe, expect, it } from 'vitest';
import { draftOfAvro } from '../../src/exchange/avro/draft-of-avro.ts';
import type { Draft } from '../../src/exchange/draft.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../src/native/problem.ts';
import { must } from '../contract/small-subject.ts';
import { importedDraft } from './imported-draft.ts';

function draftOf(docs: Readonly<Record<string, string>>): Draft {
  const fields = Object.entries(docs).map(([name, doc]) => ({ name, type: 'double', doc }));
  const type = parseAvro({ type: 'record', name: 'R', fields });
  if (isProblem(type)) throw type.fault([]);
  return draftOfAvro(type);
}

function told(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const { contract } = must(importedDraft(draftOf(before), undefined));
  const { notes } = must(importedDraft(draftOf(after), contract));
  return notes.filter(({ what }) => what === 'doc of another field').map(({ path }) => path);
}

describe('fields that exchange their texts between two imports', () => {
  const before = { x: 'longitude', y: 'latitude' };

  it('are noted, because ids follow names and nothing else would tell', () => {
    expect(told(before, { x: 'latitude', y: 'longitude' })).toEqual(['/x', '/y']);
  });

  it('are not, where the texts went with the names, or were edited', () => {
    expect(told(before, { y: 'latitude', x: 'longitude' })).toEqual([]);
    expect(told(before, { x: 'longitude, degrees east', y: 'latitude, degrees north' })).toEqual([]);
  });
});
