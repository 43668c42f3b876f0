import { LIMITS } from '../base/limits.ts';
import type { FieldId } from '../contract/field.ts';
import { isOrdinary } from './ordinary.ts';
import type { Observed } from './outcome.ts';
import { placeOf } from './place-of.ts';
import type { PlainAnswer, PlainTask } from './plain-lane.ts';
import type { Probe } from './probe.ts';
import type { Asked, Trial } from './trial.ts';

/** An ordinary record that ordinary readers don't read: why an encoding fails. */
export type Unread = {
  readonly lane: 'plain';
  /** Null where the record is refused, and each of its fields alone is read. */
  readonly field: FieldId | null;
  readonly name: string | null;
  readonly probe: string;
  /** The class of the reader's objection, or how it died. */
  readonly code: string;
};

/**
 * A reader that refuses a record doesn't say for which fields: it stops at one, or tells one. Each field that changed was
 * read alone; the others are asked.
 */
export const blameTasks = (asked: Asked, trials: readonly Trial[]): readonly PlainTask[] =>
  suspectsOf(asked, failuresOf(trials)).map(({ probe, field }) => blameTask(asked, probe, field));

/** Empty where ordinary readers read every ordinary record. */
export function unreadOf(
  asked: Asked,
  trials: readonly Trial[],
  answers: ReadonlyMap<string, PlainAnswer>,
): readonly Unread[] {
  const failures = failuresOf(trials);
  if (failures.every(isAlone)) return [];
  const changed = failures
    .filter(isAlone)
    .map(({ alone, probe, code }) => unread(asked, alone!.id, probe, code));
  const others = suspectsOf(asked, failures).flatMap(({ probe, field }): readonly Unread[] => {
    const answer = answers.get(blameId(asked, probe, field));
    const objection = answer === undefined ? undefined : objectionOf(answer);
    return objection === undefined ? [] : [unread(asked, field, probe, objection)];
  });
  const blamed = new Set(others.map(({ probe }) => probe));
  const nobodys = unexplained(failures)
    .filter(({ probe }) => !blamed.has(probe.id))
    .map(({ probe, code }) => unread(asked, null, probe, code));
  return firstUnread([...changed, ...others, ...nobodys]);
}

/** One of each field and code: the others say the same. */
export function firstUnread(all: readonly Unread[]): readonly Unread[] {
  const first = new Map<string, Unread>();
  for (const one of all) {
    const key = `${one.field} ${one.code}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

type Failure = Pick<Trial, 'probe' | 'alone'> & { readonly code: string };

const failuresOf = (trials: readonly Trial[]): readonly Failure[] =>
  trials.flatMap(trial => {
    const { lane, probe, alone, observed } = trial;
    const code = lane === 'plain' && isOrdinary(trial) ? objectionOf(observed) : undefined;
    return code === undefined ? [] : [{ probe, alone, code }];
  });

function objectionOf(answer: PlainAnswer | Observed): string | undefined {
  if (answer.kind === 'refused') return answer.code;
  return answer.kind === 'crash' ? answer.how : undefined;
}

const isAlone = ({ alone }: Failure): boolean => alone !== undefined;

/** The first refusal of the record with each code that no changed field alone is refused with. */
function unexplained(failures: readonly Failure[]): readonly Failure[] {
  const known = new Set(failures.filter(isAlone).map(({ code }) => code));
  return failures.filter(one => !isAlone(one) && !known.has(one.code) && known.add(one.code));
}

type Suspect = { readonly probe: Probe; readonly field: FieldId };

/** Of a refused probe about an unchanged field that field; of the first that are refused with one code, every such field. */
function suspectsOf(asked: Asked, failures: readonly Failure[]): readonly Suspect[] {
  const others = othersOf(asked);
  const seen = new Map<string, number>();
  return failures
    .filter(one => !isAlone(one))
    .flatMap(({ probe, code }) => {
      const before = seen.get(code) ?? 0;
      seen.set(code, before + 1);
      const fields = others.filter(id => before < LIMITS.probe_typical_again || probe.field === id);
      return fields.map(field => ({ probe, field }));
    });
}

/** The fields that were not read alone yet. A part about no field leaves that to the parts that are. */
const othersOf = ({ part: { reader, about }, changed }: Asked): readonly FieldId[] =>
  reader.fields.filter(field => about.has(field.id) && !changed.includes(field)).map(({ id }) => id);

const blameId = ({ number }: Asked, probe: Probe, field: FieldId): string =>
  `${number} ${probe.id} blame ${field}`;

function blameTask(asked: Asked, probe: Probe, field: FieldId): PlainTask {
  const { part, form } = asked;
  return {
    id: blameId(asked, probe, field),
    codec: part.codec,
    writerSchema: probe.published ?? form.schemaOf(part.writer),
    readerSchema: form.schemaOf(part.reader),
    bytes: probe.bytes,
    row: probe.row,
    select: { kind: 'field', name: form.namesOf(part.reader)[placeOf(part.reader, field)!]! },
  };
}

function unread({ part: { reader } }: Asked, field: FieldId | null, probe: Probe, code: string): Unread {
  const place = field === null ? undefined : placeOf(reader, field);
  const name = place === undefined ? null : reader.fields[place]!.name;
  return { lane: 'plain', field, name, probe: probe.id, code };
}
