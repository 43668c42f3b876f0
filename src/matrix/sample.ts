import { canonicalJson } from '../base/canonical-json.ts';
import type { Field } from '../contract/field.ts';
import type { Reading } from './judge.ts';
import type { Probe, ProbeKind } from './probe.ts';
import { expectedValue, type Shown, shown, shownSeen } from './shown.ts';

/** One value that an ordinary reader holds and nobody wrote. */
export type Sample = {
  readonly probe: string;
  readonly kind: ProbeKind;
  readonly truth: Reading['truth']['kind'];
  /** Null where nothing lawful was written. */
  readonly written: Shown | null;
  readonly read: Shown;
  /** What the reader would hold if it had understood; null where it has no such value. */
  readonly expected: Shown | null;
};

export function sampleOf(field: Field, { id, kind }: Probe, { truth, seen }: Reading): Sample {
  const base = { probe: id, kind, truth: truth.kind, read: shownSeen(field, seen) };
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
