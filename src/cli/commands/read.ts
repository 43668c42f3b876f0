import path from 'node:path';
import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Apart } from '../../codec/apart.ts';
import type { FieldId } from '../../contract/field.ts';
import { fieldText } from '../../contract/field-path.ts';
import type { Schema } from '../../contract/schema.ts';
import { NewFile } from '../../service/new-file.ts';
import { type Opened, openRecords, type ReadAsk, type ReadSummary } from '../../service/read-records.ts';
import { isRecordFormat, RECORD_FORMATS, type RecordFormat } from '../../service/record-source.ts';
import { isRecordForm, RECORD_FORMS, type RecordForm, recordWriter } from '../../service/record-writers.ts';
import { parseReference } from '../../service/reference.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { writeJson } from '../write-json.ts';

export const readCommand: CommandRow = {
  declare: command =>
    command
      .description('give out the records of a file that may be read as a version of a subject')
      .argument('<file>', `the file, in ${RECORD_FORMATS.join(', ')}`)
      .requiredOption('--as <subject@version>', 'the version that reads')
      .option('--written-as <n>', 'the version it was written under, where the file does not say')
      .option('--digest <digest>', 'what the whole file must hash to; without it, BYTES_UNVERIFIED')
      .option('--format <format>', `${RECORD_FORMATS.join(', ')}; else as the file begins`)
      .option('--to <form>', RECORD_FORMS.join(' or '), 'json')
      .option('--out <file>', 'a new file for the records, instead of standard output')
      .option('--rejects <file>', 'a new file for what did not pass: row, field and code, a line each')
      .addHelpText(
        'after',
        '\nRecords go to standard output and what is to be said of them to standard error; a file is there only when\nit is whole. Exit 1 says that a record did not pass.\n\nExamples:\n  assay read shard.avro --as training.example@4 --out records.jsonl --rejects rejects.jsonl\n  assay read shard.avro --as training.example@4 --to arrow | python train.py',
      ),
  act: async ask => {
    const wanted = wantedOf(ask);
    if (wanted instanceof Fault) return wanted;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const opened = await openRecords({ ...wanted.read, project }, ask.world.parquetFiles);
    if (opened instanceof Fault) return opened;
    const summary = await give(ask, wanted, opened);
    if (summary instanceof Fault) return summary;
    const { output } = ask.world;
    const exit = summary.read.rejected === 0 ? 0 : 1;
    if (ask.settings.json) return writeJson(output, document(opened, summary), exit);
    const text = `${summaryText(opened, summary, lookOf(output))}\n`;
    if (wanted.out === undefined) output.writeError(text);
    else output.write(text);
    return exit;
  },
};

type Wanted = {
  readonly read: Omit<ReadAsk, 'project'>;
  readonly form: RecordForm;
  readonly out: string | undefined;
  readonly rejects: string | undefined;
};

function wantedOf({ words, options, settings, world }: Ask): Wanted | Fault {
  const what = parseReference(String(options['as']));
  if (what instanceof Fault) return what;
  if (what.kind !== 'version')
    return new Fault('REFERENCE_MALFORMED', { found: String(options['as']), form: 'subject@version' });
  const written = options['writtenAs'] as string | undefined;
  if (written !== undefined && !/^[1-9][0-9]{0,8}$/.test(written))
    return usage(`--written-as is the number of a version, not ${shown(written)}`);
  const digest = options['digest'] as string | undefined;
  if (digest !== undefined && !isDigest(digest))
    return new Fault('DIGEST_MALFORMED', { found: digest.slice(0, 100) });
  const format = options['format'] as string | undefined;
  if (format !== undefined && !isRecordFormat(format))
    return usage(`--format is ${RECORD_FORMATS.join(' or ')}, not ${shown(format)}`);
  const form = String(options['to']);
  if (!isRecordForm(form)) return usage(`--to is ${RECORD_FORMS.join(' or ')}, not ${shown(form)}`);
  const [out, rejects] = [options['out'], options['rejects']] as (string | undefined)[];
  if (out === '' || rejects === '') return usage('--out and --rejects name a file');
  if (out !== undefined && out === rejects) return usage('--out and --rejects are two files');
  if (settings.json && out === undefined)
    return usage('--json prints the summary, so the records need a file of their own: --out');
  const file = words[0]!;
  return {
    read: {
      subject: what.subject,
      as: what.version,
      writtenAs: written === undefined ? undefined : Number(written),
      place: path.resolve(world.folder, file),
      path: file,
      format: format as RecordFormat | undefined,
      digest: digest as Digest | undefined,
    },
    form,
    out,
    rejects,
  };
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'read' });
const shown = (text: string): string => (text === '' ? 'nothing' : text.slice(0, 40));

type Given = { readonly read: ReadSummary; readonly reasons: ReadonlyMap<string, number> };

/** Writes what passes and what doesn't. The files are there when all was read, and not at all when something failed. */
async function give({ world }: Ask, wanted: Wanted, opened: Opened): Promise<Given | Fault> {
  const files: NewFile[] = [];
  const pourTo = (name: string): Pour | Fault => {
    const file = NewFile.open(path.resolve(world.folder, name), name, world.newOpId());
    if (file instanceof Fault) return file;
    files.push(file);
    return async bytes => file.write(bytes) ?? true;
  };
  try {
    const records = wanted.out === undefined ? world.output.writeBytes : pourTo(wanted.out);
    const rejects = wanted.rejects === undefined ? async () => true : pourTo(wanted.rejects);
    if (records instanceof Fault) return records;
    if (rejects instanceof Fault) return rejects;
    const given = await pour(opened, wanted.form, { records, rejects });
    while (!(given instanceof Fault) && files.length > 0) {
      const fault = files.pop()!.keep();
      if (fault !== undefined) return fault;
    }
    return given;
  } finally {
    for (const file of files) file.discard();
  }
}

