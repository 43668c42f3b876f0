import type { Digest } from '../base/digest.ts';
import { Fault, type Place } from '../base/fault.ts';
import { affectedConsumers } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import { compare as compareSchemas } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Unit } from '../contract/unit.ts';
import { withheldFields } from '../contract/withheld.ts';
import { compare } from '../golden/compare.ts';
import { suspectText } from '../golden/doubts/unit-suspects.ts';
import { joinByKey } from '../golden/key.ts';
import { splitOf } from '../golden/read-set.ts';
import type { GoldenSet } from '../golden/set.ts';
import { type ToldComparison, type ToldVerdict, tellComparison, tellVerdict } from '../golden/tell.ts';
import { goldenVerdict } from '../golden/verdict.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { keyOf, type Located, type RevisionReading, readOwn } from './read-revision.ts';
import { readThrough } from './read-through.ts';
import type { TriedBy } from './run-converters.ts';
import { tokenMeans } from './token-means.ts';
import type { Verdict } from './verdicts.ts';

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
  /** Where that change record says what: `thresholds.cells.differ:weather`; empty without one. */
  readonly recordPlaces: ReadonlyMap<string, Place>;
  readonly encoding: Verdict;
  readonly meaning: Verdict;
  readonly affected: readonly string[];
};

/**
 * @param functions  whether those of converters are run; whoever judges says so, because nobody may by forgetting it
 * @param withheldThen  the fields of which the evidence told no value when this was judged before; what is told anew
 *   withholds what either version guards
 * @faults KEY_NOT_DECLARED KEY_NOT_UNIQUE SET_FIELD_UNKNOWN, and those of `readRevision`, `readThrough` and `tokenMeans`
 */
export async function judgeRevision(
  project: Project,
  loaded: LoadedSubject,
  from: GoldenSet | undefined,
  to: GoldenSet,
  functions: TriedBy['functions'],
  withheldThen?: readonly FieldId[],
): Promise<RevisionJudgement | Fault> {
  const contract = loaded.contracts.get(to.version)!;
  const step = { kind: 'revision', version: to.version, from: from?.revision, to: to.revision } as const;
  const later = readOwn(project, loaded, to);
  if (later instanceof Fault) return later;
  const record = changeOf(loaded, step);
  const older = from && loaded.contracts.get(from.version)!;
  const differs = older !== undefined && older.recordSchema !== contract.recordSchema;
  const found = differs ? compareSchemas(older.schema, contract.schema).class : 'identical';
  // Where no converter could make the step lawful, nobody asks what the records mean.
  const isAsked = from !== undefined && found !== 'forbidden';
  const earlier = isAsked
    ? await readThrough(project, loaded, from, contract, {
        preferred: record?.change.converter,
        functions,
      })
    : from && 'apart';
  if (earlier instanceof Fault) return earlier;
  const after = later.reading;
  const before = earlier === undefined ? 'none' : earlier === 'apart' ? earlier : earlier.reading;
  const affected = affectedConsumers(project.config.consumers, loaded.subject.name, step);
  const encoding = after.rejected === 0 ? 'passes' : 'fails';
  const isGainsaid = after.suspects.length > 0;
  const shared = {
    step,
    contract,
    before,
    class: found,
    between: differs ? ([from!.version, to.version] as const) : undefined,
    recordSchemaBefore: older?.recordSchema,
    after,
    hasRecord: record !== undefined,
    recordPlaces: record?.places ?? new Map<string, Place>(),
    encoding,
    affected,
  } as const;
  const split = splitOf(to, contract.schema);
  const key = keyOf(loaded, contract);
  // Of the first nothing can differ; what can't be compared was not shown to be the same.
  if (earlier === undefined || earlier === 'apart' || typeof before === 'string') {
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
    tokens: tokens && { ...tokens, truncated: { before: before.truncated, after: after.truncated } },
    key,
    split,
    refused,
    unknown: { before: before.unknown, after: after.unknown },
    unwritten: { before: earlier.unwritten, after: later.unwritten },
    units: older === undefined ? undefined : unitsApart(older.schema, contract.schema),
  });
  if (comparison instanceof Error)
    return placed(
      comparison,
      contract,
      isRepeat(comparison) && comparison.facts.side === 'before' ? earlier : later,
    );
  const governed = [contract, loaded.contracts.get(before.set.version)!];
  const guarded = new Set([...withheldFields(contract.schema, governed), ...earlier.guarded]);
  const withheld = withheldThen ?? contract.schema.fields.map(({ id }) => id).filter(id => guarded.has(id));
  const golden = goldenVerdict(comparison, record?.change.thresholds ?? {});
  return {
    ...shared,
    comparison: tellComparison(contract.schema, comparison, withheld),
    golden: tellVerdict(comparison, golden, withheld),
    meaning: golden.holds && !isGainsaid ? 'passes' : 'fails',
  };
}

/** The units that fields were declared to be in, of those that say another now. */
const unitsApart = (older: Schema, newer: Schema): ReadonlyMap<FieldId, Unit | undefined> =>
  new Map(
    older.fields.flatMap(({ id, unit }) => {
      const now = newer.fields.find(field => field.id === id);
      return now === undefined || now.unit?.code === unit?.code ? [] : [[id, unit] as const];
    }),
  );

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
