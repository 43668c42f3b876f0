import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import type { FieldId } from '../contract/field.ts';
import { type Disagreement, disagreementsOf } from './disagreement.ts';
import { type Edge, edgesOf } from './edge.ts';
import { type Reading, worst } from './judge.ts';
import { LAWFULNESS, lawfulnessOf } from './lawful.ts';
import { isOrdinary } from './ordinary.ts';
import { LANES, type Lane, type Outcome } from './outcome.ts';
import type { PlainAnswer } from './plain-lane.ts';
import type { Gap, Probe } from './probe.ts';
import { type Sample, sampleOf } from './sample.ts';
import { type Tally, tallyOf } from './tally.ts';
import type { Asked, Trial } from './trial.ts';
import { type Unread, unreadOf } from './unread.ts';

export type Verdict = 'passes' | 'fails';
export type ByLane = Readonly<Record<Lane, Tally>>;

/** What a part of a cell found, without the probes it found it on. */
export type PartReport = {
  readonly evidence: Digest;
  readonly unread: readonly Unread[];
  readonly encoding: Verdict;
  readonly meaning: Verdict;
  /** How ordinary records ended, of the whole and of each changed field read alone: the worst of them. */
  readonly ordinary: Readonly<Record<Lane, Outcome>>;
  /** Of the record as a whole. */
  readonly lanes: ByLane;
  /** Of each changed field, read alone. */
  readonly alone: ReadonlyMap<FieldId, ByLane>;
  /** Of each field that an ordinary reader changed in silence. */
  readonly samples: ReadonlyMap<FieldId, Sample>;
  readonly edges: readonly Edge[];
  readonly refusals: readonly GuardedRefusal[];
  readonly disagreements: readonly Disagreement[];
  readonly broken: readonly Broken[];
  readonly gaps: readonly Gap[];
};

/** Where the guarded lane did what it must never do. */
export type Broken = {
  readonly probe: string;
  /** The field that the probe is about; null where it is the record. */
  readonly field: FieldId | null;
  readonly outcome: 'silent-change' | 'crash';
};

export type GuardedRefusal = {
  readonly code: string;
  readonly field: FieldId | null;
  readonly probe: string;
  readonly offset: number | null;
};

/** `answers` are those to the second asking: controls, and whom to blame for a refused record. */
export function reportPart(
  asked: Asked,
  trials: readonly Trial[],
  answers: ReadonlyMap<string, PlainAnswer>,
): PartReport {
  const whole = trials.filter(({ alone }) => alone === undefined);
  return {
    evidence: evidenceOf(trials),
    unread: unreadOf(asked, trials, answers),
    encoding: encodingOf(whole),
    meaning: meaningOf(trials),
    ordinary: { plain: ordinaryOf(trials, 'plain'), guarded: ordinaryOf(trials, 'guarded') },
    lanes: byLane(whole),
    alone: new Map(
      asked.changed.map(field => [field.id, byLane(trials.filter(({ alone }) => alone === field))]),
    ),
    samples: samplesOf(asked, trials),
    edges: edgesOf(asked, trials),
    refusals: firstRefusals(refusalsOf(trials)),
    disagreements: disagreementsOf(asked, trials, answers),
    broken: trials.flatMap(({ lane, probe, judged: { outcome } }) =>
      lane === 'guarded' && (outcome === 'silent-change' || outcome === 'crash')
        ? [{ probe: probe.id, field: probe.field ?? null, outcome }]
        : [],
    ),
    gaps: asked.gaps,
  };
}

/** The first refusal of each code and field. */
export function firstRefusals(all: readonly GuardedRefusal[]): readonly GuardedRefusal[] {
  const first = new Map<string, GuardedRefusal>();
  for (const refusal of all) {
    const key = `${refusal.code} ${refusal.field}`;
    if (!first.has(key)) first.set(key, refusal);
  }
  return [...first.values()];
}

function encodingOf(whole: readonly Trial[]): Verdict {
  const plain = whole.filter(trial => isOrdinary(trial) && trial.lane === 'plain');
  return plain.every(({ observed }) => observed.kind === 'read') ? 'passes' : 'fails';
}

function meaningOf(trials: readonly Trial[]): Verdict {
  const holds = trials.filter(isOrdinary).every(({ lane, judged: { outcome } }) => {
    if (outcome === 'silent-change') return false;
    // What a plain reader refuses is an encoding that fails, and nobody was misled; what we refuse has no lawful reading.
    return lane === 'plain' || outcome === 'same' || outcome === 'converted';
  });
  return holds ? 'passes' : 'fails';
}

const ordinaryOf = (trials: readonly Trial[], of: Lane): Outcome =>
  worst(trials.filter(trial => trial.lane === of && isOrdinary(trial)).map(({ judged }) => judged.outcome));

function byLane(trials: readonly Trial[]): ByLane {
  const tally = (lane: Lane): Tally => tallyOf(trials.filter(trial => trial.lane === lane));
  return { plain: tally('plain'), guarded: tally('guarded') };
}

/** A row a trial: which probe, which bytes, which lane, and how it ended. */
const evidenceOf = (trials: readonly Trial[]): Digest => {
  const digests = new Map<Uint8Array, Digest>();
  const digestOf = ({ bytes, row }: Probe): string => {
    const known = digests.get(bytes) ?? sha256(bytes);
    digests.set(bytes, known);
    return row === undefined ? known : `${known} ${row}`;
  };
  return documentDigest(
    trials.map(({ lane, probe, alone, observed, judged }) => [
      probe.id,
      digestOf(probe),
      LANES.indexOf(lane),
      alone?.id ?? null,
      judged.outcome,
      observed.kind === 'refused' ? observed.code : null,
    ]),
  );
};

/**
 * Of each field the plainest: from an ordinary record before one at an edge, and of each alone before whole; the probes of
 * each go from typical to odd.
 */
export function samplesOf(
  { part: { writer } }: Asked,
  trials: readonly Trial[],
): ReadonlyMap<FieldId, Sample> {
  const silent = trials
    .filter(({ lane, judged }) => lane === 'plain' && judged.outcome === 'silent-change')
    .map(trial => ({ ...trial, record: lawfulnessOf(writer, trial.probe) }));
  const first = new Map<FieldId, { readonly probe: Probe; readonly reading: Reading }>();
  for (const record of LAWFULNESS)
    for (const isAlone of [true, false])
      for (const { probe, judged, alone } of silent.filter(one => one.record === record))
        if ((alone !== undefined) === isAlone)
          for (const reading of judged.fields)
            if (reading.outcome === 'silent-change' && !first.has(reading.field.id))
              first.set(reading.field.id, { probe, reading });
  return new Map(
    [...first].map(([id, { probe, reading }]) => [id, sampleOf(writer, reading.field, probe, reading)]),
  );
}

const refusalsOf = (trials: readonly Trial[]): readonly GuardedRefusal[] =>
  trials.flatMap(({ lane, observed, probe }) =>
    lane === 'guarded' && observed.kind === 'refused'
      ? [
          {
            code: observed.code,
            field: observed.field ?? null,
            probe: probe.id,
            offset: observed.offset ?? null,
          },
        ]
      : [],
  );
