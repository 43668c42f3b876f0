import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { Schema } from '../../src/contract/schema.ts';
import { parquetWasm } from '../../src/engine/parquet-wasm.ts';
import { PlainReader } from '../../src/engine/plain-reader.ts';
import type { PlainReaders } from '../../src/engine/port.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { prepareCell, type RanCell } from '../../src/matrix/cell-report.ts';
import type { Part } from '../../src/matrix/part.ts';
import { plainCodecs } from '../../src/matrix/plain-codec.ts';
import type { CodecName, PlainAnswer, PlainTask } from '../../src/matrix/plain-lane.ts';
import type { ProbeForm } from '../../src/matrix/probe-form.ts';
import { type Probes, probesOf } from '../../src/matrix/probes.ts';
import type { MatrixReport } from '../../src/matrix/report.ts';
import { type Asked, askPart, type Trial, tryPart } from '../../src/matrix/trial.ts';
import { type RunMatrix, runMatrix } from '../../src/service/run-matrix.ts';

/** The readers of the child process in this one: quicker, and safe as long as nothing kills them. */
export const inProcess: PlainReaders = {
  parquet: parquetWasm(),
  read: async tasks => {
    const reader = new PlainReader();
    const sent = new Map<Json, { readonly number: number; readonly schema: Json }>();
    const send = (schema: Json) => {
      // Through the text that a child would get.
      const known = sent.get(schema) ?? {
        number: sent.size,
        schema: JSON.parse(canonicalJson(schema)) as Json,
      };
      sent.set(schema, known);
      return known;
    };
    return tasks.map(({ id, codec, bytes, row, select, ...schemas }) => {
      const [writer, wanted] = [send(schemas.writerSchema), send(schemas.readerSchema)];
      const key = canonicalJson([codec, writer.number, wanted.number, select]);
      const reading = { codec, bytes, row, select, writerSchema: writer.schema, readerSchema: wanted.schema };
      return { id, ...reader.read(key, reading) };
    });
  },
};

export async function run(ask: Partial<RunMatrix>): Promise<MatrixReport> {
  const plan = { writers: [], readers: [], codecs: ['avro'], plain: inProcess, seed: 1 } as const;
  const report = await runMatrix({ ...plan, ...ask });
  if (report instanceof Fault) throw report;
  return report;
}

export async function runCell(writer: Side, reader: Side, codec: CodecName, seed = 1): Promise<RanCell> {
  const { cells } = await run({ writers: [writer], readers: [reader], codecs: [codec], seed });
  const [cell] = cells;
  if (cell?.kind !== 'ran') throw new Error('the cell did not run');
  return cell;
}

/** The answers of ordinary readers, by their tasks. */
export async function answered(tasks: readonly PlainTask[]): Promise<ReadonlyMap<string, PlainAnswer>> {
  const answers = await inProcess.read(tasks);
  if (answers instanceof Fault) throw answers;
  return new Map(answers.map(answer => [answer.id, answer]));
}

/** Each part of a cell, asked and tried. */
export async function triedCell(
  writer: Side,
  reader: Side,
  codec: CodecName,
  seed: number,
  edited: (part: Part) => Part = part => part,
): Promise<readonly { readonly asked: Asked; readonly trials: readonly Trial[] }[]> {
  const cell = { writer: writer.version, reader: reader.version, codec, reason: 'supported' } as const;
  const parts = prepareCell(cell, writer, reader).parts.map(edited);
  return Promise.all(
    parts.map(async (part, number) => {
      const asked = askPart(part, seed, number, inProcess.parquet);
      const answers = await answered(asked.asks.map(({ task }) => task));
      return { asked, trials: tryPart(asked, answers)! };
    }),
  );
}

/** Every codec, with the library that our own process has for Parquet. */
export const CODECS = plainCodecs(inProcess.parquet);

/** The probes of a pair that is not taken apart. */
export const probesOfAll = (writer: Schema, reader: Schema, form: ProbeForm, seed: number): Probes =>
  probesOf(writer, reader, form, seed, new Set([...writer.fields, ...reader.fields].map(({ id }) => id)), {
    typical: LIMITS.probe_typical_records,
    ofRecord: true,
  });
