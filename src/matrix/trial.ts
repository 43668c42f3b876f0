import { LIMITS } from '../base/limits.ts';
import type { ParquetLibrary } from '../codec/parquet/parquet-library.ts';
import { unchanged } from '../compat/unchanged.ts';
import type { Field } from '../contract/field.ts';
import { type ReadPlan, readPlan } from '../contract/read-plan.ts';
import type { Schema } from '../contract/schema.ts';
import { guardedRead } from './guarded.ts';
import { type Judged, judge } from './judge.ts';
import type { Lane, Observed } from './outcome.ts';
import type { Part } from './part.ts';
import { placeOf } from './place-of.ts';
import { type PlainCodec, plainCodecs, seenOf } from './plain-codec.ts';
import type { PlainAnswer, PlainTask } from './plain-lane.ts';
import type { Gap, Probe } from './probe.ts';
import { probesOf } from './probes.ts';

/** A part made ready: its probes, and what ordinary readers must be asked. */
export type Asked = {
  readonly part: Part;
  /** Tells the tasks of one part from those of another. */
  readonly number: number;
  readonly form: PlainCodec;
  /** The reader's fields that are not the writer's, in the reader's order, so far as the part is about them. */
  readonly changed: readonly Field[];
  readonly gaps: readonly Gap[];
  readonly asks: readonly Ask[];
  /** The only field of the reader, where it is one that changed: what the record shows is what the field shows alone. */
  readonly sole: Field | undefined;
};

/** One probe put to both lanes: of the whole record, or of one field alone. */
export type Ask = { readonly probe: Probe; readonly wanted: Wanted; readonly task: PlainTask };

/** What a reader is to hold: all its fields, or one of them. */
export type Wanted = {
  readonly alone: Field | undefined;
  readonly reader: Schema;
  /** What an ordinary reader of this form calls the fields, in their order. */
  readonly names: readonly string[];
  readonly plan: ReadPlan;
};

/** One probe in one lane, observed and judged. */
export type Trial = {
  readonly lane: Lane;
  readonly probe: Probe;
  readonly alone: Field | undefined;
  readonly observed: Observed;
  readonly judged: Judged;
};

/** @param parquet  what writes and reads Parquet for the probes and for our own lane */
export function askPart(part: Part, seed: number, number: number, parquet: ParquetLibrary): Asked {
  const { writer, reader, codec, about, isProjection } = part;
  const form = plainCodecs(parquet)[codec];
  const changed = reader.fields.filter(field => {
    if (!about.has(field.id)) return false;
    const place = placeOf(writer, field.id);
    return place === undefined || !unchanged(writer.fields[place]!, field);
  });
  const { probes, gaps } = probesOf(writer, reader, form.probes, seed, about, {
    typical: isProjection && changed.length === 0 ? LIMITS.probe_typical_again : LIMITS.probe_typical_records,
    ofRecord: !isProjection,
  });
  // Schemas are shared by reference, so that each goes to the readers once.
  const [writerSchema, readerSchema] = [form.schemaOf(writer), form.schemaOf(reader)];
  const names = form.namesOf(reader);
  const asked = (wanted: Wanted, put: readonly Probe[]): readonly Ask[] =>
    put.map(probe => ({
      probe,
      wanted,
      task: {
        id: `${number} ${probe.id} ${wanted.alone?.id ?? 'record'}`,
        codec,
        writerSchema: probe.published ?? writerSchema,
        readerSchema,
        bytes: probe.bytes,
        row: probe.row,
        select: wanted.alone === undefined ? { kind: 'record' } : { kind: 'field', name: wanted.names[0]! },
      },
    }));
  const whole = { alone: undefined, reader, names, plan: readPlan(writer, reader) };
  const sole = reader.fields.length === 1 ? changed[0] : undefined;
  return {
    part,
    number,
    form,
    changed,
    gaps,
    asks: [
      ...asked(whole, probes),
      ...(sole === undefined ? changed : []).flatMap(field => {
        const wanted = aloneWanted(part, names, field);
        return asked(wanted, probes.filter(concerns(field)));
      }),
    ],
    sole,
  };
}

/** Another probe put to the same two versions: of the whole record, or of one field of the reader alone. */
export function askProbe({ part, form }: Asked, probe: Probe, alone: Field | undefined, id: string): Ask {
  const { codec, writer, reader } = part;
  const names = form.namesOf(reader);
  const wanted: Wanted =
    alone === undefined
      ? { alone, reader, names, plan: readPlan(writer, reader) }
      : aloneWanted(part, names, alone);
  return {
    probe,
    wanted,
    task: {
      id,
      codec,
      writerSchema: probe.published ?? form.schemaOf(writer),
      readerSchema: form.schemaOf(reader),
      bytes: probe.bytes,
      row: probe.row,
      select: alone === undefined ? { kind: 'record' } : { kind: 'field', name: wanted.names[0]! },
    },
  };
}

