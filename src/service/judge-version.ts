import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { affectedConsumers } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import { type Comparison, compare, compareFirst } from '../compat/compare.ts';
import { DIRECTIONS, type Direction } from '../compat/finding.ts';
import { historyOf } from '../compat/history.ts';
import { type Compatibility, isLowered } from '../contract/compatibility.ts';
import type { Contract } from '../contract/contract.ts';
import type { FieldId } from '../contract/field.ts';
import { recordSchemaDigest } from '../contract/schema-document.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Cell, Side } from '../matrix/cell.ts';
import { onlyFields } from '../matrix/projection.ts';
import type { MatrixReport } from '../matrix/report.ts';
import type { Config } from './config.ts';
import { judgeLive, type LiveJudgement, worstClass } from './judge-live.ts';
import type { KeptCells } from './kept-cells.ts';
import type { LoadedSubject } from './load-subject.ts';
import { convertersOf, type TriedBy } from './run-converters.ts';
import type { ForeignAsked } from './run-foreign.ts';
import { runMatrix } from './run-matrix.ts';
import { unreadFaults } from './unread-faults.ts';
import { bothHold, type Verdict, type Verdicts, verdictsOf, verdictsOfRules } from './verdicts.ts';

/**
 * A proposed version against the one before it, and every older one that still has records or readers: what definitions
 * say, what bytes show, and both verdicts.
 */
export type VersionJudgement = Verdicts & {
  readonly step: Extract<ChangeStep, { kind: 'version' }>;
  readonly comparison: Comparison;
  /** The versions it was held against, ascending, and what it brings against each. */
  readonly live: readonly LiveJudgement[];
  /** The worst it is to any of them. */
  readonly class: ChangeClass;
  readonly matrix: MatrixReport;
  /** The directions somebody relies on, whichever version it is that they stay on. */
  readonly promised: readonly Direction[];
  /** That the subject promises less with it, which somebody has to approve. */
  readonly lowers: LoweredPromise | undefined;
  /** What ordinary readers refuse, where the encoding fails because of it. */
  readonly unread: readonly Fault<'READER_REFUSES'>[];
  readonly affected: readonly string[];
};

/** What was promised, and what is to be. */
export type LoweredPromise = { readonly from: Compatibility; readonly to: Compatibility };

export type JudgeVersion = {
  readonly loaded: LoadedSubject;
  readonly config: Config;
  readonly from: number | undefined;
  readonly to: number;
  /** The folder of the project. */
  readonly root: string;
  readonly plain: PlainReaders;
  readonly tried: TriedBy;
  readonly kept?: KeptCells | undefined;
  /** Images that are asked, too. */
  readonly foreign?: ForeignAsked | undefined;
};

/** Probes are reproducible: the same pair of schemas is asked the same questions on every machine. */
export const MATRIX_SEED = 17;

/** @faults MATRIX_TOO_LARGE PLAIN_READER_UNAVAILABLE TOKENIZER_RANKS_LACKING */
export async function judgeVersion({
  loaded,
  config,
  from,
  to,
  plain,
  kept,
  foreign,
  root,
  tried,
}: JudgeVersion): Promise<VersionJudgement | Fault> {
  const newer = loaded.contracts.get(to)!;
  const older = from === undefined ? undefined : loaded.contracts.get(from)!;
  const [past, restores] = [pastOf(loaded, to), new Set(newer.restores.keys())];
  const comparison =
    older === undefined
      ? compareFirst(newer.schema, past, restores)
      : compare(older.schema, newer.schema, past, restores, { older, newer });
  const last = from === undefined ? undefined : { version: from, comparison };
  const live = judgeLive(loaded, config, to, last);
  const promised = promisedBy(live);
  const sides = sidesOf(loaded, live, newer);
  const cells = (sides.writers.length + sides.readers.length) * config.codecs.length;
  const most = LIMITS.matrix_cells_max;
  if (cells > most)
    return new Fault('MATRIX_TOO_LARGE', { subject: loaded.subject.name, cells: String(cells), most });
  const matrix = await runMatrix({
    ...sides,
    narrowed: cell => narrowed(loaded, live, cell),
    proposed: to,
    codecs: config.codecs,
    plain,
    kept,
    foreign,
    seed: MATRIX_SEED,
    converters:
      from === undefined
        ? undefined
        : { ...loaded, converters: convertersOf(loaded, from, to), root, by: tried },
  });
  if (matrix instanceof Error) return matrix;
  const step = { kind: 'version', from, to } as const;
  const lowers = from === undefined ? undefined : loweredIn(loaded);
  // Nobody relies on anything before the first version, but what it declares is what its own records are read by.
  const judged = older === undefined ? [verdictsOfRules(comparison.findings, promised)] : live;
  return {
    step,
    comparison,
    live,
    class: worstClass([comparison.class, ...live.map(one => one.class)]),
    matrix,
    promised,
    lowers,
    ...verdictsOf([...judged, { encoding: 'passes', meaning: lawful(comparison, lowers) }], matrix),
    unread: unreadFaults(matrix),
    affected: affectedConsumers(config.consumers, loaded.subject.name, step),
  };
}

