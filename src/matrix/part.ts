import { LIMITS } from '../base/limits.ts';
import type { Finding } from '../compat/finding.ts';
import type { FieldId } from '../contract/field.ts';
import { idsOf } from '../contract/ledger.ts';
import type { Schema } from '../contract/schema.ts';
import { type Announced, announcedBy } from './announced.ts';
import type { Run } from './cell.ts';
import type { FieldNumbers } from './field-numbers.ts';
import type { CodecName } from './plain-lane.ts';
import { projectionsOf } from './projection.ts';
import { typicalRecordSize } from './typical-value.ts';

/** What a cell is run on, a part at a time. */
export type Part = {
  readonly codec: CodecName;
  readonly writer: Schema;
  readonly reader: Schema;
  /** The fields that are probed by themselves; the record is, in any part. */
  readonly about: ReadonlySet<FieldId>;
  readonly announced: Announced;
  /** It is some fields of a record that another part has whole: what is about the record is asked of that. */
  readonly isProjection: boolean;
};

/**
 * A narrow pair is one part, unless it is one of `many`: cells of many versions have most of their fields in common, and
 * in parts, what they have in common is run once. A wide one, or one with long lists, is its whole record, of which no single field is probed, and then projections
 * that are run as if each were a narrow pair: so the cost of a cell grows with its fields, and not with their square.
 */
export function partsOf(
  codec: CodecName,
  writer: Schema,
  reader: Schema,
  findings: readonly Finding[],
  many = false,
): readonly Part[] {
  const announced = announcedBy(findings);
  const whole = { codec, writer, reader, announced, isProjection: false };
  if (runOf(writer, reader, many) === 'whole')
    return [{ ...whole, about: new Set([...writer.fields, ...reader.fields].map(({ id }) => id)) }];
  return [
    { ...whole, about: new Set() },
    ...projectionsOf(writer, reader).map(projection => ({
      codec,
      announced,
      isProjection: true,
      ...projection,
    })),
  ];
}

/** @param many  as in `partsOf` */
export const runOf = (writer: Schema, reader: Schema, many: boolean): Run =>
  !many && isNarrow(writer) && isNarrow(reader) ? 'whole' : 'parts';

const isNarrow = (schema: Schema): boolean =>
  schema.fields.length <= LIMITS.matrix_whole_fields_max &&
  typicalRecordSize(schema) <= LIMITS.matrix_projection_values_max;

/** Two parts with one key find the same. */
export function partKey(
  { codec, writer, reader, about, announced, isProjection }: Part,
  numbers: FieldNumbers,
): string {
  const ids = new Set([...idsOf(writer), ...idsOf(reader)].map(({ id }) => id));
  return [
    codec,
    numbers.of(writer),
    writer.normalizer,
    numbers.of(reader),
    reader.normalizer,
    [...about].join(),
    isProjection,
    announced.record,
    [...ids].filter(id => announced.fields.has(id)).join(),
  ].join(' ');
}
