import type { Field, FieldId } from '../contract/field.ts';
import { isLawful, lawfulnessOf } from './lawful.ts';
import { isOrdinary } from './ordinary.ts';
import { placeOf } from './place-of.ts';
import { type Sample, sampleOf } from './sample.ts';
import type { Asked, Trial } from './trial.ts';

/**
 * A lawful value, at an edge of what its field may hold, that an ordinary reader loses while it keeps the ordinary ones:
 * JSON readers round an integer beyond 2^53 in silence, Avro's refuse it. It is told, and decides nothing.
 */
export type Edge = {
  readonly field: FieldId;
  readonly name: string;
  readonly probe: string;
  readonly ends: (typeof EDGE_ENDS)[number];
  /** The class of the reader's objection, or how it died; null where it changed the value in silence. */
  readonly code: string | null;
  readonly sample: Sample | null;
};
export const EDGE_ENDS = ['silent-change', 'refused', 'crash'] as const;

/** The first of each field and way to end. */
export function edgesOf(asked: Asked, trials: readonly Trial[]): readonly Edge[] {
  const plain = trials.filter(({ lane }) => lane === 'plain');
  return firstEdges([...silentEdges(asked, plain), ...lostEdges(asked, plain)]);
}

export function firstEdges(all: readonly Edge[]): readonly Edge[] {
  const first = new Map<string, Edge>();
  for (const edge of all) {
    const key = `${edge.field} ${edge.ends} ${edge.code}`;
    if (!first.has(key)) first.set(key, edge);
  }
  return [...first.values()];
}

function silentEdges({ part: { writer } }: Asked, plain: readonly Trial[]): readonly Edge[] {
  const found = new Map<FieldId, Edge>();
  for (const { probe, judged } of plain) {
    if (judged.outcome !== 'silent-change' || lawfulnessOf(writer, probe) !== 'lawful') continue;
    for (const reading of judged.fields) {
      const { field, outcome } = reading;
      if (outcome !== 'silent-change' || found.has(field.id)) continue;
      const sample = sampleOf(writer, field, probe, reading);
      found.set(field.id, { ...named(field), probe: probe.id, ends: outcome, code: null, sample });
    }
  }
  return [...found.values()];
}

/**
 * A reader that doesn't read a record says nothing of its fields, so what it objects to is taken to be the one field that
 * isn't ordinary in it. Of fields that changed, what is refused is counted with the field read alone.
 */
function lostEdges({ part: { writer, reader }, changed }: Asked, plain: readonly Trial[]): readonly Edge[] {
  const whole = plain.filter(({ alone }) => alone === undefined);
  if (whole.some(trial => isOrdinary(trial) && trial.observed.kind !== 'read')) return [];
  return whole.flatMap(({ probe, observed }): readonly Edge[] => {
    if (observed.kind === 'read' || probe.field === undefined) return [];
    const place = placeOf(reader, probe.field);
    const field = place === undefined ? undefined : reader.fields[place]!;
    if (field === undefined || changed.includes(field) || !isLawful(writer, probe)) return [];
    const code = observed.kind === 'refused' ? observed.code : observed.how;
    return [{ ...named(field), probe: probe.id, ends: observed.kind, code, sample: null }];
  });
}

const named = ({ id, name }: Field): Pick<Edge, 'field' | 'name'> => ({ field: id, name });
