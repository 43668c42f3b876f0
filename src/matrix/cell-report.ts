import { type Digest, documentDigest } from '../base/digest.ts';
import { classify } from '../compat/classify.ts';
import type { Finding } from '../compat/finding.ts';
import { unchanged } from '../compat/unchanged.ts';
import type { FieldId } from '../contract/field.ts';
import { type Cell, cellKey, type Run, type Side } from './cell.ts';
import { type Disagreement, firstOfEach } from './disagreement.ts';
import { type Edge, firstEdges } from './edge.ts';
import { worst as worstOutcome } from './judge.ts';
import { LAWFULNESS } from './lawful.ts';
import { type Part, partsOf, runOf } from './part.ts';
import {
  type Broken,
  type ByLane,
  firstRefusals,
  type GuardedRefusal,
  type PartReport,
  type Verdict,
} from './part-report.ts';
import { placeOf } from './place-of.ts';
import type { Gap } from './probe.ts';
import { isOfOrdinary, type Sample } from './sample.ts';
import { tallySum } from './tally.ts';
import { firstUnread, type Unread } from './unread.ts';

export type CellReport =
  /** Nobody could run it. A blank is no pass. */
  | {
      readonly kind: 'blank';
      readonly cell: Cell;
      /** `too-large`: not even a typical record can be made in the room that one is given. */
      readonly why: 'no-writer' | 'no-reader' | 'no-answer' | 'too-large';
    }
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
  /** Why the encoding fails; empty where it passes. */
  readonly unread: readonly Unread[];
  /** Do ordinary records mean to this reader what they mean to their writer? */
  readonly meaning: Verdict;
  /** How ordinary records ended in each lane: the worst of them. */
  readonly ordinary: PartReport['ordinary'];
  /** Of the record as a whole; in a wide cell, of its projections too. */
  readonly lanes: ByLane;
  /** Each field that differs between the two versions, and each that changed in silence. */
  readonly fields: readonly FieldEvidence[];
  /** Lawful values that ordinary readers lose, of fields whose ordinary values they keep. */
  readonly edges: readonly Edge[];
  /** The first refusal of each code and field in the guarded lane, with the byte it happened at. */
  readonly refusals: readonly GuardedRefusal[];
  readonly disagreements: readonly Disagreement[];
  /** Where the guarded lane did what it must never do. */
  readonly broken: readonly Broken[];
  readonly gaps: readonly Gap[];
};

export type FieldEvidence = {
  readonly field: FieldId;
  readonly name: string;
  /** What the writer calls it; null when the writer doesn't have it. */
  readonly written: string | null;
  readonly rules: readonly string[];
  /** Of the field read alone; null where only the whole record was read. */
  readonly alone: ByLane | null;
  /** What an ordinary reader made of it in silence. */
  readonly sample: Sample | null;
};

/** A cell made ready: what the rules say of its two schemas, and the parts it is run in. */
export type Prepared = {
  readonly cell: Cell;
  readonly writer: Side;
  readonly reader: Side;
  readonly run: Run;
  readonly findings: readonly Finding[];
  readonly parts: readonly Part[];
};

/** @param many  whether it is one of so many cells that each is to be run in parts */
export function prepareCell(cell: Cell, writer: Side, reader: Side, many = false): Prepared {
  const direction = reader.version >= writer.version ? 'backward' : 'forward';
  const findings = classify(writer.schema, reader.schema, direction);
  return {
    cell,
    writer,
    reader,
    run: runOf(writer.schema, reader.schema, many),
    findings,
    parts: partsOf(cell.codec, writer.schema, reader.schema, findings, many),
  };
}

/** `reports` are those of the parts, in their order. */
export function reportCell(prepared: Prepared, reports: readonly PartReport[], seed: number): RanCell {
  const { cell, writer, reader } = prepared;
  const all = <K extends keyof PartReport>(member: K): PartReport[K][] =>
    reports.map(report => report[member]);
  const worst = (verdict: 'encoding' | 'meaning'): Verdict =>
    all(verdict).includes('fails') ? 'fails' : 'passes';
  const lanes = all('lanes');
  const unread = firstUnread(all('unread').flat());
  const named = unread.filter(({ field }) => field !== null);
  const fields = fieldsOf(prepared, reports);
  const changed = new Set(fields.flatMap(({ field, sample }) => (isOfOrdinary(sample) ? [field] : [])));
  return {
    kind: 'ran',
    cell,
    key: cellKey(cell, writer, reader, seed, prepared.run),
    evidence: reports.length === 1 ? reports[0]!.evidence : documentDigest(all('evidence')),
    encoding: worst('encoding'),
    // Where a field was found to be the reason, that the whole was refused says no more.
    unread: named.length > 0 ? named : unread,
    meaning: worst('meaning'),
    ordinary: {
      plain: worstOutcome(all('ordinary').map(({ plain }) => plain)),
      guarded: worstOutcome(all('ordinary').map(({ guarded }) => guarded)),
    },
    lanes: {
      plain: tallySum(lanes.map(({ plain }) => plain)),
      guarded: tallySum(lanes.map(({ guarded }) => guarded)),
    },
    fields,
    edges: firstEdges(all('edges').flat()).filter(({ field }) => !changed.has(field)),
    refusals: firstRefusals(all('refusals').flat()),
    disagreements: firstOfEach(all('disagreements').flat()),
    broken: all('broken').flat(),
    gaps: all('gaps').flat(),
  };
}

function fieldsOf(
  { reader, writer, findings }: Prepared,
  reports: readonly PartReport[],
): readonly FieldEvidence[] {
  const alone = new Map(reports.flatMap(report => [...report.alone]));
  // A record of few fields shows a change better than one of thousands, and the whole record comes first.
  const all = reports.flatMap(report => [...report.samples]);
  const samples = new Map(
    [...LAWFULNESS].reverse().flatMap(each => all.filter(([, { record }]) => record === each)),
  );
  const rules = new Map<FieldId, string[]>();
  for (const { path, rule } of findings)
    for (const id of new Set(path.map(step => step.id))) rules.set(id, [...(rules.get(id) ?? []), rule]);
  return reader.schema.fields.flatMap((field): readonly FieldEvidence[] => {
    const place = placeOf(writer.schema, field.id);
    const written = place === undefined ? undefined : writer.schema.fields[place]!;
    const isChanged = written === undefined || !unchanged(written, field);
    const sample = samples.get(field.id) ?? null;
    if (!isChanged && sample === null) return [];
    return [
      {
        field: field.id,
        name: field.name,
        written: written?.name ?? null,
        rules: rules.get(field.id) ?? [],
        alone: alone.get(field.id) ?? null,
        sample,
      },
    ];
  });
}
