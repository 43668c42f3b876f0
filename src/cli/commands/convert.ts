import path from 'node:path';
import type { Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { fieldText } from '../../contract/field-path.ts';
import { planDigest, planDocument } from '../../convert/plan-document.ts';
import { type ConvertSummary, openConversion } from '../../service/convert-records.ts';
import { type Conversion, planFiles, recordedFault } from '../../service/plan-files.ts';
import { RECORD_FORMATS } from '../../service/record-source.ts';
import { showWays } from '../convert-ways.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, table, visible } from '../output.ts';
import { type Poured, pourRecords } from '../pour-records.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { askedText, type RecordFiles, recordFilesOf, recordOptions } from '../record-files.ts';
import { renderFault } from '../render-fault.ts';
import { planText } from '../render-plan.ts';
import { answer, filesAsked, isAsked, type ReportAsk, reportFiles } from '../report/report-options.ts';
import { reportedConversion } from '../report/reported-conversion.ts';
import { writeJson } from '../write-json.ts';

export const convertCommand: CommandRow = {
  declare: command =>
    recordOptions(
      reportFiles(command)
        .description('make records of a new version from those of an old one, as a converter says')
        .argument('[file]', `the file, in ${RECORD_FORMATS.join(', ')}; none with --explain`)
        .requiredOption(
          '--converter <file>',
          'a converter; more than one, in the order of their versions, make one way',
          more,
        )
        .option('--explain', 'print what would be done, and convert nothing')
        .option('--check', 'ask functions twice of every record, and not of the first batch alone')
        .option('--workers <n>', 'how many cores convert; without it, all of them')
        .option('--round-trip', 'write nothing: show whether the converters’ inverses restore the records')
        .option(
          '--back <file>',
          'of --round-trip: a converter of the way back, instead of what is declared',
          more,
        )
        .option(
          '--against <file>',
          'write nothing: hold another way between the same versions against this one',
          more,
        ),
      'what was not converted',
    ).addHelpText(
      'after',
      '\nExit 1 says that a record was not converted, that one did not come back, or that two ways are not one.\n\nExamples:\n  assay convert --explain --converter schemas/training.example/converters/v3-v4.yaml\n  assay convert old.parquet --converter v3-v4.yaml --converter v4-v5.yaml --to parquet --out new.parquet --rejects rejects.jsonl\n  assay convert old.parquet --converter v3-v4.yaml --round-trip\n  assay convert old.parquet --converter v3-v4.yaml --converter v4-v5.yaml --against v3-v5.yaml',
    ),
  act: async ask => {
    const wanted = wantedOf(ask);
    if (wanted instanceof Fault) return wanted;
    const asked = reportsOf(ask, wanted);
    if (asked instanceof Fault) return asked;
    const { world, settings } = ask;
    const refused = (fault: Fault): Outcome => answer(ask, asked, fault, world.folder);
    const project = await openProject(ask);
    if (project instanceof Fault) return refused(project);
    const planned = await planFiles(project, wanted.converters, wanted.checks);
    if (planned instanceof Fault) return refused(planned);
    if (!('chain' in planned)) return refused(allOf(ask, planned));
    if (wanted.file === undefined) return explain(ask, planned);
    const other = recordedFault(planned);
    if (other !== undefined) return refused(other);
    const { file, format, digest, form, workers } = wanted;
    if (wanted.ways !== undefined) {
      const way = wanted.ways.files && (await planFiles(project, wanted.ways.files, wanted.checks));
      if (way instanceof Fault) return way;
      if (way !== undefined && !('chain' in way)) return allOf(ask, way);
      const ways =
        wanted.ways.kind === 'back'
          ? { kind: 'back' as const, way }
          : { kind: 'against' as const, way: way! };
      const shown = await showWays(ask, planned, ways, {
        project,
        ...file,
        format,
        digest,
        workers,
        checks: wanted.checks,
      });
      return typeof shown === 'number' || shown instanceof Fault ? shown : allOf(ask, shown);
    }
    const { parquetFiles: parquet, conversions, plainReaders } = world;
    const opened = await openConversion(
      planned,
      { project, ...file, format, digest, form, workers },
      { parquet, conversions, library: plainReaders.parquet },
    );
    if (opened instanceof Fault) return refused(opened);
    const { plans } = planned.chain;
    const fields = plans.flatMap(({ from, to }) => [...to.schema.fields, ...from.schema.fields]);
    const poured = await pourRecords(world, wanted, opened, { fields }, ({ converted }) => converted);
    if (poured instanceof Fault) return refused(poured);
    const exit = poured.read.rejected === 0 ? 0 : 1;
    const print = (): number => {
      if (settings.json) return writeJson(world.output, document(planned, opened.format, poured), exit);
      const text = `${summaryText(planned, poured, lookOf(world.output))}\n`;
      if (wanted.out === undefined) world.output.writeError(text);
      else world.output.write(text);
      return exit;
    };
    const reported = reportedConversion({
      way: wayText(planned),
      file: file.path,
      converters: plans.map(({ converter }) => converter),
      poured,
      rows: summaryRows(planned, poured),
    });
    return answer(ask, asked, { reported, print, exit }, world.folder);
  },
};

type Wanted = RecordFiles & {
  readonly converters: Parameters<typeof planFiles>[1];
  readonly checks: 'first' | 'all';
  readonly workers: number | undefined;
  /** Where converters are to be held against records, and none are written. */
  readonly ways:
    | { readonly kind: 'back' | 'against'; readonly files: Parameters<typeof planFiles>[1] | undefined }
    | undefined;
  /** Undefined: only the plan is wanted. */
  readonly file: { readonly place: string; readonly path: string } | undefined;
};

function wantedOf(ask: Ask): Wanted | Fault {
  const { options, world } = ask;
  const [file] = ask.words;
  const explains = options['explain'] === true;
  if (explains === (file !== undefined))
    return usage(explains ? '--explain reads no records' : 'name the file to convert, or ask to --explain');
  const asked = waysOf(ask);
  if (asked instanceof Fault) return asked;
  const files = recordFilesOf(ask, 'convert', !explains && asked === undefined);
  if (files instanceof Fault) return files;
  const workers = options['workers'] as string | undefined;
  if (workers !== undefined && !/^[1-9][0-9]{0,2}$/.test(workers))
    return usage(`--workers is a number from 1 to 999, not ${askedText(workers)}`);
  const placed = (name: string) => ({ place: path.resolve(world.folder, name), path: name });
  const placedAll = ([first, ...others]: readonly string[]) =>
    [placed(first!), ...others.map(placed)] as const;
  return {
    ...files,
    workers: workers === undefined ? undefined : Number(workers),
    ways: asked && { kind: asked.kind, files: asked.files && placedAll(asked.files) },
    converters: placedAll(options['converter'] as readonly string[]),
    checks: options['check'] === true ? 'all' : 'first',
    file: file === undefined ? undefined : { place: path.resolve(world.folder, file), path: file },
  };
}

/** Options that may stand more than once. */
const more = (file: string, before: readonly string[] = []): readonly string[] => [...before, file];

type AskedWays = { readonly kind: 'back' | 'against'; readonly files: readonly string[] | undefined };

function waysOf({ options }: Pick<Ask, 'options'>): AskedWays | undefined | Fault {
  const [back, against] = [options['back'], options['against']] as (readonly string[] | undefined)[];
  const trips = options['roundTrip'] === true;
  if (!trips && back !== undefined) return usage('--back is the way back of a --round-trip');
  if (trips && against !== undefined) return usage('--round-trip and --against are two questions');
  if (!trips && against === undefined) return undefined;
  if (options['explain'] === true || options['out'] !== undefined || options['rejects'] !== undefined)
    return usage(
      '--round-trip and --against write no records, so they go without --out, --rejects and --explain',
    );
  return trips ? { kind: 'back', files: back } : { kind: 'against', files: against };
}

/** A report is of records that were converted, and never written over what they are read from or written to. */
function reportsOf(ask: Ask, wanted: Wanted): ReportAsk | Fault {
  const own = [wanted.file?.path, ...wanted.converters.map(({ path: name }) => name)];
  const others = [...own, wanted.out, wanted.rejects].filter(name => name !== undefined);
  const asked = filesAsked(ask, 'convert', [], others);
  if (asked instanceof Fault || !isAsked(asked)) return asked;
  return wanted.file === undefined || wanted.ways !== undefined
    ? usage('a report is of records that were converted, and none are')
    : asked;
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'convert' });

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
    truncated: [...read.truncated].sort(([a], [b]) => a - b).map(([field, records]) => ({ field, records })),
    defaulted: [...read.defaulted]
      .sort(([a], [b]) => a - b)
      .map(([field, { records, means }]) => ({ field, records, means })),
    absentFilled: [...read.absentFilled]
      .sort(([a], [b]) => a - b)
      .map(([field, records]) => ({ field, records })),
  };
}

