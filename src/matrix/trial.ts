import { classify } from '../compat/classify.ts';
import type { Finding } from '../compat/finding.ts';
import { unchanged } from '../compat/unchanged.ts';
import type { Field } from '../contract/field.ts';
import type { Schema } from '../contract/schema.ts';
import type { Cell, Side } from './cell.ts';
import { guardedRead } from './guarded.ts';
import { type Judged, judge } from './judge.ts';
import type { Lane, Observed } from './outcome.ts';
import { PLAIN_CODEC, type PlainCodec, seenOf } from './plain-codec.ts';
import type { PlainAnswer, PlainTask } from './plain-lane.ts';
import type { Gap, Probe } from './probe.ts';
import { probesOf } from './probes.ts';

/** A cell made ready: its probes, what the rules say of its two schemas, and what ordinary readers must be asked. */
export type Prepared = {
  readonly cell: Cell;
  readonly writer: Side;
  readonly reader: Side;
  readonly form: PlainCodec;
  /** What an ordinary reader of this form calls the reader's fields, in their order. */
  readonly names: readonly string[];
  readonly findings: readonly Finding[];
  /** The reader's fields that are not the writer's, in the reader's order. */
  readonly changed: readonly Field[];
  readonly gaps: readonly Gap[];
  readonly asks: readonly Ask[];
};

/** One probe put to both lanes: of the whole record, or of one field alone. */
export type Ask = { readonly probe: Probe; readonly alone: Field | undefined; readonly task: PlainTask };

/** One probe in one lane, observed and judged. */
export type Trial = {
  readonly lane: Lane;
  readonly probe: Probe;
  readonly alone: Field | undefined;
  readonly observed: Observed;
  readonly judged: Judged;
};

export function prepareCell(cell: Cell, writer: Side, reader: Side, seed: number): Prepared {
  const form = PLAIN_CODEC[cell.codec];
  const { probes, gaps } = probesOf(writer.schema, reader.schema, form.codec, seed);
  const changed = reader.schema.fields.filter(field => {
    const written = writer.schema.fields.find(({ id }) => id === field.id);
    return written === undefined || !unchanged(written, field);
  });
  const direction = reader.version >= writer.version ? 'backward' : 'forward';
  const asks = [
    ...probes.map(probe => ({ probe, alone: undefined })),
    ...changed.flatMap(alone => probes.filter(concerns(alone)).map(probe => ({ probe, alone }))),
  ];
  return {
    cell,
    writer,
    reader,
    form,
    names: form.namesOf(reader.schema),
    findings: classify(writer.schema, reader.schema, direction),
    changed,
    gaps,
    asks: withTasks(cell, writer.schema, reader.schema, asks),
  };
}

/** Both lanes of a cell; a plain answer that never came leaves the cell without evidence, and is undefined here. */
export function tryCell(
  { writer, reader, form, names, asks }: Prepared,
  answers: ReadonlyMap<string, PlainAnswer>,
): readonly Trial[] | undefined {
  const trials: Trial[] = [];
  for (const { probe, alone, task } of asks) {
    const answer = answers.get(task.id);
    if (answer === undefined) return undefined;
    const expects = readerOf(writer.schema, reader.schema, alone);
    const called = alone === undefined ? names : [nameIn(reader.schema, names, alone)];
    const plain = observedOf(form, expects, called, answer);
    const guarded = guardedRead(form.codec, writer.schema, expects, probe);
    for (const [lane, observed] of [['plain', plain] as const, ['guarded', guarded] as const])
      trials.push({
        lane,
        probe,
        alone,
        observed,
        judged: judge(lane, writer.schema, expects, probe, observed),
      });
  }
  return trials;
}

/** The same probe, read by the writer's own version: what goes wrong there too is the reader's way with any schema. */
export function controlTask(
  { cell, writer, form }: Prepared,
  probe: Probe,
  field: Field,
): PlainTask | undefined {
  const index = writer.schema.fields.findIndex(({ id }) => id === field.id);
  if (index < 0) return undefined;
  const schema = form.schemaOf(writer.schema);
  return {
    id: controlId(cell, probe, field),
    codec: cell.codec,
    writerSchema: schema,
    readerSchema: schema,
    bytes: probe.bytes,
    select: { kind: 'field', name: form.namesOf(writer.schema)[index]! },
  };
}

/** What the control made of the probe; undefined when the writer has no such field, or nobody answered. */
export function controlJudged(
  { cell, writer, form }: Prepared,
  probe: Probe,
  field: Field,
  answers: ReadonlyMap<string, PlainAnswer>,
): Judged | undefined {
  const answer = answers.get(controlId(cell, probe, field));
  const written = writer.schema.fields.find(({ id }) => id === field.id);
  if (answer === undefined || written === undefined) return undefined;
  const expects = readerOf(writer.schema, writer.schema, written);
  const name = nameIn(writer.schema, form.namesOf(writer.schema), written);
  const observed = observedOf(form, expects, [name], answer);
  return judge('plain', writer.schema, expects, probe, observed);
}

const concerns = (field: Field) => (probe: Probe) => probe.field === undefined || probe.field === field.id;

const cellId = ({ writer, reader, codec }: Cell): string => `${writer}>${reader}/${codec}`;
const controlId = (cell: Cell, probe: Probe, field: Field): string =>
  `${cellId(cell)} ${probe.id} control ${field.id}`;

type Unasked = Omit<Ask, 'task'>;

/** Schemas are shared by reference, so that each goes to the readers once. */
function withTasks(cell: Cell, writer: Schema, reader: Schema, asks: readonly Unasked[]): readonly Ask[] {
  const form = PLAIN_CODEC[cell.codec];
  const [writerSchema, readerSchema] = [form.schemaOf(writer), form.schemaOf(reader)];
  const names = form.namesOf(reader);
  return asks.map(({ probe, alone }) => ({
    probe,
    alone,
    task: {
      id: `${cellId(cell)} ${probe.id} ${alone?.id ?? 'record'}`,
      codec: cell.codec,
      writerSchema: probe.published ?? writerSchema,
      readerSchema,
      bytes: probe.bytes,
      select:
        alone === undefined ? { kind: 'record' } : { kind: 'field', name: nameIn(reader, names, alone) },
    },
  }));
}

/** The reader as a whole, or as one that wants a single field. What is said of the whole schema is left to the whole. */
const readerOf = (writer: Schema, reader: Schema, alone: Field | undefined): Schema =>
  alone === undefined
    ? reader
    : { fields: [alone], normalizer: writer.normalizer, key: [], label: undefined, slices: [] };

const nameIn = ({ fields }: Schema, names: readonly string[], field: Field): string =>
  names[fields.findIndex(({ id }) => id === field.id)]!;

function observedOf(
  form: PlainCodec,
  { fields }: Schema,
  names: readonly string[],
  answer: PlainAnswer,
): Observed {
  if (answer.kind === 'refused')
    return { kind: 'refused', code: answer.code, field: undefined, offset: undefined };
  if (answer.kind === 'crash') return { kind: 'crash', how: answer.how };
  return {
    kind: 'read',
    values: fields.map((field, index) => seenOf(form, field, names[index]!, answer.values)),
  };
}
