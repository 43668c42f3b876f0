import type { RecordBatch } from 'apache-arrow';
import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { affectedConsumers } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import { compare as compareSchemas } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { fieldText } from '../contract/field-path.ts';
import { withNested } from '../contract/nested.ts';
import { readPlan } from '../contract/read-plan.ts';
import type { Reject, RejectCode } from '../contract/reject.ts';
import type { Schema } from '../contract/schema.ts';
import { withheldFields } from '../contract/withheld.ts';
import { applyPlan, rowsAsRead } from '../convert/apply-plan.ts';
import { compare } from '../golden/compare.ts';
import { type OutsideTerms, outsideTerms } from '../golden/doubts/outside-terms.ts';
import { suspectText, type UnitSuspect, unitSuspects } from '../golden/doubts/unit-suspects.ts';
import { joinByKey } from '../golden/key.ts';
import { readSet, splitOf } from '../golden/read-set.ts';
import { recordLines } from '../golden/record-lines.ts';
import type { Refused } from '../golden/refused.ts';
import type { GoldenSet } from '../golden/set.ts';
import { type ToldComparison, type ToldVerdict, tellComparison, tellVerdict } from '../golden/tell.ts';
import type { UnknownCells } from '../golden/unknown-cells.ts';
import type { UnwrittenCells } from '../golden/unwritten-cells.ts';
import { goldenVerdict } from '../golden/verdict.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readFile } from './read-file.ts';
import { tokenMeans } from './token-means.ts';
import { unknownCells } from './unknown-cells.ts';
import { unwrittenCells } from './unwritten-cells.ts';
import type { Verdict } from './verdicts.ts';

/** One data revision, decoded and gated: records that break the contract are counted by reason, never made to fit. */
export type RevisionReading = {
  readonly set: GoldenSet;
  /** The data file, below the project. */
  readonly file: string;
  readonly batch: RecordBatch;
  readonly rejects: readonly RejectCount[];
  readonly rejected: number;
  /** Where records lacked a field, by field id. */
  readonly filled: readonly FilledCount[];
  /** Cells that no record wrote, of which nobody knows what they are. */
  readonly unknown: UnknownCells;
  /** Units that the values gainsay, and values that are in no vocabulary, of all of its records as they were written. */
  readonly suspects: readonly UnitSuspect[];
  readonly outside: readonly OutsideTerms[];
};

