import type { RecordBatch } from 'apache-arrow';
import type { Codec } from '../codec/codec.ts';
import { batchOf, rowsOf } from '../contract/batch.ts';
import type { FieldId } from '../contract/field.ts';
import { identityOf } from '../contract/identity.ts';
import { readPlan } from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import type { RecordValues } from '../contract/value.ts';
import { applyPlan } from '../convert/apply-plan.ts';
import type { ConverterFailure } from './converter-cell.ts';
import type { ConverterProbe } from './converter-probes.ts';
import type { CodecName } from './plain-lane.ts';

/** A probe, and the record of the new version that was made of it. */
export type Made = { readonly probe: ConverterProbe; readonly values: RecordValues };
export type ReadBack = {
  readonly same: number;
  readonly uncarried: number;
  readonly failures: readonly ConverterFailure[];
};

/** What is read of what was made, from bytes of the codec: all at once, and where that is not as it should be, one by one. */
export function readBack(schema: Schema, name: CodecName, codec: Codec, made: readonly Made[]): ReadBack {
  if (made.length === 0) return { same: 0, uncarried: 0, failures: [] };
  const found = writtenAndRead(schema, codec, made);
  if (found.kind === 'same') return { same: made.length, uncarried: 0, failures: [] };
  if (made.length > 1) {
    const each = made.map(one => readBack(schema, name, codec, [one]));
    return {
      same: each.reduce((sum, { same }) => sum + same, 0),
      uncarried: each.reduce((sum, { uncarried }) => sum + uncarried, 0),
      failures: each.flatMap(({ failures }) => failures),
    };
  }
  if (found.kind === 'uncarried') return { same: 0, uncarried: 1, failures: [] };
  const { what, field, code } = found;
  return { same: 0, uncarried: 0, failures: [{ probe: made[0]!.probe.id, what, codec: name, field, code }] };
}

type Wrong = {
  readonly kind: 'wrong';
  readonly what: ConverterFailure['what'];
  readonly field: FieldId | null;
  readonly code: string | null;
};
type Read = { readonly kind: 'same' } | { readonly kind: 'uncarried' } | Wrong;

function writtenAndRead(schema: Schema, codec: Codec, made: readonly Made[]): Read {
  try {
    const bytes = codec.encode(
      schema,
      batchOf(
        schema,
        made.map(({ values }) => values),
      ),
    );
    // What it has no form for is refused by whoever writes it, as `assay convert` does.
    if (bytes instanceof Error) return { kind: 'uncarried' };
    const decoded = codec.decode(schema, bytes);
    if (decoded.kind === 'refused')
      return { kind: 'wrong', what: 'reads-otherwise', field: decoded.field ?? null, code: decoded.code };
    return brokenIn(schema, decoded.batch) ?? otherIn(schema, decoded.batch, made) ?? { kind: 'same' };
  } catch {
    return { kind: 'wrong', what: 'internal', field: null, code: null };
  }
}

/** The first promise of the new version that a record breaks. */
function brokenIn(schema: Schema, batch: RecordBatch): Wrong | undefined {
  const applied = applyPlan(readPlan(schema, schema), schema, schema, batch);
  const [first] = applied.kind === 'refused' ? applied.refusals : applied.rejects;
  return first === undefined
    ? undefined
    : { kind: 'wrong', what: 'breaks-schema', field: first.field ?? null, code: first.code };
}

function otherIn(schema: Schema, batch: RecordBatch, made: readonly Made[]): Wrong | undefined {
  const rows = rowsOf(schema, batch);
  if (rows.length !== made.length) return { kind: 'wrong', what: 'reads-otherwise', field: null, code: null };
  for (const [row, { values }] of made.entries())
    for (const [at, field] of schema.fields.entries())
      if (identityOf(field, values[at]!) !== identityOf(field, rows[row]![at]!))
        return { kind: 'wrong', what: 'reads-otherwise', field: field.id, code: null };
  return undefined;
}
