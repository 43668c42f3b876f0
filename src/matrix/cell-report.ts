import { type Digest, documentDigest, sha256 } from '../base/digest.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { type Cell, cellKey } from './cell.ts';
import { type Disagreement, disagreementsOf } from './disagreement.ts';
import type { Reading } from './judge.ts';
import { LANES, type Lane } from './outcome.ts';
import type { PlainAnswer } from './plain-lane.ts';
import type { Gap, Probe, ProbeKind } from './probe.ts';
import { expectedValue, type Shown, shown, shownSeen } from './shown.ts';
import { type Tally, tallyOf } from './tally.ts';
import type { Prepared, Trial } from './trial.ts';

export type CellReport =
  /** Nobody could run it. A blank is no pass. */
  | { readonly kind: 'blank'; readonly cell: Cell; readonly why: 'no-writer' | 'no-reader' | 'no-answer' }
  | RanCell;

export type RanCell = {
  readonly kind: 'ran';
  readonly cell: Cell;
  /** What these findings depend on: the same key, the same findings. */
  readonly key: Digest;
  /** Digest over every probe's bytes and how it ended in each lane. */
  readonly evidence: Digest;
  /** Do ordinary readers decode ordinary records? */
  readonly encoding: Verdict;
  /** Do ordinary records mean to this reader what they mean to their writer? */
  readonly meaning: Verdict;
  /** Of the record as a whole. */
  readonly lanes: Readonly<Record<Lane, Tally>>;
  /** Each field that differs between the two versions, and each that changed in silence. */
  readonly fields: readonly FieldEvidence[];
  /** The first refusal of each code and field in the guarded lane, with the byte it happened at. */
  readonly refusals: readonly GuardedRefusal[];
  readonly disagreements: readonly Disagreement[];
  /** Where the guarded lane did what it must never do. */
  readonly broken: readonly { readonly probe: string; readonly outcome: 'silent-change' | 'crash' }[];
  readonly gaps: readonly Gap[];
};
export type Verdict = 'passes' | 'fails';

export type FieldEvidence = {
  readonly field: FieldId;
  readonly name: string;
  /** What the writer calls it; null when the writer doesn't have it. */
  readonly written: string | null;
  readonly rules: readonly string[];
  /** Of the field read alone; null where only the whole record was read. */
  readonly alone: Readonly<Record<Lane, Tally>> | null;
  /** What an ordinary reader made of it in silence. */
  readonly sample: Sample | null;
};

/** One value that an ordinary reader holds and nobody wrote. */
export type Sample = {
  readonly probe: string;
  readonly kind: ProbeKind;
  readonly truth: Reading['truth']['kind'];
  /** Null where nothing lawful was written. */
  readonly written: Shown | null;
  readonly read: Shown;
  /** What the reader would hold if it had understood; null where it has no such value. */
  readonly expected: Shown | null;
};

export type GuardedRefusal = {
  readonly code: string;
  readonly field: FieldId | null;
  readonly probe: string;
  readonly offset: number | null;
};

export function reportCell(
  prepared: Prepared,
  trials: readonly Trial[],
  controls: ReadonlyMap<string, PlainAnswer>,
  seed: number,
): RanCell {
  const { cell, writer, reader, gaps } = prepared;
  const whole = trials.filter(({ alone }) => alone === undefined);
  return {
    kind: 'ran',
    cell,
    key: cellKey(cell, writer, reader, seed),
    evidence: evidenceOf(trials),
    encoding: encodingOf(whole),
    meaning: meaningVerdict(trials),
    lanes: byLane(whole),
    fields: fieldsOf(prepared, trials),
    refusals: refusalsOf(trials),
    disagreements: disagreementsOf(prepared, trials, controls),
    broken: trials.flatMap(({ lane, probe, judged: { outcome } }) =>
      lane === 'guarded' && (outcome === 'silent-change' || outcome === 'crash')
        ? [{ probe: probe.id, outcome }]
        : [],
    ),
    gaps,
  };
}

