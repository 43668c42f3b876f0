import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { withNested } from '../contract/nested.ts';
import { readPlan } from '../contract/read-plan.ts';
import type { RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import { withheldFields } from '../contract/withheld.ts';
import { applyPlan, rowsAsRead } from '../convert/apply-plan.ts';
import { type OutsideTerms, outsideTerms } from '../golden/doubts/outside-terms.ts';
import { type UnitSuspect, unitSuspects } from '../golden/doubts/unit-suspects.ts';
import { readSet, type SetRead } from '../golden/read-set.ts';
import { recordLines } from '../golden/record-lines.ts';
import { isReject, type LeftOut, type Refused } from '../golden/refused.ts';
import type { GoldenSet } from '../golden/set.ts';
import type { UnknownCells } from '../golden/unknown-cells.ts';
import type { UnwrittenCells } from '../golden/unwritten-cells.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';
import { unknownCells } from './unknown-cells.ts';
import { unwrittenCells } from './unwritten-cells.ts';

/** One data revision, decoded and gated: records that break the contract are counted by reason, never made to fit. */
export type RevisionReading = {
  readonly set: GoldenSet;
  /** The data file, below the project. */
  readonly file: string;
  readonly batch: RecordBatch;
  readonly rejects: readonly RejectCount[];
  readonly rejected: number;
  /** Records that a converter passed over. */
  readonly skipped: number;
  /** The converters that its records went through, in their order. */
  readonly through: readonly Digest[];
  /** Where records lacked a field, by field id. */
  readonly filled: readonly FilledCount[];
  /** Records whose tokens a converter cut, by field. */
  readonly truncated: ReadonlyMap<FieldId, number>;
  /** Cells that no record wrote, of which nobody knows what they are. */
  readonly unknown: UnknownCells;
  /** Units that the values gainsay, and values that are in no vocabulary, of all of its records as they were written. */
  readonly suspects: readonly UnitSuspect[];
  readonly outside: readonly OutsideTerms[];
};

/** What was read, and where it stands in the file; apart, because it holds the bytes. */
export type Located = {
  readonly reading: RevisionReading;
  readonly refused: Refused;
  readonly unwritten: UnwrittenCells;
  /** The line of the file, from 1, of a row of the file; undefined where the file has no lines. */
  readonly lineOf: (row: number) => number | undefined;
};

/** Records refused for one reason, and where the first of them stand. */
export type RejectCount = {
  readonly field: FieldId;
  /** The field by names and ids: `address (3).street (4)`. */
  readonly path: string;
  readonly code: RejectCode;
  readonly count: number;
  /** From 0. */
  readonly rows: readonly number[];
  /** From 1; none where the file has no lines. */
  readonly lines: readonly number[];
};

/** Records that hold the default of a field and were not written with it. */
export type FilledCount = {
  readonly field: FieldId;
  /** As that of a reject. */
  readonly path: string;
  /** What each of them now says: that nobody knows, or the default as a true value. */
  readonly means: 'value' | 'unknown';
  readonly count: number;
};

/** @faults those of `readFile` and `readSet` */
export function readRevision(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
): RevisionReading | Fault {
  const located = readOwn(project, loaded, set);
  return located instanceof Fault ? located : located.reading;
}

export function readOwn(project: Project, loaded: LoadedSubject, set: GoldenSet): Located | Fault {
  const reading = readAs(project, loaded, set, loaded.contracts.get(set.version)!);
  // A schema reads what it wrote; anything else is a mistake of ours.
  if (reading === 'apart') throw new TypeError('a schema was refused by itself');
  return reading;
}

const isTooLarge = (fault: Fault): fault is Fault<'DOCUMENT_TOO_LARGE'> =>
  fault.code === 'DOCUMENT_TOO_LARGE';

/** The bytes of a set's data. @faults DATA_TOO_LARGE FILE_UNREADABLE PATH_OUTSIDE */
export function dataOf(project: Project, set: GoldenSet): { path: string; bytes: Uint8Array } | Fault {
  const path = `${project.config.golden}/${set.subject}/${set.data.file}`;
  const bytes = readFile(project.root, path, LIMITS.golden_file_bytes_max);
  if (!(bytes instanceof Fault)) return { path, bytes };
  const place = set.places.get('data.file');
  if (isTooLarge(bytes)) return new Fault('DATA_TOO_LARGE', { file: path, ...bytes.facts }, place);
  return new Fault(bytes.code, bytes.facts, place);
}

/** A set as its own version wrote it, nothing left out yet. */
export type OpenedSet = {
  readonly set: GoldenSet;
  readonly writer: Contract;
  /** By which its samples are told apart. */
  readonly key: readonly FieldId[];
  /** The data file, below the project. */
  readonly file: string;
  readonly read: SetRead;
  readonly lineOf: Located['lineOf'];
};

/** @faults those of `dataOf` and `readSet` */
export function openSet(project: Project, loaded: LoadedSubject, set: GoldenSet): OpenedSet | Fault {
  const writer = loaded.contracts.get(set.version)!;
  const data = dataOf(project, set);
  if (data instanceof Fault) return data;
  const { path: file, bytes } = data;
  const read = readSet({ ...set, data: { ...set.data, file } }, writer.schema, bytes);
  if (read instanceof Fault) return read;
  // Counted when somebody asks: most files are in order.
  let lines: readonly number[] | undefined;
  const lineOf = (row: number): number | undefined => {
    lines ??= recordLines(set.data.format, bytes) ?? [];
    return lines[row];
  };
  return { set, writer, key: keyOf(loaded, writer) ?? writer.schema.key, file, read, lineOf };
}

/** The records of a set as a version reads them, its own or another. @faults those of `openSet` */
export function readAs(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
  reader: Contract,
): Located | 'apart' | Fault {
  const opened = openSet(project, loaded, set);
  return opened instanceof Fault ? opened : readOpened(opened, reader);
}

/** @returns `apart` where only a converter could make its records those of the reader */
export function readOpened(opened: OpenedSet, reader: Contract): Located | 'apart' {
  const { set, writer, file, read, lineOf } = opened;
  const plan = readPlan(writer.schema, reader.schema);
  const applied = applyPlan(plan, writer.schema, reader.schema, read.batch);
  if (applied.kind === 'refused') return 'apart';
  const { accepted, rejects, counts } = applied;
  const unknown = unknownCells(
    plan,
    { writer: writer.schema, reader: reader.schema },
    read,
    new Set(rejects.map(({ row }) => row)),
  );
  const reading = {
    set,
    ...doubtsOf(opened, reader),
    file,
    batch: accepted,
    rejects: countRejects(reader.schema, rejects, lineOf),
    rejected: rejects.length,
    skipped: 0,
    through: [],
    truncated: new Map(),
    filled: [
      ...countFilled(writer.schema, read.absentFilled),
      ...countFilled(reader.schema, counts.defaultsFilled),
    ].sort((a, b) => a.field - b.field),
    unknown,
  };
  const rows = rejects.map(({ row }) => row);
  const refused = { rejects, batch: rowsAsRead(plan, writer.schema, reader.schema, read.batch, rows) };
  const unwritten = unwrittenCells(plan, writer.schema, read, new Set(rows));
  return { reading, refused, unwritten, lineOf };
}

/** What a set says by itself, whoever reads it. */
export function doubtsOf(
  { set, writer: { schema, ...writer }, key, read: { batch } }: OpenedSet,
  reader: Contract,
): Pick<RevisionReading, 'suspects' | 'outside'> {
  const hidden = withheldFields(schema, [writer, reader]);
  return {
    suspects: unitSuspects(schema, batch, set.witness, hidden),
    outside: outsideTerms(schema, key, batch, hidden),
  };
}

export function countRejects(
  schema: Pick<Schema, 'fields'>,
  rejects: readonly LeftOut[],
  lineOf: (row: number) => number | undefined,
): readonly RejectCount[] {
  const counts = new Map<string, { field: FieldId; code: RejectCode; count: number; rows: number[] }>();
  for (const { row, field, code } of rejects.filter(isReject)) {
    const reason = `${field} ${code}`;
    const known = counts.get(reason) ?? { field, code, count: 0, rows: [] };
    counts.set(reason, known);
    known.count++;
    if (known.rows.length < LIMITS.evidence_rows_max) known.rows.push(row);
  }
  return [...counts.values()].map(one => ({
    ...one,
    path: fieldText(schema, one.field),
    lines: one.rows.map(lineOf).filter(line => line !== undefined),
  }));
}

export function countFilled(schema: Schema, counts: ReadonlyMap<FieldId, number>): readonly FilledCount[] {
  const means = new Map(
    schema.fields
      .flatMap(field => withNested(field, []).map(([each]) => each))
      .map(({ id, default: its }) => [id, its.kind === 'value' ? its.means : undefined]),
  );
  return [...counts].flatMap(([field, count]) => {
    const says = means.get(field);
    return count === 0 || says === undefined
      ? []
      : [{ field, path: fieldText(schema, field), means: says, count }];
  });
}

/** The field the subject's samples are named by, where the schema has no key of its own. */
export function keyOf({ subject }: LoadedSubject, { schema }: Contract): readonly FieldId[] | undefined {
  if (schema.key.length > 0) return undefined;
  const { sampleId } = subject.members;
  return sampleId.kind === 'field' ? [sampleId.field] : undefined;
}
