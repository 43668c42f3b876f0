import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Draft, DraftField, Written } from '../../src/exchange/draft.ts';
import { type Surroundings, settle } from '../../src/exchange/settle.ts';
import { must, parseText } from '../contract/small-subject.ts';

const field = (name: string, own: Written = {}, given: Partial<DraftField> = {}): DraftField => ({
  path: `/${name}`,
  id: undefined,
  keys: { name, physical: 'int64', logical: 'number', nullable: false, ...own },
  proposed: new Set(['logical']),
  parts: {},
  ...given,
});

const draft = (...fields: readonly DraftField[]): Draft => ({
  name: 's',
  schema: undefined,
  keys: {},
  says: new Set(['nullable', 'aliases']),
  fields,
  refused: [],
  pinned: [],
  notes: [],
});

const LATEST = must(
  parseText(`schema: s.v4
fields:
  - {id: 3, name: a, aliases: [old], physical: int64, logical: duration, unit: ms, range: [0, 9], nullable: true}
  - {id: 5, name: b, physical: list, logical: sequence, nullable: false, maxLength: 4, element: {id: 6, physical: int64, logical: count, nullable: false}}
  - {id: 7, name: c, physical: string, logical: identifier, nullable: false}
key: [c]
`),
);

const ALONE: Surroundings = {
  subject: 's',
  version: 1,
  latest: undefined,
  vocabularies: new Map(),
  usedIds: new Set(),
  reserved: [],
  owner: 'o',
  sensitivity: 'public',
  inherited: { owner: 'o', sensitivity: 'public' },
  leaveOut: new Set(),
};
const AFTER: Surroundings = {
  ...ALONE,
  version: 5,
  latest: LATEST,
  vocabularies: new Map(),
  usedIds: new Set([3, 5, 6, 7, 20]),
};

const textOf = (given: Draft, around: Surroundings = ALONE): string => must(settle(given, around)).text;

describe('the ids of a draft', () => {
  it('are proposed from 1, marked as such, where nobody gave any', () => {
    const text = textOf(draft(field('a'), field('b')));
    expect([...text.matchAll(/id: (\d+)(.*)/g)].map(([, id, mark]) => [id, mark])).toEqual([
      ['1', ' # proposed'],
      ['2', ' # proposed'],
    ]);
  });

  it('are those the source gave, and no other field gets one of them', () => {
    const text = textOf(draft(field('a'), field('b', {}, { id: 9 })));
    expect(text).toContain('id: 10 # proposed\n    name: a\n');
    expect(text).toContain('id: 9\n    name: b\n');
  });

  it('stay with the name, and with a name from before', () => {
    const text = textOf(draft(field('old'), field('b'), field('d', { aliases: ['c'] })), AFTER);
    expect(text).toContain('id: 3 # proposed\n    name: old\n');
    expect(text).toContain('id: 5 # proposed\n    name: b\n');
    expect(text).toContain('id: 7 # proposed\n    name: d\n');
  });

  it('are never one that was retired, because it stood for something else', () => {
    expect(textOf(draft(field('new')), AFTER)).toContain('id: 21 # proposed');
  });

  it('are never one the subject keeps free', () => {
    const text = textOf(draft(field('new'), field('newer')), {
      ...AFTER,
      reserved: [
        [21, 30],
        [32, 40],
      ],
    });
    expect([...text.matchAll(/id: (\d+)/g)].map(([, id]) => id)).toEqual(['31', '41']);
  });

  it('that no contract can have are told of, and replaced', () => {
    const { text, notes } = must(settle(draft(field('a', {}, { id: -1 })), ALONE));
    expect(notes).toContainEqual(expect.objectContaining({ path: '/a', what: 'field id -1' }));
    expect(text).toContain('id: 1 # proposed');
  });
});