/** What producers write every day. The other probes are the edges, where ordinary readers fail with any schema. */
const ORDINARY: readonly ProbeKind[] = ['typical', 'term', 'missing-default'];
const isOrdinary = ({ probe }: Trial): boolean => ORDINARY.includes(probe.kind);

function encodingOf(whole: readonly Trial[]): Verdict {
  const plain = whole.filter(trial => isOrdinary(trial) && trial.lane === 'plain');
  return plain.every(({ observed }) => observed.kind === 'read') ? 'passes' : 'fails';
}

function meaningVerdict(trials: readonly Trial[]): Verdict {
  const holds = trials.filter(isOrdinary).every(({ lane, judged: { outcome } }) => {
    if (outcome === 'silent-change') return false;
    // What a plain reader refuses is an encoding that fails, and nobody was misled; what we refuse has no lawful reading.
    return lane === 'plain' || outcome === 'same' || outcome === 'converted';
  });
  return holds ? 'passes' : 'fails';
}

function byLane(trials: readonly Trial[]): Readonly<Record<Lane, Tally>> {
  const tally = (lane: Lane): Tally => tallyOf(trials.filter(trial => trial.lane === lane));
  return { plain: tally('plain'), guarded: tally('guarded') };
}

/** A row a trial: which probe, which bytes, which lane, and how it ended. */
const evidenceOf = (trials: readonly Trial[]): Digest => {
  const digests = new Map<Probe, Digest>();
  const digestOf = (probe: Probe): Digest => {
    const known = digests.get(probe) ?? sha256(probe.bytes);
    digests.set(probe, known);
    return known;
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

function fieldsOf(
  { reader, writer, changed, findings }: Prepared,
  trials: readonly Trial[],
): readonly FieldEvidence[] {
  const silent = new Map<FieldId, { readonly trial: Trial; readonly reading: Reading }>();
  // Alone first, then whole; the probes of each go from typical to odd, so the first sample is the plainest.
  for (const trial of trials.toSorted(
    (a, b) => Number(b.alone !== undefined) - Number(a.alone !== undefined),
  ))
    for (const reading of trial.judged.fields)
      if (trial.lane === 'plain' && reading.outcome === 'silent-change' && !silent.has(reading.field.id))
        silent.set(reading.field.id, { trial, reading });
  return reader.schema.fields
    .filter(field => changed.includes(field) || silent.has(field.id))
    .map(field => {
      const found = silent.get(field.id);
      return {
        field: field.id,
        name: field.name,
        written: writer.schema.fields.find(({ id }) => id === field.id)?.name ?? null,
        rules: findings.filter(({ path }) => path.some(step => step.id === field.id)).map(({ rule }) => rule),
        alone: changed.includes(field) ? byLane(trials.filter(({ alone }) => alone === field)) : null,
        sample: found === undefined ? null : sampleOf(field, found.trial.probe, found.reading),
      };
    });
}

function sampleOf(field: Field, { id, kind }: Probe, { truth, seen }: Reading): Sample {
  const base = { probe: id, kind, truth: truth.kind, read: shownSeen(field, seen) };
  if (truth.kind !== 'written')
    return {
      ...base,
      written: null,
      expected: field.nullable && truth.kind === 'unwritten' ? shown(field, null) : null,
    };
  const expected = expectedValue(truth.field, truth.value, field) ?? null;
  return { ...base, written: shown(truth.field, truth.value), expected };
}

function refusalsOf(trials: readonly Trial[]): readonly GuardedRefusal[] {
  const first = new Map<string, GuardedRefusal>();
  for (const { lane, observed, probe } of trials) {
    if (lane !== 'guarded' || observed.kind !== 'refused') continue;
    const field = observed.field ?? null;
    const key = `${observed.code} ${field}`;
    if (first.has(key)) continue;
    first.set(key, { code: observed.code, field, probe: probe.id, offset: observed.offset ?? null });
  }
  return [...first.values()];
}
