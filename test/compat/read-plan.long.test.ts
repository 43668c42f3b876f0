import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/compat/catalogue.ts';
import { classify } from '../../src/compat/classify.ts';
import type { Finding } from '../../src/compat/finding.ts';
import { planRefusals, readPlan } from '../../src/contract/read-plan.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { EDITS, schemaWords } from './edits.ts';
import { schemaOf } from './schema-of.ts';

/** Neighbours of one schema: up to three edits on either side. */
const pair = (): fc.Arbitrary<readonly [Schema, Schema]> => {
  const edits = fc.array(fc.tuple(fc.constantFrom(...Object.keys(EDITS)), fc.nat(9)), { maxLength: 3 });
  const neighbours = fc.tuple(schemaWords(), edits, edits).map(([words, left, right]) => {
    const after = (list: typeof left) =>
      list.reduce((now, [edit, at]) => EDITS[edit]!(now, at % now.fields.length) ?? now, words);
    return [schemaOf(after(left)), schemaOf(after(right))] as const;
  });
  return neighbours.filter(([a, b]) => hasItsIdsOnce(a) && hasItsIdsOnce(b));
};

const hasItsIdsOnce = ({ fields }: Schema): boolean =>
  new Set(fields.map(({ id }) => id)).size === fields.length;

const binding = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ rule, access }) => {
    const [, , effect] = CATALOGUE.find(([, , , { id }]) => id === rule)!;
    return access.includes('id') && effect !== 'note';
  });

describe('the read plan and the rules', () => {
  it('agree: a field the plan refuses has a finding by id, because a refusal without a reason helps nobody', () =>
    fc.assert(
      fc.property(pair(), ([writer, reader]) => {
        const found = binding(classify(writer, reader));
        const told = new Set(
          found.flatMap(({ path }) => (path.length === 0 ? [undefined] : path.map(({ id }) => id))),
        );
        for (const refusal of planRefusals(readPlan(writer, reader)))
          expect([...told], refusal.code).toContain(refusal.field);
      }),
      { numRuns: 1_000 },
    ));

  it('agree: what has no finding by id is read, copied or promoted or filled', () =>
    fc.assert(
      fc.property(pair(), ([writer, reader]) => {
        if (binding(classify(writer, reader)).length === 0)
          expect(planRefusals(readPlan(writer, reader))).toEqual([]);
      }),
      { numRuns: 1_000 },
    ));

  it('agree: a change of meaning in a field both have is refused, because the guarded lane may not end in silence', () =>
    fc.assert(
      fc.property(pair(), ([writer, reader]) => {
        const refused = new Set(planRefusals(readPlan(writer, reader)).map(({ field }) => field));
        for (const { rule, path } of binding(classify(writer, reader)))
          if (REFUSED.has(rule)) expect([...refused], `${rule}`).toContain(path.at(-1)?.id);
      }),
      { numRuns: 1_000 },
    ));
});

/**
 * The rules whose breach no value survives, whatever it is. VOCABULARY_SPLIT is not among them: a code still leads to
 * the term it led to, and that the term has become narrower no reading can show.
 */
const REFUSED = new Set([
  'FIELD_TYPE_PROMOTES',
  'FLOAT_NARROWS',
  'INTEGER_ROUNDS',
  'FIXED_SIZE_SAME',
  'TENSOR_SHAPE_SAME',
  'LIST_ORDER_SAME',
  'LIST_ELEMENT_SAME',
  'DECIMAL_SCALE_SAME',
  'DECIMAL_PRECISION_NARROWS',
  'TIMESTAMP_ZONE_SAME',
  'FIELD_LOGICAL_SAME',
  'FIELD_UNIT_SAME',
  'UNIT_DIMENSION_SAME',
  'LABEL_TYPE_SAME',
  'VOCABULARY_MERGED',
  'UNKNOWN_POLICY_SAME',
  'IGNORE_VALUE_SAME',
  'NORMALIZER_SAME',
  'REQUIRED_FIELD_ADDED',
]);
