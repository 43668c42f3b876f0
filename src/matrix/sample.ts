import { canonicalJson } from '../base/canonical-json.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Reading } from './judge.ts';
import { type Lawfulness, lawfulnessOf } from './lawful.ts';
import type { Probe, ProbeKind } from './probe.ts';
import { expectedValue, type Shown, shown, shownSeen } from './shown.ts';

/** One value that an ordinary reader holds and nobody wrote. */
export type Sample = {
  readonly probe: string;
  readonly kind: ProbeKind;
  /** What the record it was read from is to the contract that it was written under. */
  readonly record: Lawfulness;
  readonly truth: Reading['truth']['kind'];
  /** Null where nothing lawful was written. */
  readonly written: Shown | null;
  readonly read: Shown;
  /** What the reader would hold if it had understood; null where it has no such value. */
  readonly expected: Shown | null;
};

/** Whether the reader is said to change the field: it did so to what producers write every day. */
export const isOfOrdinary = (sample: Sample | null): sample is Sample & { readonly record: 'ordinary' } =>
  sample?.record === 'ordinary';

export function sampleOf(writer: Schema, field: Field, probe: Probe, { truth, seen }: Reading): Sample {
  const { id, kind } = probe;
  const record = lawfulnessOf(writer, probe);
  const base = { probe: id, kind, record, truth: truth.kind, read: shownSeen(field, seen) };
  if (truth.kind !== 'written')
    return {
      ...base,
      written: null,
      expected: field.nullable && truth.kind === 'unwritten' ? shown(field, null) : null,
    };
  const meant = expectedValue(truth.field, truth.value, field) ?? null;
  // What it holds was judged not to say what was written: it can't be what would.
  const expected = meant !== null && canonicalJson(meant) === canonicalJson(base.read) ? null : meant;
  return { ...base, written: shown(truth.field, truth.value), expected };
}
