import type { Fault } from '../base/fault.ts';
import { affectedConsumers, readsVersion } from '../change/consumer.ts';
import type { ChangeStep } from '../change/record.ts';
import { type Comparison, compare } from '../compat/compare.ts';
import { DIRECTIONS, type Direction } from '../compat/finding.ts';
import { historyOf } from '../compat/history.ts';
import { idsOf } from '../contract/ledger.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { CodecName } from '../matrix/plain-lane.ts';
import type { MatrixReport } from '../matrix/report.ts';
import type { Config } from './config.ts';
import type { LoadedSubject } from './load-subject.ts';
import { runMatrix } from './run-matrix.ts';
import { unreadFaults } from './unread-faults.ts';

export type Verdict = 'passes' | 'fails';

/** A proposed version against the one before it: what definitions say, what bytes show, and both verdicts. */
export type VersionJudgement = {
  readonly step: Extract<ChangeStep, { kind: 'version' }>;
  readonly comparison: Comparison;
  readonly matrix: MatrixReport;
  /** The directions somebody relies on: the subject's own promise, and consumers that stay on the version before. */
  readonly promised: readonly Direction[];
  readonly encoding: Verdict;
  /** What ordinary readers refuse, where the encoding fails because of it. */
  readonly unread: readonly Fault<'READER_REFUSES'>[];
  readonly meaning: Verdict;
  readonly affected: readonly string[];
};

export type JudgeVersion = {
  readonly loaded: LoadedSubject;
  readonly config: Config;
  readonly from: number | undefined;
  readonly to: number;
  readonly plain: PlainReaders;
};

/** Probes are reproducible: the same pair of schemas is asked the same questions on every machine. */
export const MATRIX_SEED = 17;
export const MATRIX_CODECS: readonly CodecName[] = ['avro', 'json'];

/** @faults PLAIN_READER_UNAVAILABLE */
export async function judgeVersion({
  loaded,
  config,
  from,
  to,
  plain,
}: JudgeVersion): Promise<VersionJudgement | Fault> {
  const newer = loaded.contracts.get(to)!;
  const older = from === undefined ? undefined : loaded.contracts.get(from)!;
  const comparison = compare((older ?? newer).schema, newer.schema, pastOf(loaded, to));
  const promised = promisedDirections(loaded, config, from, to);
  const sides = [...(older === undefined ? [] : [older]), newer];
  const matrix = await runMatrix({
    writers: sides,
    readers: promised.includes('forward') ? sides : [newer],
    proposed: to,
    codecs: MATRIX_CODECS,
    plain,
    seed: MATRIX_SEED,
  });
  if (matrix instanceof Error) return matrix;
  const step = { kind: 'version', from, to } as const;
  return {
    step,
    comparison,
    matrix,
    promised,
    ...verdictsOf(comparison, matrix, promised),
    unread: unreadFaults(matrix),
    affected: affectedConsumers(config.consumers, loaded.subject.name, step),
  };
}

/**
 * Definitions and bytes must both hold: encoding is the worst of wire and read, meaning the worst of what follows. A
 * matrix that contradicts itself, or has gaps, has shown nothing.
 */
export function verdictsOf(
  { levels, class: found }: Comparison,
  matrix: MatrixReport,
  promised: readonly Direction[],
): { readonly encoding: Verdict; readonly meaning: Verdict } {
  const encodes = promised.every(direction => levels.wire[direction] && levels.read[direction]);
  const means = promised.every(direction => levels.train[direction]);
  const shown = (verdict: 'encoding' | 'meaning'): boolean =>
    matrix.conditions.length === 0 && matrix[verdict] === 'passes';
  return {
    encoding: encodes && shown('encoding') ? 'passes' : 'fails',
    meaning: means && found !== 'forbidden' && shown('meaning') ? 'passes' : 'fails',
  };
}

/** Both verdicts as a proposal tells them: a promise to decode that is broken is no smaller surprise than a meaning. */
export const holdsOf = ({ encoding, meaning }: VersionJudgement): 'holds' | 'fails' =>
  encoding === 'passes' && meaning === 'passes' ? 'holds' : 'fails';

/** Every id the versions before this one used. */
const pastOf = (loaded: LoadedSubject, before: number) =>
  historyOf(
    [...loaded.contracts.values()]
      .filter(({ version }) => version < before)
      .map(({ version, schema }) => ({ version, schema, ids: idsOf(schema) })),
  );

function promisedDirections(
  { subject: { name, compatibility } }: LoadedSubject,
  { consumers }: Config,
  from: number | undefined,
  to: number,
): readonly Direction[] {
  if (from === undefined) return ['backward'];
  const someStayBehind = consumers.some(
    consumer => consumer.subject === name && readsVersion(consumer, from) && !readsVersion(consumer, to),
  );
  const keeps: Readonly<Record<Direction, boolean>> = {
    backward: compatibility !== 'forward',
    forward: compatibility !== 'backward' || someStayBehind,
  };
  return DIRECTIONS.filter(direction => keeps[direction]);
}
