import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { isNote } from '../../src/compat/catalogue.ts';
import { classify } from '../../src/compat/classify.ts';
import { compare } from '../../src/compat/compare.ts';
import { ACCESS } from '../../src/compat/finding.ts';
import { PROMOTES, promotions } from '../../src/compat/promotion.ts';
import { CONTRACT_FILE, GOVERNED, TYPED } from '../../src/contract/contract-shape.ts';
import { type Field, SCALARS, type Scalar } from '../../src/contract/field.ts';
import { FIELD_DOCUMENT, fieldDocument } from '../../src/contract/field-document.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest, schemaDocument } from '../../src/contract/schema-document.ts';
import { SUBJECT_FILE } from '../../src/contract/subject.ts';
import { typeText } from '../../src/contract/type-text.ts';
import { APART, whyApart } from '../../src/contract/types-apart.ts';
import {
  makeField,
  makeList,
  makeMap,
  makeSchema,
  makeSet,
  makeStruct,
  makeTensor,
  unit,
} from '../contract/make-field.ts';
import { BASES, edited, fieldIn, SCHEMA_EDITS } from './edited-documents.ts';

const PAGE = readFileSync('docs/rules.md', 'utf8');

/** The rows of the one table that begins with a heading row, cell by cell. */
function tableOf(heading: string): readonly (readonly string[])[] {
  const [, rows] = PAGE.split(`\n${heading}\n`);
  return rows!
    .split('\n')
    .slice(1)
    .join('\n')
    .split('\n\n')[0]!
    .split('\n')
    .map(row => row.slice(2, -2).split(' | '));
}

const plain = (cell: string): string => cell.replaceAll('`', '');

/** Each type, and each parameter of it both ways: all under one unit and logical type, so that only types differ. */
const typed = (field: Field): Field => ({
  ...field,
  id: 1,
  name: 'value',
  logical: 'number',
  unit: unit('ms'),
});
const list = (element: Partial<Field>, min: number, max: number, kind: Scalar = 'int32'): Field =>
  makeList({ ...makeField(kind), id: 2, name: 'element', ...element }, min, max);
const held = (given: Partial<Field>, id: number, name: string): Field => ({
  ...makeField('int32'),
  id,
  name,
  ...given,
});
const set = (min: number, max: number): Field => makeSet(held({}, 2, 'element'), min, max);
const map = (key: Partial<Field>, value: Partial<Field>, entries: number): Field =>
  makeMap(held(key, 2, 'key'), held(value, 3, 'value'), entries);
const tensor = (element: Partial<Field>, shape: readonly number[]): Field =>
  makeTensor(held(element, 2, 'element'), shape);
const member = (id: number, name: string): Field => held({}, id, name);
const struct = (...fields: readonly Field[]): Field => makeStruct(fields);
const TYPES: readonly Field[] = [
  ...SCALARS.map(kind => makeField(kind)),
  makeField('decimal', { type: { kind: 'decimal', precision: 12, scale: 2 } }),
  makeField('decimal', { type: { kind: 'decimal', precision: 9, scale: 3 } }),
  makeField('fixed', { type: { kind: 'fixed', size: 8 } }),
  makeField('timestamp', { type: { kind: 'timestamp', zone: 'local' } }),
  list({}, 0, 9),
  list({}, 0, 8),
  list({}, 1, 9),
  list({ id: 3 }, 0, 9),
  list({}, 0, 9, 'int64'),
  list({}, 0, 9, 'string'),
  list({ nullable: true }, 0, 9),
  set(0, 9),
  set(0, 8),
  map({}, {}, 9),
  map({}, {}, 8),
  map({ id: 4 }, {}, 9),
  map({}, { id: 4 }, 9),
  map({}, { nullable: true }, 9),
  tensor({}, [2, 3]),
  tensor({}, [3, 2]),
  tensor({}, [6]),
  tensor({ id: 4 }, [2, 3]),
  tensor({ nullable: true }, [2, 3]),
  struct(member(2, 'a')),
  struct(member(2, 'a'), member(3, 'b')),
  struct(member(3, 'b'), member(2, 'a')),
  struct({ ...member(2, 'a'), nullable: true }),
].map(typed);