/** What was passed over, rejected, cut, given and filled: each with how many records and where. */
function summaryRows(
  { chain: { plans } }: Conversion,
  { read, reasons }: Poured<ConvertSummary>,
): ReadonlyArray<readonly string[]> {
  const { to } = plans.at(-1)!;
  return [
    ...(read.skipped === 0
      ? []
      : [['passed over', String(read.skipped), 'where the converter does not look']]),
    ...[...reasons].sort().map(([reason, count]) => ['rejected', String(count), visible(reason)]),
    ...[...read.truncated]
      .filter(([, count]) => count > 0)
      .map(([field, count]) => ['truncated', String(count), visible(fieldText(to.schema, field))]),
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
}

const wayText = ({ loaded, chain: { plans } }: Conversion): string => {
  const way = [plans[0]!.from.version, ...plans.map(plan => plan.to.version)].map(version => `@${version}`);
  return `${loaded.subject.name}${way.join(' → ')}`;
};

function summaryText(conversion: Conversion, poured: Poured<ConvertSummary>, { paint }: Look): string {
  const { plans } = conversion.chain;
  const { read } = poured;
  const rows = summaryRows(conversion, poured);
  const verdict = read.rejected === 0 ? paint.green('all converted') : paint.red(`${read.rejected} rejected`);
  return [
    `${paint.bold('convert')} ${wayText(conversion)}  ${read.converted} of ${read.read} records  ${verdict}`,
    ...(rows.length === 0 ? [] : [table(rows, '  ')]),
    `  bytes     ${read.digest} ${read.bytes === 'VERIFIED' ? 'verified' : paint.yellow(read.bytes)}`,
    ...plans.map(({ converter }) => `  converter ${converter}`),
  ].join('\n');
}
