import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/compat/catalogue.ts';
import { DIRECTIONS } from '../../src/compat/finding.ts';
import type { FieldPair, Rule } from '../../src/compat/rule.ts';
import { differing, PART, type Part } from '../../src/compat/unchanged.ts';
import { vocabularyDiff } from '../../src/compat/vocabulary-diff.ts';
import type { Field } from '../../src/contract/field.ts';
import { unitConversion } from '../../src/contract/unit-conversion.ts';
import { anyPair } from '../matrix/any-pair.ts';

/** What of a field each part is: all of it but its id, each key once. */
const KEYS: Readonly<Record<Part, readonly (keyof Field)[]>> = {
  name: ['name'],
  aliases: ['aliases'],
  type: ['type'],
  logical: ['logical'],
  nullable: ['nullable'],
  default: ['default'],
  writeDefault: ['writeDefault'],
  unit: ['unit'],
  range: ['range'],
  vocabulary: ['vocabulary'],
  unknownPolicy: ['unknownPolicy'],
  ignoreValue: ['ignoreValue'],
  senses: ['nullMeans', 'nan', 'infinity', 'emptyMeans', 'sentinels'],
  normalizer: ['normalizer'],
  convention: ['convention'],
};

const RULES = CATALOGUE.map(([, , , rule]) => rule).filter(({ pair }) => pair !== undefined);
const LOOKING = RULES.flatMap(rule => (rule.looks === undefined ? [] : [{ ...rule, looks: rule.looks }]));

/** Two fields that may have nothing in common but their id: any two of any two records. */
const anyTwo = fc
  .tuple(anyPair, anyPair, fc.nat(), fc.nat())
  .map(([[, one], [other], a, b]): readonly [Field, Field] => {
    const [fields, others] = [one.schema.fields, other.schema.fields];
    const field = fields[a % fields.length]!;
    return [field, { ...others[b % others.length]!, id: field.id }];
  });
const anyTwoOfOne = anyPair
  .map(([writer, reader]) => {
    const ids = new Map(reader.schema.fields.map(field => [field.id, field]));
    return writer.schema.fields.flatMap(field => {
      const read = ids.get(field.id);
      return read === undefined ? [] : [[field, read] as const];
    });
  })
  .filter(pairs => pairs.length > 0)
  .map(pairs => pairs[0]!);

/** The other field, with some parts of the one in place of its own. */
const borrowing = (other: Field, one: Field, parts: readonly Part[]): Field => ({
  ...other,
  ...Object.fromEntries(parts.flatMap(part => KEYS[part].map(key => [key, one[key]]))),
});

function pairOf(writer: Field, reader: Field, rest: Pick<FieldPair, 'direction' | 'isLabel'>): FieldPair {
  const [from, to] = [writer.vocabulary, reader.vocabulary];
  const parts = differing(writer, reader);
  return {
    ...rest,
    writer,
    reader,
    conversion:
      (parts & PART.unit) !== 0 && writer.unit !== undefined && reader.unit !== undefined
        ? unitConversion(writer.unit, reader.unit)
        : undefined,
    vocabulary:
      (parts & PART.vocabulary) !== 0 && from !== undefined && to !== undefined
        ? vocabularyDiff(from, to)
        : undefined,
    nameWas: (parts & (PART.name | PART.aliases)) === 0 ? undefined : { ...writer, id: writer.id + 1 },
  };
}

const judged = (rule: Rule, pair: FieldPair): string => rule.pair!(pair).kind;

describe('the parts a rule looks at', () => {
  it('are every part of a field but its id, because a part that none is would differ unseen', () => {
    const keys = Object.values(KEYS).flat();
    expect(new Set(keys).size).toBe(keys.length);
    fc.assert(
      fc.property(fc.oneof(anyTwo, anyTwoOfOne), ([one, other]) => {
        for (const key of Object.keys(other) as (keyof Field)[])
          if (key !== 'id') expect(keys).toContain(key);
        expect(differing(one, borrowing(other, one, Object.keys(KEYS) as Part[]))).toBe(0);
      }),
    );
  });

  it('are all that it judges by: where they are the same, whatever else differs is safe to it', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyTwo, anyTwoOfOne),
        fc.constantFrom(...DIRECTIONS),
        fc.boolean(),
        ([writer, other], direction, isLabel) => {
          for (const rule of LOOKING) {
            const reader = borrowing(other, writer, rule.looks);
            const verdict = judged(rule, pairOf(writer, reader, { direction, isLabel }));
            expect(`${rule.id} ${verdict}`).toBe(`${rule.id} safe`);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are told of all rules that judge a pair, but of those that take the field as a whole', () => {
    expect(RULES.filter(({ looks }) => looks === undefined).map(({ id }) => id)).toStrictEqual([
      'ID_REUSED',
      'DEFAULT_CONFUSES_UNKNOWN',
    ]);
  });

  it('trip it when they differ, because a rule that looks past its own part says nothing', () => {
    const told = new Set<string>();
    fc.assert(
      fc.property(
        fc.oneof(anyTwo, anyTwoOfOne),
        fc.constantFrom(...DIRECTIONS),
        ([writer, other], direction) => {
          for (const rule of LOOKING) {
            const others = (Object.keys(KEYS) as Part[]).filter(part => !rule.looks.includes(part));
            const reader = borrowing(other, writer, others);
            if (judged(rule, pairOf(writer, reader, { direction, isLabel: true })) === 'breaks')
              told.add(rule.id);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(told.size).toBeGreaterThan(LOOKING.length / 2);
  });
});
