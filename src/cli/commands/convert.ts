import path from 'node:path';
import type { Json } from '../../base/canonical-json.ts';
import { type Digest, isDigest } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { fieldText } from '../../contract/field-path.ts';
import { planDigest, planDocument } from '../../convert/plan-document.ts';
import {
  type Conversion,
  type ConvertSummary,
  openConversion,
  planFiles,
  recordedFault,
} from '../../service/convert-records.ts';
import { isRecordFormat, RECORD_FORMATS, type RecordFormat } from '../../service/record-source.ts';
import { isRecordForm, RECORD_FORMS, type RecordForm } from '../../service/record-writers.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import { type Poured, pourRecords } from '../pour-records.ts';
import type { Ask, CommandRow } from '../program.ts';
import { renderFault } from '../render-fault.ts';
import { planText } from '../render-plan.ts';
import { writeJson } from '../write-json.ts';

export const convertCommand: CommandRow = {
  declare: command =>
    command
      .description('make records of a new version from those of an old one, as a converter says')
      .argument('[file]', `the file, in ${RECORD_FORMATS.join(', ')}; none with --explain`)
      .requiredOption(
        '--converter <file>',
        'a converter; more than one, in the order of their versions, make one way',
        (file: string, before: readonly string[] = []) => [...before, file],
      )
      .option('--explain', 'print what would be done, and convert nothing')
      .option('--digest <digest>', 'what the whole file must hash to; without it, BYTES_UNVERIFIED')
      .option('--format <format>', `${RECORD_FORMATS.join(', ')}; else as the file begins`)
      .option('--to <form>', RECORD_FORMS.join(' or '), 'json')
      .option('--out <file>', 'a new file for the records, instead of standard output')
      .option('--rejects <file>', 'a new file for what was not converted: row, field and code, a line each')
      .addHelpText(
        'after',
        '\nExit 1 says that a record was not converted.\n\nExamples:\n  assay convert --explain --converter schemas/training.example/converters/v3-v4.yaml\n  assay convert old.avro --converter v3-v4.yaml --converter v4-v5.yaml --out new.jsonl --rejects rejects.jsonl',
      ),
  act: async ask => {
    const wanted = wantedOf(ask);
    if (wanted instanceof Fault) return wanted;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { world, settings } = ask;
    const planned = planFiles(project, wanted.converters);
    if (planned instanceof Fault) return planned;
    if (!('chain' in planned)) return allOf(ask, planned);
    if (wanted.file === undefined) return explain(ask, planned);
    const other = recordedFault(planned);
    if (other !== undefined) return other;
    const { file, format, digest } = wanted;
    const opened = await openConversion(planned, { project, ...file, format, digest }, world.parquetFiles);
    if (opened instanceof Fault) return opened;
    const { plans } = planned.chain;
    const fields = plans.flatMap(({ from, to }) => [...to.schema.fields, ...from.schema.fields]);
    const { schema } = plans.at(-1)!.to;
    const poured = await pourRecords(
      world,
      wanted,
      schema,
      { fields },
      opened.records,
      ({ converted }) => converted,
    );
    if (poured instanceof Fault) return poured;
    const exit = poured.read.rejected === 0 ? 0 : 1;
    if (settings.json) return writeJson(world.output, document(planned, opened.format, poured), exit);
    const text = `${summaryText(planned, poured, lookOf(world.output))}\n`;
    if (wanted.out === undefined) world.output.writeError(text);
    else world.output.write(text);
    return exit;
  },
};

type Wanted = {
  readonly converters: Parameters<typeof planFiles>[1];
  /** Undefined: only the plan is wanted. */
  readonly file: { readonly place: string; readonly path: string } | undefined;
  readonly format: RecordFormat | undefined;
  readonly digest: Digest | undefined;
  readonly form: RecordForm;
  readonly out: string | undefined;
  readonly rejects: string | undefined;
};