/** What was read, and where it stands in the file; apart, because it holds the bytes. */
type Located = {
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

/** A proposed revision of the data against the one before it, under the proposed one's schema. */
export type RevisionJudgement = {
  readonly step: Extract<ChangeStep, { kind: 'revision' }>;
  readonly contract: Contract;
  /** `apart`: it lies under a version whose records only a converter could turn into this one's. */
  readonly before: RevisionReading | 'none' | 'apart';
  /**
   * Of data under one schema it is `identical`, whatever the evidence says; where the schemas differ, it is the class of
   * that difference.
   */
  readonly class: ChangeClass;
  /** The versions of the two, where their schemas differ. */
  readonly between: readonly [from: number, to: number] | undefined;
  /** The schema of the one before; undefined where there is none. */
  readonly recordSchemaBefore: Digest | undefined;
  readonly after: RevisionReading;
  readonly comparison: ToldComparison | undefined;
  readonly golden: ToldVerdict | undefined;
  /** Whether thresholds came from a change record; without one nothing may differ. */
  readonly hasRecord: boolean;
  readonly encoding: Verdict;
  readonly meaning: Verdict;
  readonly affected: readonly string[];
};

/**
 * @param withheldThen  the fields of which the evidence told no value when this was judged before; what is told anew
 *   withholds what either version guards
 * @faults KEY_NOT_DECLARED KEY_NOT_UNIQUE SET_FIELD_UNKNOWN, and those of `readRevision` and `tokenMeans`
 */
export function judgeRevision(
  project: Project,
  loaded: LoadedSubject,
  from: GoldenSet | undefined,
  to: GoldenSet,
  withheldThen?: readonly FieldId[],
): RevisionJudgement | Fault {
  const contract = loaded.contracts.get(to.version)!;
  const step = { kind: 'revision', version: to.version, from: from?.revision, to: to.revision } as const;
  const later = readOwn(project, loaded, to);
  if (later instanceof Fault) return later;
  const earlier = from === undefined ? 'none' : readAs(project, loaded, from, contract);
  if (earlier instanceof Fault) return earlier;
  const after = later.reading;
  const before = typeof earlier === 'string' ? earlier : earlier.reading;
  const affected = affectedConsumers(project.config.consumers, loaded.subject.name, step);
  const record = changeOf(loaded, step);
  const encoding = after.rejected === 0 ? 'passes' : 'fails';
  const isGainsaid = after.suspects.length > 0;
  const older = from && loaded.contracts.get(from.version)!;
  const differs = older !== undefined && older.recordSchema !== contract.recordSchema;
  const shared = {
    step,
    contract,
    before,
    class: differs ? compareSchemas(older.schema, contract.schema).class : 'identical',
    between: differs ? ([from!.version, to.version] as const) : undefined,
    recordSchemaBefore: older?.recordSchema,
    after,
    hasRecord: record !== undefined,
    encoding,
    affected,
  } as const;
  const split = splitOf(to, contract.schema);
  const key = keyOf(loaded, contract);
  // Of the first nothing can differ; what can't be compared was not shown to be the same.
  if (typeof earlier === 'string' || typeof before === 'string') {
    // Samples that can't be told apart could never be compared with those of the next revision, and now is the time to say so.
    const itself = joinByKey(contract.schema, key ?? contract.schema.key, after.batch, after.batch, {
      before: later.refused,
      after: later.refused,
    });
    if (itself instanceof Fault) return placed(itself, contract, later, 'only');
    const meaning = before === 'none' && !isGainsaid ? encoding : 'fails';
    return { ...shared, comparison: undefined, golden: undefined, meaning };
  }

  const refused = { before: earlier.refused, after: later.refused };
  const tokens = tokenMeans(loaded, older!, contract, [...from!.tokenLimits, ...to.tokenLimits]);
  if (tokens instanceof Fault) return tokens;
  const comparison = compare(contract.schema, before.batch, after.batch, {
    tokens,
    key,
    split,
    refused,
    unknown: { before: before.unknown, after: after.unknown },
    unwritten: { before: earlier.unwritten, after: later.unwritten },
  });
  if (comparison instanceof Error)
    return placed(
      comparison,
      contract,
      isRepeat(comparison) && comparison.facts.side === 'before' ? earlier : later,
    );
  const governed = [contract, loaded.contracts.get(before.set.version)!];
  const withheld = withheldThen ?? withheldFields(contract.schema, governed);
  const golden = goldenVerdict(comparison, record?.change.thresholds ?? {});
  return {
    ...shared,
    comparison: tellComparison(contract.schema, comparison, withheld),
    golden: tellVerdict(comparison, golden, withheld),
    meaning: golden.holds && !isGainsaid ? 'passes' : 'fails',
  };
}

/** @faults those of `readFile` and `readSet` */
export function readRevision(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
): RevisionReading | Fault {
  const located = readOwn(project, loaded, set);
  return located instanceof Fault ? located : located.reading;
}

function readOwn(project: Project, loaded: LoadedSubject, set: GoldenSet): Located | Fault {
  const reading = readAs(project, loaded, set, loaded.contracts.get(set.version)!);
  // A schema reads what it wrote; anything else is a mistake of ours.
  if (reading === 'apart') throw new TypeError('a schema was refused by itself');
  return reading;
}

/** That some records break their contract. */
export function rejectedFault({ set, file, rejects, rejected }: RevisionReading): Fault | undefined {
  const [first] = rejects;
  if (first === undefined) return undefined;
  const { code, path, lines } = first;
  const facts = { file, revision: set.revision, count: rejected, code, field: path };
  return new Fault('RECORDS_REJECTED', facts, lineIn(file, lines[0]));
}

/** That the values of a field gainsay its unit. */
export function suspectFault({ set, suspects }: RevisionReading, { schema }: Contract): Fault | undefined {
  const [first] = suspects;
  if (first === undefined) return undefined;
  const { name: field, unit } = first;
  const facts = { revision: set.revision, field, unit, how: suspectText(schema, first) };
  return new Fault('UNIT_SUSPECT', facts, set.places.get(`witness.${field}`) ?? set.places.get('version'));
}

/** Where samples of one file repeat the key they are to be told apart by. */
export const repeatedIn = (fault: Fault, contract: Contract, located: Located): Fault =>
  placed(fault, contract, located, 'only');

/** Says of a comparison that could not be made where in the contract or the file the trouble is. */
function placed(
  fault: Fault,
  contract: Contract,
  { reading: { file }, lineOf }: Located,
  side?: 'only',
): Fault {
  if (!isRepeat(fault)) return new Fault(fault.code, fault.facts, contract.place);
  const facts = { ...fault.facts, side: side ?? fault.facts.side };
  // The first of them was alone until the second came.
  return new Fault('KEY_NOT_UNIQUE', facts, lineIn(file, lineOf(facts.again - 1)));
}

const isRepeat = (fault: Fault): fault is Fault<'KEY_NOT_UNIQUE'> => fault.code === 'KEY_NOT_UNIQUE';

const lineIn = (file: string, line: number | undefined): Place | undefined =>
  line === undefined ? undefined : { file, line, column: 1 };

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

/** The records of a set as a version reads them, its own or another. @faults those of `readFile` and `readSet` */
export function readAs(
  project: Project,
  loaded: LoadedSubject,
  set: GoldenSet,
  reader: Contract,
): Located | 'apart' | Fault {
  const writer = loaded.contracts.get(set.version)!;
  const data = dataOf(project, set);
  if (data instanceof Fault) return data;
  const read = readSet({ ...set, data: { ...set.data, file: data.path } }, writer.schema, data.bytes);
  if (read instanceof Fault) return read;
  const { batch, absentFilled } = read;
  const plan = readPlan(writer.schema, reader.schema);
  const applied = applyPlan(plan, writer.schema, reader.schema, batch);
  if (applied.kind === 'refused') return 'apart';
  const { accepted, rejects, counts } = applied;
  // Counted when somebody asks: most files are in order.
  let lines: readonly number[] | undefined;
  const lineOf = (row: number): number | undefined => {
    lines ??= recordLines(set.data.format, data.bytes) ?? [];
    return lines[row];
  };
  const unknown = unknownCells(
    plan,
    { writer: writer.schema, reader: reader.schema },
    read,
    new Set(rejects.map(({ row }) => row)),
  );
  const hidden = withheldFields(writer.schema, [writer, reader]);
  const reading = {
    set,
    suspects: unitSuspects(writer.schema, batch, set.witness, hidden),
    outside: outsideTerms(writer.schema, keyOf(loaded, writer) ?? writer.schema.key, batch, hidden),
    file: data.path,
    batch: accepted,
    rejects: countRejects(reader.schema, rejects, lineOf),
    rejected: rejects.length,
    filled: [
      ...countFilled(writer.schema, absentFilled),
      ...countFilled(reader.schema, counts.defaultsFilled),
    ].sort((a, b) => a.field - b.field),
    unknown,
  };
  const rows = rejects.map(({ row }) => row);
  const refused = { rejects, batch: rowsAsRead(plan, writer.schema, reader.schema, batch, rows) };
  const unwritten = unwrittenCells(plan, writer.schema, read, new Set(rows));
  return { reading, refused, unwritten, lineOf };
}

function countRejects(
  schema: Schema,
  rejects: readonly Reject[],
  lineOf: (row: number) => number | undefined,
): readonly RejectCount[] {
  const counts = new Map<string, { field: FieldId; code: RejectCode; count: number; rows: number[] }>();
  for (const { row, field, code } of rejects) {
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

function countFilled(schema: Schema, counts: ReadonlyMap<FieldId, number>): readonly FilledCount[] {
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
