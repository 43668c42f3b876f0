import path from 'node:path';
import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import type { FieldId } from '../../contract/field.ts';
import { fieldText } from '../../contract/field-path.ts';
import { type Opened, openRecords, type ReadAsk, type ReadSummary } from '../../service/read-records.ts';
import { RECORD_FORMATS } from '../../service/record-source.ts';
import { recordWriter } from '../../service/record-writers.ts';
import { parseReference } from '../../service/reference.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import { type Poured, pourRecords } from '../pour-records.ts';
import type { Ask, CommandRow } from '../program.ts';
import { askedText, type RecordFiles, recordFilesOf, recordOptions } from '../record-files.ts';
import { writeJson } from '../write-json.ts';

export const readCommand: CommandRow = {
  declare: command =>
    recordOptions(
      command
        .description('give out the records of a file that may be read as a version of a subject')
        .argument('<file>', `the file, in ${RECORD_FORMATS.join(', ')}`)
        .requiredOption('--as <subject@version>', 'the version that reads')
        .option('--written-as <n>', 'the version it was written under, where the file does not say'),
      'what did not pass',
    ).addHelpText(
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

type Wanted = RecordFiles & {
  readonly read: Omit<ReadAsk, 'project'>;
};

function wantedOf(ask: Ask): Wanted | Fault {
  const { words, options, world } = ask;
  const what = parseReference(String(options['as']));
  if (what instanceof Fault) return what;
  if (what.kind !== 'version')
    return new Fault('REFERENCE_MALFORMED', { found: String(options['as']), form: 'subject@version' });
  const written = options['writtenAs'] as string | undefined;
  if (written !== undefined && !/^[1-9][0-9]{0,8}$/.test(written))
    return usage(`--written-as is the number of a version, not ${askedText(written)}`);
  const files = recordFilesOf(ask, 'read');
  if (files instanceof Fault) return files;
  const file = words[0]!;
  return {
    ...files,
    read: {
      subject: what.subject,
      as: what.version,
      writtenAs: written === undefined ? undefined : Number(written),
      place: path.resolve(world.folder, file),
      path: file,
      format: files.format,
      digest: files.digest,
    },
  };
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'read' });

type Given = Poured<ReadSummary>;

function give({ world }: Ask, wanted: Wanted, { records, reader }: Opened): Promise<Given | Fault> {
  const { start, batch, end } = recordWriter(wanted.form, reader, world.plainReaders.parquet);
  const pouring = { start, stretches: records(batch), end };
  return pourRecords(world, wanted, pouring, reader.schema, passed => passed.batch.numRows);
}

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
