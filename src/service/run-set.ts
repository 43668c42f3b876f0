import type { RecordBatch } from 'apache-arrow';
import { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import { withheldFields } from '../contract/withheld.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { bridge, type Sources } from '../golden/bridge/bridge.ts';
import { compare } from '../golden/compare.ts';
import type { UnitSuspect } from '../golden/doubts/unit-suspects.ts';
import type { Outcomes } from '../golden/expected-file.ts';
import { splitOf } from '../golden/read-set.ts';
import { isReject, isSkipped, type Refused } from '../golden/refused.ts';
import type { GoldenSet } from '../golden/set.ts';
import { type ToldComparison, type ToldVerdict, tellComparison, tellVerdict } from '../golden/tell.ts';
import { goldenVerdict } from '../golden/verdict.ts';
import { bundlesOf } from './bundle-functions.ts';
import { type ExpectedRun, runExpected } from './expected-run.ts';
import { guardedOn } from './guarded-on-way.ts';
import type { LoadedChange } from './load-changes.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { keyOf, type OpenedSet, type RejectCount, readOpened } from './read-revision.ts';
import { asWritten } from './read-through.ts';
import { isNoWay, type NoWay, type RecordWay, recordWay } from './record-way.ts';
import { isRepeatable } from './repeatable.ts';
import { suspectsAfter } from './suspects-after.ts';
import { type Taken, takeWay } from './take-way.ts';
import { tokenMeans } from './token-means.ts';

export type RunStep = {
  readonly from: Contract | undefined;
  readonly to: Contract;
  readonly change: LoadedChange | undefined;
};

/** One set through the old path and the new one. */
export type SetRun = {
  readonly set: GoldenSet;
  readonly outcome: SetOutcome;
  readonly holds: boolean;
};

export type SetOutcome =
  /** More or fewer of its records break its contract than it says: what no structure holds has no meaning to ask for. */
  | {
      readonly kind: 'broken';
      readonly declared: number;
      readonly found: number;
      readonly rejects: readonly RejectCount[];
    }
  /** Records of its version can't become those of the version asked about, or of the one before. */
  | { readonly kind: 'unreachable'; readonly noWay: NoWay }
  /** It is data of the version itself, which no path changes. */
  | {
      readonly kind: 'own';
      readonly path: PathCounts;
      readonly suspects: readonly UnitSuspect[];
      readonly expected: ExpectedRun;
    }
  | {
      readonly kind: 'compared';
      readonly way: RecordWay;
      readonly path: PathCounts;
      readonly comparison: ToldComparison;
      readonly verdict: ToldVerdict;
      /** Fields that only the new version has, and those that only the old one had: nothing is held against them. */
      readonly made: readonly FieldId[];
      readonly gone: readonly FieldId[];
      /** Whether the new path gave the same twice, and in another order. */
      readonly isRepeatable: boolean;
      /** Fields whose unit the records gainsay that came through. */
      readonly suspects: readonly UnitSuspect[];
      /** What the new path made of each record. */
      readonly outcomes: Outcomes;
      readonly expected: ExpectedRun;
    };

/** Of the new path; read = converted + rejected + skipped. */
export type PathCounts = {
  readonly read: number;
  readonly converted: number;
  readonly rejected: number;
  readonly skipped: number;
};

/**
 * @faults KEY_NOT_DECLARED KEY_NOT_UNIQUE, and those of `bundlesOf`, `takeWay`, `tokenMeans` and `runExpected`
 */
export async function runSet(
  project: Project,
  loaded: LoadedSubject,
  opened: OpenedSet,
  step: RunStep,
): Promise<SetRun | Fault> {
  const { set } = opened;
  const outcome = await outcomeOf(project, loaded, opened, step);
  if (outcome instanceof Fault) return placed(outcome, opened, step.to);
  return { set, outcome, holds: holdsOf(outcome) };
}

/** A comparison that can't be made is the trouble of the contract, or of the second record that has a key. */
function placed(fault: Fault, { file, lineOf }: OpenedSet, to: Contract): Fault {
  if (fault.at !== undefined) return fault;
  if (isKeyless(fault)) return new Fault(fault.code, fault.facts, to.place);
  if (!isRepeat(fault)) return fault;
  const line = lineOf(fault.facts.again - 1);
  return new Fault(fault.code, fault.facts, line === undefined ? undefined : { file, line, column: 1 }, file);
}

const isKeyless = ({ code }: Fault): boolean => code === 'KEY_NOT_DECLARED';

const isRepeat = (fault: Fault): fault is Fault<'KEY_NOT_UNIQUE'> => fault.code === 'KEY_NOT_UNIQUE';

function holdsOf(outcome: SetOutcome): boolean {
  if (outcome.kind === 'broken' || outcome.kind === 'unreachable') return false;
  const isExpected =
    outcome.suspects.length === 0 && (outcome.expected.kind === 'none' || outcome.expected.holds);
  return outcome.kind === 'own' ? isExpected : isExpected && outcome.verdict.holds && outcome.isRepeatable;
}

async function outcomeOf(
  project: Project,
  loaded: LoadedSubject,
  opened: OpenedSet,
  { from, to, change }: RunStep,
): Promise<SetOutcome | Fault> {
  const { set, writer } = opened;
  const own = readOpened(opened, writer);
  // A schema reads what it wrote; anything else is a mistake of ours.
  if (own === 'apart') throw new TypeError('a schema was refused by itself');
  const { rejected, rejects } = own.reading;
  if (rejected !== set.rejects) return { kind: 'broken', declared: set.rejects, found: rejected, rejects };
  const way = recordWay(loaded, writer, to);
  if (isNoWay(way)) return { kind: 'unreachable', noWay: way };
  const given = asWritten(opened);
  const bundles = await bundlesOf(project, loaded, plansOn(way));
  if (bundles instanceof Fault) return bundles;
  const taken = await takeWay(way, given, bundles);
  if (taken instanceof Fault) return taken;
  const path = countsOf(opened, taken);
  const withheld = withheldBy(to.schema, [to, writer, ...(from === undefined ? [] : [from])], way);
  const expected = runExpected(project, loaded, opened, { to, taken, withheld });
  if (expected instanceof Fault) return expected;
  const suspects = suspectsAfter(opened, to, taken, withheld);
  if (from === undefined || writer.version === to.version) return { kind: 'own', path, suspects, expected };

  const before = recordWay(loaded, writer, from);
  if (isNoWay(before)) return { kind: 'unreachable', noWay: before };
  const olderBundles = await bundlesOf(project, loaded, plansOn(before));
  if (olderBundles instanceof Fault) return olderBundles;
  const old = await takeWay(before, given, olderBundles);
  if (old instanceof Fault) return old;
  const over = bridge(from.schema, to.schema, sourcesOn(way, from));
  const tokens = tokenMeans(loaded, from, to, set.tokenLimits);
  if (tokens instanceof Fault) return tokens;
  const split = splitOf(set, writer.schema);
  const comparison = compare(over.schema, over.before(old.batch), over.after(taken.batch), {
    key: keyOf(loaded, to),
    split: over.schema.fields.some(({ id }) => id === split) ? split : undefined,
    refused: {
      before: bridged(old.leftOut, over.before),
      after: bridged(taken.leftOut, over.after),
    },
    unknown: { before: renamed(old.unknown, over.sources), after: taken.unknown },
    unwritten: { before: renamed(old.unwritten, over.sources), after: taken.unwritten },
    units: over.units,
    tokens,
  });
  if (comparison instanceof Fault) return comparison;
  const verdict = goldenVerdict(comparison, change?.change.thresholds ?? {});
  const repeatable = await isRepeatable(way, given, taken, bundles);
  if (repeatable instanceof Fault) return repeatable;
  return {
    kind: 'compared',
    way,
    path,
    comparison: tellComparison(over.schema, comparison, withheld),
    verdict: tellVerdict(comparison, verdict, withheld),
    made: over.made,
    gone: over.gone,
    isRepeatable: repeatable,
    suspects,
    outcomes: { rows: taken.rows, batch: taken.batch, leftOut: taken.leftOut.rejects },
    expected,
  };
}

const plansOn = (way: RecordWay): readonly ConversionPlan[] =>
  way.flatMap(step => (step.kind === 'convert' ? [step.plan] : []));

const bridged = ({ rejects, batch }: Refused, over: (batch: RecordBatch) => RecordBatch): Refused => ({
  rejects,
  batch: over(batch),
});

function countsOf({ read }: OpenedSet, { rows, leftOut }: Taken): PathCounts {
  return {
    read: read.batch.numRows,
    converted: rows.length,
    rejected: leftOut.rejects.filter(isReject).length,
    skipped: leftOut.rejects.filter(isSkipped).length,
  };
}

const withheldBy = (schema: Schema, governed: readonly Contract[], way: RecordWay): readonly FieldId[] => {
  const guarded = new Set([...withheldFields(schema, governed), ...guardedOn(way)]);
  return schema.fields.map(({ id }) => id).filter(id => guarded.has(id));
};

/** Where the last converter takes each field from; undefined where the last step is read as it is. */
function sourcesOn(way: RecordWay, from: Contract): Sources | undefined {
  const last = way.at(-1);
  if (last?.kind !== 'convert' || last.from.version !== from.version) return undefined;
  return new Map(
    last.plan.fields.flatMap(conversion => {
      if (conversion.kind === 'value') return [[conversion.field.id, conversion.way] as const];
      if (conversion.kind === 'struct' && conversion.source !== undefined)
        return [[conversion.field.id, conversion.source.way] as const];
      // Whatever worked it out, a field that keeps its id stands for what it stood for.
      const at = from.schema.fields.findIndex(({ id }) => id === conversion.field.id);
      return at < 0 ? [] : [[conversion.field.id, [at]] as const];
    }),
  );
}

/** By the ids of the version after. */
const renamed = <T>(
  cells: ReadonlyMap<FieldId, T>,
  sources: ReadonlyMap<FieldId, FieldId>,
): ReadonlyMap<FieldId, T> =>
  new Map(
    [...sources].flatMap(([id, source]) => {
      const found = cells.get(source);
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
