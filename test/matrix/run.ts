import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { PlainReader } from '../../src/engine/plain-reader.ts';
import type { PlainReaders } from '../../src/engine/port.ts';
import type { Side } from '../../src/matrix/cell.ts';
import type { RanCell } from '../../src/matrix/cell-report.ts';
import type { CodecName } from '../../src/matrix/plain-lane.ts';
import type { MatrixReport } from '../../src/matrix/report.ts';
import { type RunMatrix, runMatrix } from '../../src/service/run-matrix.ts';

/** The readers of the child process in this one: quicker, and safe as long as nothing kills them. */
export const inProcess: PlainReaders = {
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
    return tasks.map(({ id, codec, bytes, select, ...schemas }) => {
      const [writer, wanted] = [send(schemas.writerSchema), send(schemas.readerSchema)];
      const key = canonicalJson([codec, writer.number, wanted.number, select]);
      const reading = { codec, bytes, select, writerSchema: writer.schema, readerSchema: wanted.schema };
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