/** What no converter makes lawful is wrong whoever relies on it, and so is a promise taken back. */
const lawful = ({ class: found }: Comparison, lowers: LoweredPromise | undefined): Verdict =>
  found === 'forbidden' || lowers !== undefined ? 'fails' : 'passes';

/** What the subject no longer promises of that which its ledger has as promised. */
export function loweredIn({
  subject: { compatibility: to },
  ledger: { compatibility: from },
}: Pick<LoadedSubject, 'subject' | 'ledger'>): LoweredPromise | undefined {
  return from !== undefined && isLowered(from, to) ? { from, to } : undefined;
}

/** Both verdicts as a proposal tells them: a promise to decode that is broken is no smaller surprise than a meaning. */
export const holdsOf = (judged: Verdicts): 'holds' | 'fails' => (bothHold(judged) ? 'holds' : 'fails');

/** Every id the versions before this one used. */
const pastOf = (loaded: LoadedSubject, before: number) =>
  historyOf(
    [...loaded.contracts.values()]
      .filter(({ version }) => version < before)
      .map(({ version, schema }) => ({ version, schema })),
  );

/** Nobody relies on anything before the first version, but it must read what it wrote. */
const promisedBy = (live: readonly LiveJudgement[]): readonly Direction[] =>
  live.length === 0
    ? ['backward']
    : DIRECTIONS.filter(direction => live.some(({ promised }) => promised.includes(direction)));

/** The fields of a reader whose bytes need no converter that was accepted before: all of them where it is undefined. */
function narrowed(
  { contracts }: LoadedSubject,
  live: readonly LiveJudgement[],
  cell: Cell,
): Side | undefined {
  const { writer, reader: version } = cell;
  const settled =
    live.find(one => one.version === writer)?.settledIn.backward ??
    live.find(one => one.version === version)?.settledIn.forward;
  if (settled === undefined || settled.size === 0) return undefined;
  const { schema } = contracts.get(version)!;
  const narrow = onlyFields(
    schema,
    schema.fields.filter(({ id }) => !settled.has(id)),
  );
  return { version, schema: narrow, recordSchema: recordSchemaDigest(narrow) };
}

/**
 * Who writes and who reads in the matrix. What something accepted stands between needs its converter on the way, so it is
 * not read as it is; where that is the record, or every field of it, nothing is.
 */
function sidesOf(
  { contracts }: LoadedSubject,
  live: readonly LiveJudgement[],
  newer: Contract,
): { readonly writers: readonly Contract[]; readonly readers: readonly Contract[] } {
  const side = (direction: Direction): readonly Contract[] => [
    ...live
      .filter(({ because, promised, settledIn, version }) => {
        const isLast = because.some(({ kind }) => kind === 'last');
        return isLast
          ? direction === 'backward' || promised.includes(direction)
          : promised.includes(direction) &&
              isReadable(settledIn[direction], direction === 'backward' ? newer : contracts.get(version)!);
      })
      .map(({ version }) => contracts.get(version)!),
    newer,
  ];
  return { writers: side('backward'), readers: side('forward') };
}

const isReadable = (settled: ReadonlySet<FieldId | 'record'>, { schema }: Contract): boolean =>
  settled.size === 0 || (!settled.has('record') && schema.fields.some(({ id }) => !settled.has(id)));
