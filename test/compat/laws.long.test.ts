import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/compat/catalogue.ts';
import { classify } from '../../src/compat/classify.ts';
import { compare } from '../../src/compat/compare.ts';
import type { Finding } from '../../src/compat/finding.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import { EDITS, schemaWords } from './edits.ts';
import { schemaOf } from './schema-of.ts';

const schema = (): fc.Arbitrary<Schema> => schemaWords().map(schemaOf);

/** A schema and what one of the edits makes of it: of the first field, from some place on, that the edit is for. */
const edited = (edit: string) =>
  fc.tuple(schemaWords(), fc.nat(8)).map(([words, from]) => {
    const places = words.fields.map((_, step) => (from + step) % words.fields.length);
    const after = places.map(at => EDITS[edit]!(words, at)).find(found => found !== undefined);
    return after === undefined ? undefined : { before: schemaOf(words), after: schemaOf(after) };
  });

const anyEdited = () =>
  fc
    .constantFrom(...Object.keys(EDITS))
    .chain(edited)
    .filter(pair => pair !== undefined);

/** Two schemas that share some ids and little else. */
const anyTwo = () => fc.tuple(schema(), schema());

describe('a schema compared with itself', () => {
  it('is identical, with nothing to say, because a verdict that fires on nothing is believed by nobody', () =>
    fc.assert(
      fc.property(schemaWords(), words => {
        const comparison = compare(schemaOf(words), schemaOf(structuredClone(words)));
        expect(comparison.findings).toEqual([]);
        expect(comparison.class).toBe('identical');
        expect(comparison.for).toEqual(['backward', 'forward']);
      }),
    ));
});

describe('no change of the record schema is silent', () => {
  for (const edit of Object.keys(EDITS))
    it(`an edit that ${edit} is found, because it changes the digest`, () => {
      let seen = 0;
      fc.assert(
        fc.property(edited(edit), pair => {
          if (pair === undefined) return;
          seen++;
          const comparison = compare(pair.before, pair.after);
          expect(recordSchemaDigest(pair.before)).not.toBe(recordSchemaDigest(pair.after));
          expect(comparison.findings.length).toBeGreaterThan(0);
          expect(comparison.class).not.toBe('identical');
        }),
      );
      expect(seen, 'the edit applied to no schema').toBeGreaterThan(0);
    });

  it('is identical exactly where the digests are equal', () =>
    fc.assert(
      fc.property(anyTwo(), ([a, b]) => {
        const isSame = recordSchemaDigest(a) === recordSchemaDigest(b);
        expect(compare(a, b).class === 'identical').toBe(isSame);
      }),
    ));
});

describe('the two directions', () => {
  /** Which of the two is newer does not matter to these, and the label does not count. */
  const timeless = (findings: readonly Finding[]) =>
    findings.filter(found => !TIMED.has(found.rule)).map(({ direction: _, ...found }) => found);
  const TIMED = new Set<string>(
    CATALOGUE.flatMap(([, , , rule]) => (rule.direction === undefined ? [] : [rule.id])),
  );

  it('are one judgement: what a reader suffers does not depend on who is newer', () =>
    fc.assert(
      fc.property(anyTwo(), ([a, b]) => {
        expect(timeless(classify(a, b, 'backward'))).toEqual(timeless(classify(a, b, 'forward')));
      }),
    ));

  it('turn round with the pair: forward of one is backward of the other', () =>
    fc.assert(
      fc.property(anyTwo(), ([a, b]) => {
        const of = (findings: readonly Finding[], direction: Finding['direction']) =>
          timeless(findings.filter(found => found.direction === direction));
        expect(of(compare(a, b).findings, 'forward')).toEqual(of(compare(b, a).findings, 'backward'));
      }),
    ));

  it('call one loss by two names: a required field added is, the other way round, one removed while needed', () =>
    fc.assert(
      fc.property(anyTwo(), ([a, b]) => {
        const paths = (rule: string, findings: readonly Finding[]) =>
          findings.filter(found => found.rule === rule).map(found => found.path);
        expect(paths('REQUIRED_FIELD_ADDED', classify(a, b, 'backward'))).toEqual(
          paths('FIELD_REMOVED_WHILE_NEEDED', classify(a, b, 'forward')),
        );
      }),
    ));
});

describe('binding by id', () => {
  it('a rename breaks nobody by id and always shows by name', () =>
    fc.assert(
      fc.property(edited('renames a field'), pair => {
        const comparison = compare(pair!.before, pair!.after);
        expect(comparison.class).toBe('compatible');
        expect(comparison.for).toEqual(['backward', 'forward']);
        expect(comparison.findings.map(found => [found.rule, found.access])).toEqual([
          ['FIELD_RENAMED', ['name']],
          ['FIELD_RENAMED', ['name']],
        ]);
      }),
    ));

  it('a move breaks nobody by id or name and always shows by position', () =>
    fc.assert(
      fc.property(edited('moves a field to the front'), pair => {
        if (pair === undefined) return;
        const comparison = compare(pair.before, pair.after);
        expect(comparison.for).toEqual(['backward', 'forward']);
        for (const found of comparison.findings) expect(found.access).toEqual(['position']);
      }),
    ));

  it('a new field whose default is null breaks nobody', () =>
    fc.assert(
      fc.property(edited('adds a field with a default'), pair => {
        const comparison = compare(pair!.before, pair!.after);
        expect(comparison.class).toBe('compatible');
        expect(comparison.for).toEqual(['backward', 'forward']);
      }),
    ));
});

describe('any comparison', () => {
  it('says only what its rows allow: the level of the row, and no more access paths than it has', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          anyTwo(),
          anyEdited().map(pair => [pair.before, pair.after] as const),
        ),
        ([a, b]) => {
          for (const found of compare(a, b).findings) {
            const [level, access, , rule] = CATALOGUE.find(([, , , { id }]) => id === found.rule)!;
            expect(found.level).toBe(level);
            expect(access).toEqual(expect.arrayContaining([...found.access]));
            expect(rule.direction ?? found.direction).toBe(found.direction);
            expect(found.from).not.toBe('');
            expect(found.to).not.toBe('');
          }
        },
      ),
    ));

  it('promises a direction only where every level holds in it', () =>
    fc.assert(
      fc.property(anyTwo(), ([a, b]) => {
        const comparison = compare(a, b);
        for (const direction of comparison.for)
          for (const holds of Object.values(comparison.levels)) expect(holds[direction]).toBe(true);
        if (comparison.class === 'compatible') expect(comparison.for.length).toBeGreaterThan(0);
        if (comparison.class === 'forbidden') expect(comparison.for).toEqual([]);
      }),
    ));
});