type Pour = (bytes: Uint8Array) => Promise<boolean | Fault>;

async function pour(
  { records, reader }: Opened,
  form: RecordForm,
  to: { readonly records: Pour; readonly rejects: Pour },
): Promise<Given | Fault> {
  const writer = recordWriter(form, reader.schema);
  const reasons = new Map<string, number>();
  let given = 0;
  // Who stopped listening was not given everything, and must not be told that all is well.
  const give = async (bytes: Uint8Array): Promise<true | Fault> =>
    bytes.length === 0 || (await to.records(bytes)) || new Fault('OUTPUT_CLOSED', { records: given });
  const started = await give(writer.start);
  if (started instanceof Fault) return started;
  // Whatever reads the file waits to be asked for more, and keeps the process, until it is told that nobody will.
  await using passing = records(writer.batch);
  for (;;) {
    const next = await passing.next();
    if (next.done === true) {
      if (next.value instanceof Fault) return next.value;
      const ended = await give(writer.end);
      return ended instanceof Fault ? ended : { read: next.value, reasons };
    }
    const { batch, bytes, rejects } = next.value;
    for (const reject of rejects) {
      const reason = reasonOf(reader.schema, reject, reasons.size < LIMITS.evidence_rows_max);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const told = await to.rejects(Buffer.from(rejectLines(reader.schema, rejects)));
    if (told instanceof Fault) return told;
    for (const piece of piecesOf[form](bytes, batch.numRows)) {
      const taken = await give(piece.bytes);
      if (taken instanceof Fault) return taken;
      given += piece.records;
    }
  }
}

type Piece = { readonly bytes: Uint8Array; readonly records: number };

/** What is given out at a time: of lines as many as a pipe takes, so that it is known how many were taken. */
const piecesOf: Readonly<Record<RecordForm, (bytes: Uint8Array, records: number) => Iterable<Piece>>> = {
  json: lines,
  arrow: (bytes, records) => [{ bytes, records }],
};

function* lines(bytes: Uint8Array): Generator<Piece> {
  let [start, end, records] = [0, 0, 0];
  for (let next = bytes.indexOf(NEWLINE); next >= 0; next = bytes.indexOf(NEWLINE, end)) {
    if (records > 0 && next + 1 - start > LIMITS.pipe_bytes) {
      yield { bytes: bytes.subarray(start, end), records };
      [start, records] = [end, 0];
    }
    end = next + 1;
    records++;
  }
  if (records > 0) yield { bytes: bytes.subarray(start, end), records };
}

const NEWLINE = 0x0a;

/** Of any number of keys that no field has, some are told. */
function reasonOf(schema: Schema, { code, field, key }: Apart, isKeyTold: boolean): string {
  const at = field === undefined ? '' : ` ${fieldText(schema, field)}`;
  return key === undefined || !isKeyTold ? code + at : `${code}${at} "${key}"`;
}

/** Rows count from 0, as they stand in the file. */
const rejectLines = (schema: Schema, rejects: readonly Apart[]): string =>
  rejects
    .map(({ row, field, code, key }) => {
      const path = field === undefined ? '' : fieldText(schema, field);
      const line: Json = { row, field: field ?? null, path, code, ...(key !== undefined && { key }) };
      return `${canonicalJson(line)}\n`;
    })
    .join('');

function document({ writer, reader, readPlan, format }: Opened, { read, reasons }: Given): Json {
  const byField = (counts: ReadonlyMap<FieldId, number>): Json =>
    [...counts].sort(([a], [b]) => a - b).map(([field, records]) => ({ field, records }));
  return {
    subject: reader.subject,
    writer: writer.version,
    reader: reader.version,
    recordSchema: reader.recordSchema,
    readPlan,
    format,
    digest: read.digest,
    bytes: read.bytes,
    read: read.read,
    accepted: read.accepted,
    rejected: read.rejected,
    reasons: [...reasons].sort().map(([reason, records]) => ({ reason, records })),
    defaultsFilled: byField(read.defaultsFilled),
    absentFilled: byField(read.absentFilled),
    unknownTerms: byField(read.unknownTerms),
  };
}

function summaryText(
  { writer, reader, readPlan }: Opened,
  { read, reasons }: Given,
  { paint }: Look,
): string {
  const counted = (title: string, counts: ReadonlyMap<FieldId, number>): readonly (readonly string[])[] =>
    [...counts]
      .filter(([, count]) => count > 0)
      .map(([field, count]) => [title, String(count), visible(fieldText(reader.schema, field))]);
  const rows = [
    ...[...reasons].sort().map(([reason, count]) => ['rejected', String(count), visible(reason)]),
    ...counted('default filled', read.defaultsFilled),
    ...counted('absent, default', read.absentFilled),
    ...counted('unknown term', read.unknownTerms),
  ];
  const verdict = read.rejected === 0 ? paint.green('all pass') : paint.red(`${read.rejected} rejected`);
  return [
    `${paint.bold('read')} ${reader.subject}@${writer.version} as @${reader.version}  ${read.accepted} of ${read.read} records  ${verdict}`,
    ...(rows.length === 0 ? [] : [table(rows, '  ')]),
    ...([...reasons.keys()].some(reason => reason.startsWith('CODEC_CANNOT_CARRY '))
      ? [`  ${paint.cyan('remedy')} what JSON has no text for, --to arrow carries`]
      : []),
    `  bytes     ${read.digest} ${read.bytes === 'VERIFIED' ? 'verified' : paint.yellow(read.bytes)}`,
    `  read plan ${readPlan}`,
  ].join('\n');
}
