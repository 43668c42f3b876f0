import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../base/limits.ts';
import { columnReader } from '../contract/batch.ts';
import type { Field, FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { sliceKeyReader } from '../contract/slice-key.ts';
import { termById } from '../contract/vocabulary-lookup.ts';
import { WITHHELD, type Withheld } from '../contract/withheld.ts';
import { indexOf, type Join } from './key.ts';

/** How far matched samples reach into the parts of a slice. */
export type SliceCoverage = {
  readonly slice: string;
  /** Parts with a matched sample. */
  readonly seen: number;
  /** Parts without one: those that samples before are in, and those of terms that may be written. */
  readonly unseen: number;
  /** The first few of them, by name; null is the part without a value. */
  readonly firstUnseen: readonly (string | null | Withheld)[];
};

/**
 * Of each slice of a reader, what its golden samples leave unproved: nobody has shown that a part in which no sample was
 * matched still means what it did.
 *
 * @param writer  what may be written: its terms, as the reader has them, are parts that are to be seen
 * @param before  what was written under it, as the reader reads it
 */
export const sliceCoverage = (
  reader: Schema,
  writer: Schema,
  before: RecordBatch,
  join: Pick<Join, 'before'>,
  withheld: readonly FieldId[],
): readonly SliceCoverage[] =>
  reader.slices.map(({ name, field: id, by }) => {
    const index = indexOf(reader, id);
    const field = reader.fields[index]!;
    const at = columnReader(field, before.data.children[index]!);
    const keyOf = sliceKeyReader(field, by);
    const seen = new Set([...join.before].map(row => keyOf(at(row))));
    const unseen = new Set<string | null>();
    for (let row = 0; row < before.numRows; row++) unseen.add(keyOf(at(row)));
    if (by === 'value')
      for (const label of writtenTerms(
        field,
        writer.fields.find(one => one.id === id),
      ))
        unseen.add(label);
    for (const part of seen) unseen.delete(part);
    const first = [...unseen].sort(byName).slice(0, LIMITS.evidence_rows_max);
    return {
      slice: name,
      seen: seen.size,
      unseen: unseen.size,
      firstUnseen: withheld.includes(id) ? first.map(part => part && WITHHELD) : first,
    };
  });

/** Labels, as the reader spells them, of the terms that a writer may write; what stands for unknown says nothing. */
function writtenTerms({ vocabulary, unknownPolicy }: Field, writer: Field | undefined): readonly string[] {
  if (vocabulary === undefined) return [];
  const standIn = unknownPolicy?.kind === 'map' ? unknownPolicy.term : undefined;
  return (writer?.vocabulary?.terms ?? []).flatMap(({ id }) => {
    const term = id === standIn ? undefined : termById(vocabulary, id);
    return term === undefined ? [] : [term.label];
  });
}

const byName = (a: string | null, b: string | null): number =>
  Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''));