describe('what a source can not say', () => {
  it('stays as it was in the version before, marked, while the type is the same', () => {
    const text = textOf(draft(field('a')), AFTER);
    expect(text).toContain('logical: duration # proposed: as in v4\n');
    expect(text).toContain('unit: ms # proposed: as in v4\n');
    expect(text).toContain('range: [0, 9] # proposed: as in v4\n');
    // It could have said these, and did not.
    expect(text).toContain('nullable: false\n');
    expect(text).not.toContain('aliases');
  });

  it('does not stay where the type is another', () => {
    expect(textOf(draft(field('a', { physical: 'int32' })), AFTER)).not.toContain('unit');
  });

  it('keeps the roles of fields that are still there, and drops those of others', () => {
    const c = field('c', { physical: 'string', logical: 'text' });
    expect(textOf(draft(c), AFTER)).toContain('key: [c] # proposed');
    expect(textOf(draft(field('a')), AFTER)).not.toContain('key:');
  });

  it('is asked for where a contract needs it, by the name of its flag', () => {
    const found = settle(draft(field('a'), field('b', { owner: 'x' })), { ...ALONE, owner: undefined });
    expect(found).toMatchObject({ code: 'IMPORT_UNSAID', facts: { key: 'owner', fields: 'a' } });
    expect((found as Fault).remedy).toContain('--owner');
  });

  it('is no unit of a number: it stays a number, with a note', () => {
    expect(must(settle(draft(field('a')), ALONE)).notes).toEqual([
      expect.objectContaining({ path: '/a', what: 'no unit' }),
    ]);
  });
});

describe('a field that no contract can hold', () => {
  const refused: Draft = { ...draft(field('a')), refused: [{ path: '/u', name: 'u', why: 'a union' }] };

  it('refuses the whole, because nothing is left out unasked', () => {
    expect(settle(refused, ALONE)).toMatchObject({
      code: 'IMPORT_REFUSED',
      facts: { count: 1, fields: 'u (a union)' },
    });
    const unknown = draft(field('m', { physical: 'quaternion' }));
    expect(settle(unknown, ALONE)).toMatchObject({ code: 'IMPORT_REFUSED' });
  });

  it('may be left out by its name, which is noted', () => {
    const { notes, text } = must(settle(refused, { ...ALONE, leaveOut: new Set(['u']) }));
    expect(notes).toContainEqual({ path: '/u', what: 'left out', why: 'it was asked for' });
    expect(text).not.toContain('name: u');
  });

  it('is not left out under a name that is not there', () => {
    expect(settle(refused, { ...ALONE, leaveOut: new Set(['x']) })).toBeInstanceOf(Fault);
  });

  // The map of update_schema/add_nested_struct_and_map in the test data of Apache Iceberg for Rust; the objects without
  // properties of docs/examples/all/postgresql-adventureworks-contract.odcs.yaml.
  it('is named with the part that no contract can hold, at the place of the first', () => {
    const part = (physical: string, own: Partial<DraftField> = {}): DraftField =>
      field('', { physical }, own);
    const map = field(
      'm',
      { physical: 'map' },
      {
        at: ['f', 1],
        parts: { key: part('struct', { parts: { fields: [field('x')] } }), value: part('int64') },
      },
    );
    const held = field('l', { physical: 'list' }, { parts: { element: part('struct') } });
    const placed = {
      ...draft(field('a'), map, held),
      placeOf: () => ({ file: 'f.json', line: 7, column: 3 }),
    };
    expect(settle(placed, ALONE)).toMatchObject({
      code: 'IMPORT_REFUSED',
      at: { file: 'f.json', line: 7 },
      facts: {
        count: 2,
        fields: expect.stringMatching(
          /^m \(a key of its map is a struct.*; l \(nothing says what it holds\)$/,
        ),
      },
    });
    const text = textOf(placed, { ...ALONE, leaveOut: new Set(['m', 'l']) });
    expect(text).toContain('name: a');
  });

  it('leaves no contract where it was the last', () => {
    expect(settle(draft(field('a')), { ...ALONE, leaveOut: new Set(['a']) })).toMatchObject({
      code: 'IMPORT_REFUSED',
    });
  });
});

describe('a key of a draft', () => {
  const text = { physical: 'string', logical: 'text' };
  const keyed: Draft = {
    ...draft(field('a', text), field('b', { physical: 'float64' })),
    keys: { key: ['a', 'b'] },
  };

  it('is told of and dropped whole where a field of it identifies nothing, because a part of it is another key', () => {
    const { text: written, notes } = must(settle(keyed, ALONE));
    expect(written).not.toContain('key:');
    expect(notes).toContainEqual(expect.objectContaining({ path: '/', what: 'key a, b' }));
  });

  it('is told of and dropped where a field of it was left out', () => {
    const { text: written, notes } = must(settle(keyed, { ...ALONE, leaveOut: new Set(['b']) }));
    expect(written).not.toContain('key:');
    expect(notes).toContainEqual({ path: '/', what: 'key a, b', why: 'b is left out' });
  });
});