/** What a reader by id takes although the type is another, told by hand: more room, and nothing else. */
const WIDER: ReadonlyArray<readonly [from: string, to: string]> = [
  ['decimal(9, 2)', 'decimal(12, 2)'],
  ['list [0, 8] of int32', 'list [0, 9] of int32'],
  ['list [1, 9] of int32', 'list [0, 9] of int32'],
  ['list [0, 9] of int32', 'list [0, 9] of int64'],
  ['list [0, 9] of int32', 'list [0, 9] of nullable int32'],
  ['list [0, 8] of int32', 'list [0, 9] of int64'],
  ['list [1, 9] of int32', 'list [0, 9] of int64'],
  ['list [0, 8] of int32', 'list [0, 9] of nullable int32'],
  ['list [1, 9] of int32', 'list [0, 9] of nullable int32'],
  ['set [0, 8] of int32', 'set [0, 9] of int32'],
  ['map of 8 with 2 and 3', 'map of 9 with 2 and 3'],
  ['map of 8 with 2 and 3', 'map of 9 with 2 and nullable 3'],
  ['map of 9 with 2 and 3', 'map of 9 with 2 and nullable 3'],
  ['tensor 2 × 3 of 2', 'tensor 2 × 3 of nullable 2'],
  ['struct of a', 'struct of nullable a'],
  // A reader by id looks for what it knows, wherever it stands, and lets go of the rest.
  ['struct of a, b', 'struct of a'],
  ['struct of a, b', 'struct of nullable a'],
  ['struct of b, a', 'struct of a'],
  ['struct of b, a', 'struct of nullable a'],
  ['struct of a, b', 'struct of b, a'],
  ['struct of b, a', 'struct of a, b'],
];

const nameOf = ({ type }: Field): string => {
  if (type.kind === 'struct')
    return `struct of ${type.fields.map(({ name, nullable }) => `${nullable ? 'nullable ' : ''}${name}`).join(', ')}`;
  if (type.kind === 'map')
    return `map of ${type.entries} with ${type.key.id} and ${type.value.nullable ? 'nullable ' : ''}${type.value.id}`;
  if (type.kind === 'tensor')
    return `${typeText(type)} of ${type.element.nullable ? 'nullable ' : ''}${type.element.id}`;
  if (type.kind === 'list')
    return `${type.order ?? 'list'} [${type.length.min}, ${type.length.max}] of ${type.element.id === 2 ? '' : 'other '}${type.element.nullable ? 'nullable ' : ''}${type.element.type.kind}`;
  return typeText(type);
};

/** By id, the fields of a struct are found wherever they stand. */
const isMoved = (a: Field, b: Field): boolean =>
  [nameOf(a), nameOf(b)].sort().join() === 'struct of a, b,struct of b, a';

const PAIRS = TYPES.flatMap(from => TYPES.filter(to => to !== from).map(to => [from, to] as const));

describe('two types', () => {
  it('are each named apart, so that each pair is one pair', () =>
    expect(new Set(TYPES.map(nameOf)).size).toBe(TYPES.length));

  it('are read as one another only where a table says so, and then a reader by id finds nothing to say', () => {
    for (const [writer, reader] of PAIRS) {
      const [from, to] = [writer.type.kind, reader.type.kind];
      const found = classify(makeSchema([writer]), makeSchema([reader]));
      const breaks = found.filter(({ rule, access }) => access.includes('id') && !isNote(rule));
      const isPromoted = from !== to && promotions(from, to).includes('id');
      const isWider = WIDER.some(([a, b]) => a === nameOf(writer) && b === nameOf(reader));
      expect(breaks.length === 0, `${nameOf(writer)} as ${nameOf(reader)}`).toBe(isPromoted || isWider);
    }
  });

  it('are never identical, and one of the two ways always breaks somebody, places in a struct apart', () => {
    for (const [writer, reader] of PAIRS.filter(pair => !isMoved(...pair))) {
      const comparison = compare(makeSchema([writer]), makeSchema([reader]));
      expect(comparison.for.length, `${nameOf(writer)} and ${nameOf(reader)}`).toBeLessThan(2);
      expect(comparison.findings).not.toEqual([]);
    }
  });

  it('that are not read as one another have a reason that is written down', () => {
    for (const from of SCALARS)
      for (const to of SCALARS)
        if (from !== to && !promotions(from, to).includes('id'))
          expect(whyApart(from, to), `${from} as ${to}`).toMatch(/\w{2,} /);
  });
});

describe('promotion by id, at the level of values', () => {
  const holds = (from: Field, to: Field): boolean =>
    compare(makeSchema([from]), makeSchema([to])).levels.read.backward &&
    compare(makeSchema([from]), makeSchema([to])).levels.wire.backward;

  it('is transitive: two steps that keep every value are one that does', () => {
    const safe = new Map(TYPES.map(from => [from, TYPES.filter(to => to === from || holds(from, to))]));
    for (const [from, tos] of safe)
      for (const to of tos)
        for (const last of safe.get(to)!)
          expect(safe.get(from), `${nameOf(from)}, ${nameOf(to)}, ${nameOf(last)}`).toContain(last);
  });

  it('is antisymmetric: of two types, one at most holds all of the other', () => {
    for (const [from, to] of PAIRS.filter(([a, b]) => !isOtherThing(a, b)))
      expect(holds(from, to) && holds(to, from), `${nameOf(from)} and ${nameOf(to)}`).toBe(false);
  });

  /** Local times and moments hold the same values and mean other things, as lists and sets do. */
  const isOtherThing = (a: Field, b: Field): boolean =>
    isMoved(a, b) ||
    (a.type.kind === 'timestamp' && b.type.kind === 'timestamp') ||
    (a.type.kind === 'list' && b.type.kind === 'list' && a.type.order !== b.type.order);
});

