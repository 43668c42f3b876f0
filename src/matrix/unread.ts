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
 * A reader that refuses a record doesn't say for which field. Each field that changed was read alone; where those don't
 * explain a refusal, the others are asked.
 */
export const blameTasks = (asked: Asked, trials: readonly Trial[]): readonly PlainTask[] =>
  unexplained(trials).flatMap(({ probe }) => othersOf(asked).map(id => blameTask(asked, probe, id)));

/** Empty where ordinary readers read every ordinary record. */
export function unreadOf(
  asked: Asked,
  trials: readonly Trial[],
  answers: ReadonlyMap<string, PlainAnswer>,
): readonly Unread[] {
  const alone = failuresOf(trials).filter(trial => trial.alone !== undefined);
  const others = unexplained(trials).flatMap(({ probe, code }): readonly Unread[] => {
    const blamed = othersOf(asked).flatMap((field): readonly Unread[] => {
      const answer = answers.get(blameId(asked, probe, field));
      const objection = answer === undefined ? undefined : objectionOf(answer);
      return objection === undefined ? [] : [unread(asked, field, probe, objection)];
    });
    return blamed.length > 0 ? blamed : [unread(asked, null, probe, code)];
  });
  const changed = failuresOf(trials).some(trial => trial.alone === undefined)
    ? alone.map(({ alone: field, probe, code }) => unread(asked, field!.id, probe, code))
    : [];
  return firstUnread([...changed, ...others]);
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

/** The first refusal of the record with each code that no changed field alone is refused with. */
function unexplained(trials: readonly Trial[]): readonly Failure[] {
  const failures = failuresOf(trials);
  const known = new Set(failures.filter(({ alone }) => alone !== undefined).map(({ code }) => code));
  return failures.filter(({ alone, code }) => alone === undefined && !known.has(code) && known.add(code));
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
    select: { kind: 'field', name: form.namesOf(part.reader)[placeOf(part.reader, field)!]! },
  };
}

function unread({ part: { reader } }: Asked, field: FieldId | null, probe: Probe, code: string): Unread {
  const place = field === null ? undefined : placeOf(reader, field);
  const name = place === undefined ? null : reader.fields[place]!.name;
  return { lane: 'plain', field, name, probe: probe.id, code };
}
