import path from 'node:path';
import * as z from 'zod';
import { isDigest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { rowsOf } from '../contract/batch.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Side } from '../matrix/cell.ts';
import { plainCodecs } from '../matrix/plain-codec.ts';
import { isColumnar, PLAIN_CODECS } from '../matrix/plain-lane.ts';
import type { Probe } from '../matrix/probe.ts';
import { showsFailure } from '../matrix/shrink.ts';
import { askPart, askProbe, plainTrial } from '../matrix/trial.ts';
import { readInline } from '../native/read-document.ts';
import { listFolder, readFile } from './read-file.ts';
import { SAMPLE_FORMAT } from './save-samples.ts';

/** Whether ordinary readers still do to a saved record what it was saved for. */
export type Replayed = {
  readonly file: string;
  /** `unreadable`: its bytes are none of the writer's version any more; `no-version`: a version is gone. */
  readonly state: 'shows' | 'mended' | 'unreadable' | 'no-version';
};

const SideShape = z.looseObject({ version: z.int().min(1).max(LIMITS.version_max) });
const Sample = z.looseObject({
  format: z.literal(SAMPLE_FORMAT),
  subject: z.string(),
  codec: z.enum(PLAIN_CODECS),
  writer: SideShape,
  reader: SideShape,
  failure: z.looseObject({
    field: z.int().min(1).nullable(),
    outcome: z.enum(['silent-change', 'refused']),
    code: z.string().max(LIMITS.label_chars_max).nullable(),
  }),
  base64: z.base64(),
  sha256: z.custom(isDigest, 'a digest'),
});
type Sample = z.output<typeof Sample>;

/**
 * Every saved sample of a folder, put to the ordinary readers of the versions as they are now.
 *
 * @faults SAMPLE_MALFORMED PLAIN_READER_UNAVAILABLE, and those of `listFolder` and `readFile`
 */
export async function replaySamples(
  plain: PlainReaders,
  subject: string,
  folder: string,
  contracts: ReadonlyMap<number, Side>,
): Promise<readonly Replayed[] | Fault> {
  const [root, name] = [path.dirname(folder), path.basename(folder)];
  const files = listFolder(root, name);
  if (files instanceof Fault) return files;
  const saved = files.filter(one => one.endsWith('.json'));
  // Nothing to look at is nothing seen: a misspelled folder must not pass.
  if (saved.length === 0)
    return new Fault('SAMPLE_MALFORMED', { file: name, problem: 'no sample lies there' });
  const replayed: Replayed[] = [];
  for (const file of saved) {
    const sample = sampleIn(root, `${name}/${file}`, subject);
    if (sample instanceof Fault) return sample;
    const state = await stateOf(plain, sample, contracts);
    if (state instanceof Fault) return state;
    replayed.push({ file, state });
  }
  return replayed;
}

function sampleIn(root: string, file: string, subject: string): Sample | Fault {
  const bytes = readFile(root, file, LIMITS.document_bytes_max);
  if (bytes instanceof Fault) return bytes;
  const malformed = (problem: string): Fault => new Fault('SAMPLE_MALFORMED', { file, problem });
  const document = readInline(bytes);
  if (document instanceof Fault) return malformed(document.message);
  const { data, error } = Sample.safeParse(document);
  if (data === undefined) {
    const [first] = error.issues;
    return malformed(`${first?.path.join('.') || 'the document'} is not as it was written`);
  }
  if (data.subject !== subject) return malformed(`it is a sample of another subject than ${subject}`);
  return sha256(Buffer.from(data.base64, 'base64')) === data.sha256
    ? data
    : malformed('its bytes are not those of its sha256');
}

async function stateOf(
  plain: PlainReaders,
  { codec, writer: { version: from }, reader: { version: to }, failure, base64 }: Sample,
  contracts: ReadonlyMap<number, Side>,
): Promise<Replayed['state'] | Fault> {
  const [writer, reader] = [contracts.get(from), contracts.get(to)];
  if (writer === undefined || reader === undefined) return 'no-version';
  const bytes = Buffer.from(base64, 'base64');
  const decoded = plainCodecs(plain.parquet)[codec].codec.decode(writer.schema, bytes);
  if (decoded.kind === 'refused' || decoded.rows !== 1) return 'unreadable';
  const [values] = rowsOf(writer.schema, decoded.batch);
  const field = reader.schema.fields.find(({ id }) => id === failure.field);
  // What the failing field is gone from can't fail so any more.
  if (failure.field !== null && field === undefined) return 'mended';
  const announced = { record: false, fields: new Set<number>() };
  const part = { codec, writer: writer.schema, reader: reader.schema, isProjection: false };
  const asked = askPart({ ...part, about: new Set(), announced }, 0, 0, plain.parquet);
  const probe: Probe = {
    id: 'sample',
    kind: 'typical',
    field: field?.id,
    bytes,
    row: isColumnar(codec) ? 0 : undefined,
    truth: { kind: 'record', values: values!, spoiled: undefined, unwritten: undefined },
    published: undefined,
  };
  const ask = askProbe(asked, probe, field, 'sample');
  const answers = await plain.read([ask.task]);
  if (answers instanceof Fault) return answers;
  const [answer] = answers;
  if (answer === undefined) return 'shows';
  return showsFailure(failure, plainTrial(asked, ask, answer)) ? 'shows' : 'mended';
}