/** Every trial of a part, in the order of its asks; undefined where a plain answer never came. */
export function tryPart(
  asked: Asked,
  answers: ReadonlyMap<string, PlainAnswer>,
): readonly Trial[] | undefined {
  const trials: Trial[] = [];
  for (const ask of asked.asks) {
    const answer = answers.get(ask.task.id);
    if (answer === undefined) return undefined;
    trials.push(...tryAsk(asked, ask, answer));
  }
  const { sole } = asked;
  if (sole === undefined) return trials;
  const alone = trials.filter(({ probe }) => concerns(sole)(probe)).map(trial => ({ ...trial, alone: sole }));
  return [...trials, ...alone];
}

/** Both lanes of one ask. */
function tryAsk(asked: Asked, ask: Ask, answer: PlainAnswer): readonly Trial[] {
  const { reader, plan } = ask.wanted;
  const guarded = guardedRead(asked.form.codec, asked.part.writer, reader, plan, ask.probe);
  return [plainTrial(asked, ask, answer), trialOf(asked, ask, 'guarded', guarded)];
}

/** What a reader that is not ours answered to an ask. */
export const plainTrial = (asked: Asked, ask: Ask, answer: PlainAnswer): Trial =>
  trialOf(asked, ask, 'plain', observedOf(asked.form, ask.wanted.reader, ask.wanted.names, answer));

const trialOf = ({ part }: Asked, { probe, wanted }: Ask, lane: Lane, observed: Observed): Trial => ({
  lane,
  probe,
  alone: wanted.alone,
  observed,
  judged: judge(lane, part.writer, wanted.reader, probe, observed),
});

/** The same probe, read by the writer's own version: what goes wrong there too is the reader's way with any schema. */
export function controlTask(
  { part: { codec, writer }, number, form }: Asked,
  probe: Probe,
  field: Field,
): PlainTask | undefined {
  const place = placeOf(writer, field.id);
  if (place === undefined) return undefined;
  const schema = form.schemaOf(writer);
  return {
    id: controlId(number, probe, field),
    codec,
    writerSchema: schema,
    readerSchema: schema,
    bytes: probe.bytes,
    row: probe.row,
    select: { kind: 'field', name: form.namesOf(writer)[place]! },
  };
}

/** What the control made of the probe; undefined when the writer has no such field, or nobody answered. */
export function controlJudged(
  { part: { writer }, number, form }: Asked,
  probe: Probe,
  field: Field,
  answers: ReadonlyMap<string, PlainAnswer>,
): Judged | undefined {
  const answer = answers.get(controlId(number, probe, field));
  const place = placeOf(writer, field.id);
  if (answer === undefined || place === undefined) return undefined;
  const expects = readerOf(writer, writer.fields[place]!);
  const observed = observedOf(form, expects, [form.namesOf(writer)[place]!], answer);
  return judge('plain', writer, expects, probe, observed);
}

const concerns = (field: Field) => (probe: Probe) => probe.field === undefined || probe.field === field.id;

const controlId = (number: number, probe: Probe, field: Field): string =>
  `${number} ${probe.id} control ${field.id}`;

function aloneWanted({ writer, reader }: Part, names: readonly string[], alone: Field): Wanted {
  const expects = readerOf(writer, alone);
  return {
    alone,
    reader: expects,
    names: [names[placeOf(reader, alone.id)!]!],
    plan: readPlan(writer, expects),
  };
}

/** A reader that wants a single field. What is said of the whole schema is left to the whole. */
const readerOf = ({ normalizer }: Schema, alone: Field): Schema => ({
  fields: [alone],
  normalizer,
  key: [],
  label: undefined,
  slices: [],
});

function observedOf(
  form: PlainCodec,
  { fields }: Schema,
  names: readonly string[],
  answer: PlainAnswer,
): Observed {
  if (answer.kind === 'refused')
    return { kind: 'refused', code: answer.code, field: undefined, offset: undefined };
  if (answer.kind === 'crash') return { kind: 'crash', how: answer.how };
  const members = new Map(answer.values.toReversed());
  return {
    kind: 'read',
    values: fields.map((field, index) => seenOf(form, field, members.get(names[index]!))),
  };
}
