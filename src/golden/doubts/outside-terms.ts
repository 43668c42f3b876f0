import type { RecordBatch } from 'apache-arrow';
import { LIMITS } from '../../base/limits.ts';
import { columnReader } from '../../contract/batch.ts';
import { valueText } from '../../contract/category.ts';
import type { Field, FieldId, UnknownPolicy } from '../../contract/field.ts';
import { fieldText } from '../../contract/field-path.ts';
import { withNested } from '../../contract/nested.ts';
import type { Schema } from '../../contract/schema.ts';
import type { Value } from '../../contract/value.ts';
import { WITHHELD, type Withheld } from '../../contract/withheld.ts';
import { isUnknown } from '../../convert/gates.ts';
import { sampleNames } from '../sample-names.ts';

/** Values of a field that its vocabulary does not have, whatever its policy makes of them. */
export type OutsideTerms = {
  readonly field: FieldId;
  /** By names and ids: `address (3).street (4)`. */
  readonly path: string;
  readonly policy: UnknownPolicy['kind'];
  readonly cells: number;
  /** How many different ones there are. */
  readonly values: number;
  /** The first of the cells, in the order of the records. */
  readonly listed: readonly OutsideCell[];
};

export type OutsideCell = {
  /** From 0. */
  readonly row: number;
  /** The key of the record, part by part. */
  readonly sample: readonly (string | Withheld)[];
  readonly value: string | Withheld;
};

/**
 * @param batch  all records of a side, those too that their gates refuse
 * @param withheld  fields of the record of which no value may be told, and of none that lies in them
 */
export function outsideTerms(
  schema: Schema,
  key: readonly FieldId[],
  batch: RecordBatch,
  withheld: readonly FieldId[],
): readonly OutsideTerms[] {
  const nameOf = sampleNames(schema, key, batch, withheld);
  return schema.fields.flatMap((field, index) => {
    if (!withNested(field, []).some(([{ vocabulary }]) => vocabulary !== undefined)) return [];
    const read = columnReader(field, batch.data.children[index]!);
    const isHidden = withheld.includes(field.id);
    const found = new Map<
      FieldId,
      { field: Field; cells: number; values: Set<string>; listed: OutsideCell[] }
    >();
    for (let row = 0; row < batch.numRows; row++) {
      for (const [inner, value] of outsideIn(field, read(row))) {
        const of = found.get(inner.id) ?? { field: inner, cells: 0, values: new Set(), listed: [] };
        found.set(inner.id, of);
        of.cells++;
        const text = valueText(inner, value);
        of.values.add(text);
        if (of.listed.length < LIMITS.doubt_samples_max)
          of.listed.push({ row, sample: nameOf(row), value: isHidden ? WITHHELD : text });
      }
    }
    return [...found.values()].map(({ field: inner, cells, values, listed }) => ({
      field: inner.id,
      path: fieldText(schema, inner.id),
      policy: inner.unknownPolicy?.kind ?? 'reject',
      cells,
      values: values.size,
      listed,
    }));
  });
}

function outsideIn(field: Field, value: Value): ReadonlyArray<readonly [Field, Value]> {
  if (value === null || !isUnknown(field, value)) return [];
  const { type } = field;
  const parts = value as readonly Value[];
  switch (type.kind) {
    case 'list':
    case 'tensor':
      return parts.flatMap(part => outsideIn(type.element, part));
    case 'struct':
      return type.fields.flatMap((member, at) => outsideIn(member, parts[at]!));
    case 'map':
      return parts.flatMap(entry => {
        const [key, held] = entry as readonly Value[];
        return [...outsideIn(type.key, key!), ...outsideIn(type.value, held!)];
      });
    default:
      return [[field, value]];
  }
}
