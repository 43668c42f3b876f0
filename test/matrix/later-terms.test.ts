import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../src/compat/classify.ts';
import type { Field } from '../../src/contract/field.ts';
import { planRefusals, readPlan } from '../../src/contract/read-plan.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { guardedRead } from '../../src/matrix/guarded.ts';
import { judge } from '../../src/matrix/judge.ts';
import type { Probe } from '../../src/matrix/probe.ts';
import { anyLabel, type Label, relabelled, tidied } from './any-label.ts';
import { CODECS, probesOfAll } from './run.ts';
import { field, listOf, schemaOf } from './schemas.ts';

const kind = fc.constantFrom('string', 'int32', 'int64', 'uint8');
const anyPair = fc
  .tuple(kind, anyLabel, anyLabel, fc.constantFrom('alone', 'in a list'))
  .map(([physical, before, after, where]): readonly [Schema, Schema] => {
    const made = (label: Label): Schema => {
      const one: Field = tidied(relabelled(field(2, 'label', physical), label));
      return schemaOf(where === 'alone' ? one : field(1, 'labels', listOf(one, 0, 3)));
    };
    return [made(before), made({ ...before, vocabulary: after.vocabulary })];
  });

/** How the guarded lane ends what it is given of `probes`. */
const refusedLater = (writer: Schema, reader: Schema, probes: readonly Probe[]): readonly string[] => {
  const plan = readPlan(writer, reader);
  return probes.flatMap(probe => {
    const observed = guardedRead(CODECS.avro.codec, writer, reader, plan, probe);
    expect(['silent-change', 'crash']).not.toContain(
      judge('guarded', writer, reader, probe, observed).outcome,
    );
    return observed.kind === 'refused' && observed.code === 'TERM_NAMED_LATER' ? [probe.id] : [];
  });
};

describe('a term that nobody knew when it was written', () => {
  it('is refused by the guarded lane exactly where a rule says that it means something else now', () =>
    fc.assert(
      fc.property(anyPair, ([writer, reader]) => {
        // Of a schema that is refused as a whole no value is asked.
        fc.pre(planRefusals(readPlan(writer, reader)).length === 0);
        const rules = classify(writer, reader).map(({ rule }) => rule);
        fc.pre(!rules.includes('VOCABULARY_SAME'));
        const { probes } = probesOfAll(writer, reader, CODECS.avro.probes, 1);
        expect(refusedLater(writer, reader, probes).length > 0).toBe(
          rules.includes('VOCABULARY_UNKNOWN_KEPT'),
        );
      }),
      { numRuns: 150 },
    ));
});
