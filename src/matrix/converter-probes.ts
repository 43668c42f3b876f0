import { LIMITS } from '../base/limits.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import type { ProbeKind } from './probe.ts';
import type { ProbeForm } from './probe-form.ts';
import { probesOf } from './probes.ts';

/** A record of the old version that a converter is tried on. */
export type ConverterProbe = {
  readonly id: string;
  readonly kind: ProbeKind;
  readonly field: FieldId | undefined;
  readonly values: RecordValues;
};

/**
 * The same records of the old version that its readers are tried on, without those that are spoiled as bytes: a converter
 * sees what was decoded.
 */
export function converterProbes(from: Schema, to: Schema, seed: number): readonly ConverterProbe[] {
  const about = new Set(from.fields.map(({ id }) => id));
  const put = { typical: LIMITS.probe_typical_records, ofRecord: false };
  return probesOf(from, to, NO_BYTES, seed, about, put).probes.flatMap(({ id, kind, field, truth }) =>
    truth.kind === 'record' && truth.spoiled === undefined && truth.unwritten === undefined
      ? [{ id, kind, field, values: truth.values }]
      : [],
  );
}

const EMPTY = { bytes: new Uint8Array() };

/** Values are all that is wanted of them. */
const NO_BYTES: ProbeForm = {
  typical: () => EMPTY,
  changed: (_, __, changes) => changes.map(() => EMPTY),
  alone: () => EMPTY,
  spoiled: () => [],
  spoiledRecords: () => [],
};