/** Keys whose differences have no rule, by what they are keys of. */
const WITHOUT = tableOf('| key | of | why |').map(([key, of]) => [plain(key!), of!.split(', ')] as const);
const without = (of: string): readonly string[] =>
  WITHOUT.filter(([, things]) => things.includes(of)).map(([key]) => key);

describe('every key of the canonical document', () => {
  const shape = Object.keys((FIELD_DOCUMENT as unknown as z.ZodObject).shape);

  it('is said by one of the fields that are edited here', () => {
    const said = new Set(BASES.flatMap(document => Object.keys(document)));
    expect([...said].sort()).toEqual(shape.toSorted());
  });

  for (const key of shape)
    it(`${key}: added, removed and changed, alone, gives another digest and a finding`, () => {
      const edits = edited(key);
      expect(edits.length, 'edits tried').toBeGreaterThan(0);
      for (const [name, before, after] of edits) {
        const [older, newer] = [makeSchema([fieldIn(before)]), makeSchema([fieldIn(after)])];
        expect(recordSchemaDigest(older), name).not.toBe(recordSchemaDigest(newer));
        expect(compare(older, newer).findings, name).not.toEqual([]);
        const nested = (field: Field): Schema =>
          makeSchema([makeList({ ...field, id: 50, name: 'element' }, 0, 3, { id: 51, name: 'items' })]);
        if (key === 'id' || key === 'name') continue;
        expect(
          compare(nested(fieldIn(before)), nested(fieldIn(after))).findings,
          `${name}, nested`,
        ).not.toEqual([]);
      }
    });

  it.each(Object.keys(SCHEMA_EDITS))('%s of the record: edited, gives another digest and a finding', key => {
    for (const [older, newer] of SCHEMA_EDITS[key]!) {
      expect(recordSchemaDigest(older)).not.toBe(recordSchemaDigest(newer));
      expect(compare(older, newer).findings).not.toEqual([]);
    }
  });

  it('of the record is edited here', () => {
    const [full] = SCHEMA_EDITS['normalizer']![0]!;
    const keys = Object.keys(schemaDocument({ ...full, label: 1 }) as object);
    expect(Object.keys(SCHEMA_EDITS).sort()).toEqual(keys.sort());
  });
});

describe('every key that a person writes', () => {
  const canonical = new Set([
    ...BASES.flatMap(document => Object.keys(document)),
    ...Object.keys(SCHEMA_EDITS),
  ]);
  /** Parts of `type`, and of what stands beside the schema: each has a rule, and cases that trip it. */
  const elsewhere = new Set([
    ...['physical', 'precision', 'scale', 'size', 'zone', 'element', 'length', 'minLength', 'maxLength'],
    ...['order', 'maxEntries', 'shape', 'key', 'value', 'fields'],
    ...['owner', 'sensitivity', 'tokenizer'],
  ]);

  it.each([
    ['contract', Object.keys(CONTRACT_FILE.shape)],
    ['field', ['name', 'aliases', 'default', 'writeDefault', ...Object.keys({ ...TYPED, ...GOVERNED })]],
    ['subject', Object.keys(SUBJECT_FILE.shape)],
  ])('of a %s is part of what is compared, or is listed with the reason why not', (of, keys) => {
    const beside = ['members'];
    const judged = of === 'subject' ? beside : keys.filter(key => canonical.has(key) || elsewhere.has(key));
    expect(keys.filter(key => !judged.includes(key)).sort()).toEqual(without(of).toSorted());
  });
});

describe('the page of the rules', () => {
  it('prints what is read as what, as the code has it', () => {
    const rows = tableOf('| from | by id, name and position | by id and name | by id alone |');
    const printed = Object.fromEntries(
      rows.map(([from, ...cells]) => [
        plain(from!),
        Object.fromEntries(
          cells.flatMap((cell, index) =>
            [...cell.matchAll(/`(\w+)`/g)].map(([, to]) => [to, ACCESS.slice(0, ACCESS.length - index)]),
          ),
        ),
      ]),
    );
    expect(printed).toEqual(
      Object.fromEntries(Object.entries(PROMOTES).filter(([, to]) => Object.keys(to).length > 0)),
    );
  });

  it('prints why the others are not, as the code has it', () => {
    const rows = Object.entries(APART).flatMap(([from, to]) =>
      Object.entries(to).map(([family, why]) => [from, family, why]),
    );
    expect(tableOf('| from | to | why not |')).toEqual(rows);
  });
});

it('has one canonical document for each field edited here, so that an edit is one edit', () => {
  for (const document of BASES)
    expect(canonicalJson(fieldDocument(fieldIn(document)))).toBe(canonicalJson(document as Json));
});