function wantedOf({ words, options, settings, world }: Ask): Wanted | Fault {
  const [file] = words;
  const explains = options['explain'] === true;
  if (explains === (file !== undefined))
    return usage(explains ? '--explain reads no records' : 'name the file to convert, or ask to --explain');
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
  if (settings.json && !explains && out === undefined)
    return usage('--json prints the summary, so the records need a file of their own: --out');
  const [first, ...more] = options['converter'] as readonly string[];
  const placed = (name: string) => ({ place: path.resolve(world.folder, name), path: name });
  return {
    converters: [placed(first!), ...more.map(placed)],
    file: file === undefined ? undefined : { place: path.resolve(world.folder, file), path: file },
    format: format as RecordFormat | undefined,
    digest: digest as Digest | undefined,
    form,
    out,
    rejects,
  };
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'convert' });
const shown = (text: string): string => (text === '' ? 'nothing' : text.slice(0, 40));

/** Everything wrong with a converter for a person; a program is told of the first. */
function allOf({ world, settings }: Ask, faults: readonly Fault[]): Fault {
  const last = faults.at(-1)!;
  if (settings.json) return faults[0]!;
  for (const fault of faults.slice(0, -1)) renderFault(fault, world.output, false);
  return last;
}

function explain({ world, settings }: Ask, { chain }: Conversion): number {
  if (settings.json) {
    const plans = chain.plans.map(plan => ({ ...planDocument(plan), plan: planDigest(plan) }));
    return writeJson(world.output, { plans }, 0);
  }
  const look = lookOf(world.output);
  world.output.write(`${chain.plans.map(plan => planText(plan, look)).join('\n\n')}\n`);
  return 0;
}

function document(
  { loaded, chain }: Conversion,
  format: string,
  { read, reasons }: Poured<ConvertSummary>,
): Json {
  const { plans } = chain;
  const last = plans.at(-1)!;
  return {
    subject: loaded.subject.name,
    from: plans[0]!.from.version,
    to: last.to.version,
    recordSchema: last.to.recordSchema,
    converters: plans.map(({ converter }) => converter),
    plans: plans.map(planDigest),
    format,
    digest: read.digest,
    bytes: read.bytes,
    read: read.read,
    converted: read.converted,
    rejected: read.rejected,
    skipped: read.skipped,
    reasons: [...reasons].sort().map(([reason, records]) => ({ reason, records })),
    defaulted: [...read.defaulted]
      .sort(([a], [b]) => a - b)
      .map(([field, { records, means }]) => ({ field, records, means })),
    absentFilled: [...read.absentFilled]
      .sort(([a], [b]) => a - b)
      .map(([field, records]) => ({ field, records })),
  };
}

function summaryText(
  { loaded, chain }: Conversion,
  { read, reasons }: Poured<ConvertSummary>,
  { paint }: Look,
): string {
  const { plans } = chain;
  const { to } = plans.at(-1)!;
  const rows = [
    ...(read.skipped === 0
      ? []
      : [['passed over', String(read.skipped), 'where the converter does not look']]),
    ...[...reasons].sort().map(([reason, count]) => ['rejected', String(count), visible(reason)]),
    ...[...read.defaulted].map(([field, { records, means }]) => [
      `given, means ${means}`,
      String(records),
      visible(fieldText(to.schema, field)),
    ]),
    ...[...read.absentFilled]
      .filter(([, count]) => count > 0)
      .map(([field, count]) => [
        'absent, default',
        String(count),
        visible(fieldText(plans[0]!.from.schema, field)),
      ]),
  ];
  const verdict = read.rejected === 0 ? paint.green('all converted') : paint.red(`${read.rejected} rejected`);
  const way = [plans[0]!.from.version, ...plans.map(plan => plan.to.version)].map(version => `@${version}`);
  return [
    `${paint.bold('convert')} ${loaded.subject.name}${way.join(' → ')}  ${read.converted} of ${read.read} records  ${verdict}`,
    ...(rows.length === 0 ? [] : [table(rows, '  ')]),
    `  bytes     ${read.digest} ${read.bytes === 'VERIFIED' ? 'verified' : paint.yellow(read.bytes)}`,
    ...plans.map(({ converter }) => `  converter ${converter}`),
  ].join('\n');
}
