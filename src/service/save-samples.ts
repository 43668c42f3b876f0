import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Side } from '../matrix/cell.ts';
import type { RanCell } from '../matrix/cell-report.ts';
import type { MatrixReport } from '../matrix/report.ts';
import { sampleOf } from '../matrix/sample.ts';
import { shown } from '../matrix/shown.ts';
import type { Failure } from '../matrix/shrink.ts';
import { reasonOf } from './read-file.ts';
import { type Shrunk, shrinkProbe } from './shrink-probe.ts';
import { writeWholeFile } from './write-whole-file.ts';

export const SAMPLE_FORMAT = 'assay.sample/1';

export type SavedSample = { readonly file: string; readonly document: { readonly [key: string]: Json } };

/**
 * For each cell that does not hold, and each field it does not hold for, the smallest record that shows it. They are made up
 * from contracts, as all probes are: none is of anybody's record.
 *
 * @faults PLAIN_READER_UNAVAILABLE
 */
export async function failingSamples(
  plain: PlainReaders,
  subject: string,
  { cells, seed }: MatrixReport,
  contracts: ReadonlyMap<number, Side>,
): Promise<readonly SavedSample[] | Fault> {
  const samples: SavedSample[] = [];
  for (const cell of cells) {
    if (cell.kind === 'blank') continue;
    const [writer, reader] = [contracts.get(cell.cell.writer), contracts.get(cell.cell.reader)];
    if (writer === undefined || reader === undefined) continue;
    for (const { probe, failure } of failuresOf(cell)) {
      if (samples.length >= LIMITS.samples_saved_max) return samples;
      const shrunk = await shrinkProbe(plain, { cell: cell.cell, writer, reader, seed, probe, failure });
      if (shrunk instanceof Fault) return shrunk;
      if (shrunk !== undefined)
        samples.push(sampleFile(subject, { cell, writer, reader, seed, probe, failure }, shrunk));
    }
  }
  return samples;
}

type Found = { readonly probe: string; readonly failure: Failure };

/** One a field and kind: what changed in silence, and what ordinary readers refuse. */
function failuresOf({ fields, unread }: RanCell): readonly Found[] {
  const silent = fields.flatMap(({ field, alone, sample }): readonly Found[] =>
    sample === null || sample.record === 'unlawful' || (alone === null && sample.record === 'lawful')
      ? []
      : [{ probe: sample.probe, failure: { field, outcome: 'silent-change', code: null } }],
  );
  const refused = unread.map(
    ({ field, probe, code }): Found => ({ probe, failure: { field, outcome: 'refused', code } }),
  );
  return [...silent, ...refused];
}

type Sides = { readonly cell: RanCell; readonly writer: Side; readonly reader: Side; readonly seed: number };

function sampleFile(
  subject: string,
  { cell, writer, reader, seed, probe, failure }: Sides & Found,
  { values, trial }: Shrunk,
): SavedSample {
  const { codec } = cell.cell;
  const field = reader.schema.fields.find(({ id }) => id === failure.field);
  const reading = trial.judged.fields.find(one => one.field.id === failure.field);
  const { bytes } = trial.probe;
  const name = field === undefined ? 'record' : field.name;
  const how = [failure.outcome, failure.code].filter(word => word !== null).join('-');
  return {
    file: `${codec}-v${writer.version}-v${reader.version}-${name}-${how.replace(/[^\w-]/g, '-')}.json`,
    document: {
      format: SAMPLE_FORMAT,
      subject,
      codec,
      seed,
      probe,
      writer: { version: writer.version, recordSchema: writer.recordSchema },
      reader: { version: reader.version, recordSchema: reader.recordSchema },
      failure: { ...failure, name },
      base64: Buffer.from(bytes).toString('base64'),
      sha256: sha256(bytes),
      record: writer.schema.fields.map((one, at) => ({
        field: one.id,
        name: one.name,
        ...shown(one, values[at]!),
      })),
      sample:
        reading === undefined || failure.outcome === 'refused'
          ? null
          : { ...sampleOf(writer.schema, reading.field, trial.probe, reading) },
    },
  };
}

/**
 * @param folder  made where there is none
 * @returns the names of the files
 * @faults FILE_UNWRITABLE
 */
export function writeSamples(
  folder: string,
  samples: readonly SavedSample[],
  mark: string,
): readonly string[] | Fault {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: folder, reason: reasonOf(error) });
  }
  for (const { file, document } of samples) {
    const fault = writeWholeFile(path.join(folder, file), file, `${canonicalJson(document)}\n`, mark);
    if (fault !== undefined) return fault;
  }
  return samples.map(({ file }) => file);
}
