import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Field } from '../../src/contract/field.ts';
import type { Value } from '../../src/contract/value.ts';
import { gate } from '../../src/convert/gates.ts';
import { type CodecName, PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import type { Probe } from '../../src/matrix/probe.ts';
import type { Trial } from '../../src/matrix/trial.ts';
import { anySchema } from '../codec/any-schema.ts';
import { triedCell } from './run.ts';
import { side } from './schemas.ts';

/** What holds of any version read as what it was written as; `runs` is how many are tried in a codec. */
export function sameVersionProperties(runs: (codec: CodecName) => number): void {
  it.each(PLAIN_CODECS)('keeps every lawful value in both lanes, in %s', codec =>
    fc.assert(
      fc.asyncProperty(anySchema, fc.nat(), async ({ fields }, seed) => {
        // Names are others' matter.
        const version = side(1, ...fields.map(field => ({ ...field, name: `field_${field.id}` })));
        const parts = await triedCell(version, version, codec, seed);
        const lawful = parts.flatMap(({ trials }) => trials.filter(({ probe }) => isLawful(fields, probe)));
        expect(lawful.length).toBeGreaterThan(0);
        expect(lawful.flatMap(trial => lossesOf(trial, codec))).toEqual([]);
      }),
      { numRuns: runs(codec) },
    ),
  );
}

/** A whole record that keeps its contract, in bytes that are whole. */
function isLawful(fields: readonly Field[], { kind, truth, published }: Probe): boolean {
  if (truth.kind !== 'record' || truth.spoiled !== undefined || truth.unwritten !== undefined) return false;
  if (published !== undefined || ['unknown-field', 'truncated', 'trailing'].includes(kind)) return false;
  return fields.every((field, at) => gate(field, truth.values[at]!) === undefined);
}

type Loss = { readonly probe: string; readonly lane: string; readonly ends: string };

function lossesOf({ lane, probe, observed, judged }: Trial, codec: CodecName): readonly Loss[] {
  const { truth } = probe;
  const values = truth.kind === 'record' ? truth.values : [];
  // Ordinary readers of Avro refuse what a double has no room for; those of JSON take the double.
  const isStrained = (value: Value): boolean => lane === 'plain' && hasDigits(value);
  if (observed.kind !== 'read') {
    const code = observed.kind === 'refused' ? observed.code : observed.how;
    const isToBe = codec === 'avro' && code === 'PRECISION_LOSS' && values.some(isStrained);
    return isToBe ? [] : [{ probe: probe.id, lane, ends: code }];
  }
  return judged.fields.flatMap(({ field, outcome }, at) => {
    if (outcome === 'same' || outcome === 'converted') return [];
    const isToBe = codec === 'json' && isStrained(values[at]!);
    return isToBe ? [] : [{ probe: probe.id, lane, ends: `${outcome} of ${field.type.kind}` }];
  });
}

/** Whether it has a number of more than the fifteen digits that every double keeps. */
const hasDigits = (value: Value): boolean =>
  Array.isArray(value)
    ? value.some(hasDigits)
    : typeof value === 'bigint' && (value >= 10n ** 15n || value <= -(10n ** 15n));
