import { canonicalJson } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { isTableFormat, TABLE_FORMATS, type TableFormat } from '../../service/read-table.ts';
import { parseReference, type Reference } from '../../service/reference.ts';
import { type ShadowFilesAsk, type SideNames, shadowFiles } from '../../service/shadow-files.ts';
import { type ShadowContracts, shadowContracts, shadowRevisions } from '../../service/shadow-revisions.ts';
import { writeSummary } from '../../service/shadow-statistics.ts';
import { surveySide } from '../../service/survey-side.ts';
import { shadowDocument, shadowVerdictDocument } from '../../shadow/report.ts';
import { openProject } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { Ask, CommandRow, Outcome } from '../program.ts';
import { type ShadowHead, shadowText } from '../render-shadow.ts';
import type { ShadowReport } from '../report/page/shadow-page.ts';
import { answer, filesAsked, isAsked, type ReportAsk, reportFiles } from '../report/report-options.ts';
import { reportedShadow } from '../report/reported-shadow.ts';
import { writeJson } from '../write-json.ts';

export const shadowCommand: CommandRow = {
  declare: command =>
    reportFiles(command)
      .description('compare two data sets by their statistics')
      .argument('[before]', 'subject/revision, where two data revisions of a project are compared')
      .argument('[after]', 'subject/revision')
      .option('--old <files...>', `files or patterns of the old side, in ${TABLE_FORMATS.join(', ')}`)
      .option('--new <files...>', 'files or patterns of the new side')
      .option('--old-stats <files...>', 'statistics that --stats-out wrote of more of the old side')
      .option('--new-stats <files...>', 'the same of the new side')
      .option(
        '--subject <subject@version>',
        'the version the records were written under; else it is inferred',
      )
      .option('--old-version <n>', 'the version the old side was written under, where that is another')
      .option('--allow <measures...>', 'how much may differ, as shadow.distance:wind=0.2')
      .option('--label <column>', 'the label, where no version says it')
      .option('--slice <columns>', 'what to slice by, as site,day, where no version says it')
      .option('--null <texts>', 'texts of CSV that stand for null')
      .option('--format <format>', `what the files are (${TABLE_FORMATS.join(', ')}), if it can't be seen`)
      .option('--stats-out <file>', 'write the statistics of the new side there, and compare nothing')
      .option('--show-values', 'without --subject, tell values of every column')
      .addHelpText('after', HELP),
  act: async ask => {
    const asked = filesAsked(ask, 'shadow', [], inputsOf(ask));
    if (asked instanceof Fault) return asked;
    if (ask.words[0] !== undefined) return actOnRevisions(ask, asked);
    const wanted = wantedOf(ask);
    if (wanted instanceof Fault) return wanted;
    if (wanted.statsOut !== undefined && isAsked(asked))
      return usage('--stats-out compares nothing, and there is nothing to report');
    const contracts = wanted.subject === undefined ? undefined : await contractsOf(ask, wanted.subject);
    if (contracts instanceof Fault) return answer(ask, asked, contracts, ask.world.folder);
    return wanted.statsOut === undefined
      ? compareSides(ask, asked, wanted, contracts)
      : writeStatistics(ask, wanted, wanted.statsOut, contracts!);
  },
};

const HELP = [
  '',
  'A pattern is quoted, as a/*.parquet. Exit 0 says that every measure is within what is allowed, 1 that one is not, 2 that\nthe data can not be compared so.',
  '',
  'Examples:',
  "  assay shadow --old 'last-week/*.parquet' --new 'today/*.parquet' --html report.html",
  "  assay shadow --old 'last-week/*.parquet' --new 'today/*.parquet'",
  '  assay shadow --old old.csv --new new.parquet --label outcome --slice site --json',
  "  assay shadow --old 'old/*.parquet' --new 'new/*.parquet' --subject training.example@4 --old-version 3",
  '  assay shadow --new part-1.parquet --subject training.example@4 --stats-out part-1.json',
  '  assay shadow weather.daily/1.31.1 weather.daily/2.1.0',
].join('\n');

type Wanted = {
  readonly old: SideNames;
  readonly new: SideNames;
  readonly subject: { readonly name: string; readonly old: number; readonly new: number } | undefined;
  readonly allowed: Readonly<Record<string, number>>;
  readonly nulls: readonly string[];
  readonly slices: readonly string[] | undefined;
  readonly format: TableFormat | undefined;
  readonly statsOut: string | undefined;
};

function wantedOf({ options }: Ask): Wanted | Fault {
  const side = (name: 'old' | 'new'): SideNames => ({
    files: (options[name] as readonly string[] | undefined) ?? [],
    statistics: (options[`${name}Stats`] as readonly string[] | undefined) ?? [],
  });
  const [old, later] = [side('old'), side('new')];
  const statsOut = options['statsOut'] as string | undefined;
  const isNamed = ({ files, statistics }: SideNames): boolean => files.length + statistics.length > 0;
  const subject = subjectOf(options);
  if (subject instanceof Fault) return subject;
  if (!isNamed(later)) return usage('name the new side with --new, or two revisions of a subject');
  if (statsOut !== undefined && isNamed(old))
    return usage('--stats-out writes the statistics of the new side, and there is an old one');
  if (statsOut === undefined && !isNamed(old)) return usage('name the old side with --old');
  if (
    subject === undefined &&
    (statsOut !== undefined || old.statistics.length + later.statistics.length > 0)
  )
    return usage('statistics are kept under a version: name it with --subject');
  if (subject !== undefined && (options['label'] !== undefined || options['slice'] !== undefined))
    return usage('the version says the label and the slices');
  const allowed = allowedOf((options['allow'] as readonly string[] | undefined) ?? []);
  if (allowed instanceof Fault) return allowed;
  const format = options['format'] as string | undefined;
  if (format !== undefined && !isTableFormat(format))
    return usage(`--format is none of ${TABLE_FORMATS.join(', ')}`);
  const nulls = listed(options['null']) ?? [];
  if (subject !== undefined && nulls.length > 1) return usage('under a version one text stands for null');
  return {
    old,
    new: later,
    subject,
    allowed,
    nulls,
    slices: listed(options['slice']),
    format: format as TableFormat | undefined,
    statsOut,
  };
}

function subjectOf(options: Ask['options']): Wanted['subject'] | Fault {
  const [named, before] = [options['subject'], options['oldVersion']];
  if (typeof named !== 'string')
    return before === undefined
      ? undefined
      : usage('--old-version is one of the subject that --subject names');
  const what = parseReference(named);
  if (what instanceof Fault) return what;
  if (what.kind !== 'version')
    return new Fault('REFERENCE_MALFORMED', { found: named, form: 'subject@version' });
  if (before !== undefined && !/^[1-9][0-9]{0,8}$/.test(String(before)))
    return usage('--old-version is the number of a version');
  return { name: what.subject, old: before === undefined ? what.version : Number(before), new: what.version };
}

/** `shadow.distance:wind=0.2`; a name may hold an equals sign. */
function allowedOf(words: readonly string[]): Readonly<Record<string, number>> | Fault {
  const allowed = new Map<string, number>();
  for (const word of words) {
    const [, name, written] = /^(.+)=([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]{1,3})?)$/.exec(word) ?? [];
    const number = Number(written);
    if (name === undefined || !Number.isFinite(number))
      return usage('--allow has a measure and a number, as shadow.distance:wind=0.2');
    if (allowed.has(name)) return usage(`--allow has ${name} twice`);
    allowed.set(name, number);
  }
  return Object.fromEntries(allowed);
}

const listed = (option: unknown): readonly string[] | undefined =>
  typeof option === 'string' ? option.split(',') : undefined;

async function contractsOf(
  ask: Ask,
  subject: NonNullable<Wanted['subject']>,
): Promise<ShadowContracts | Fault> {
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  return shadowContracts(project, { subject: subject.name, old: subject.old, new: subject.new });
}

async function compareSides(
  ask: Ask,
  asked: ReportAsk,
  wanted: Wanted,
  contracts: ShadowContracts | undefined,
): Promise<Outcome> {
  if (contracts?.record !== undefined && Object.keys(wanted.allowed).length > 0)
    return usage(`${contracts.record} says what may differ, and --allow has nothing to add`);
  const { world, options } = ask;
  const files: ShadowFilesAsk = {
    folder: world.folder,
    old: wanted.old,
    new: wanted.new,
    format: wanted.format,
    nulls: wanted.nulls,
    contracts,
    thresholds: { ...contracts?.thresholds, ...wanted.allowed },
    showValues: options['showValues'] === true,
    label: options['label'] as string | undefined,
    slices: wanted.slices,
  };
  const shadowed = await shadowFiles(files, { counting: world.counting, parquet: world.parquetFiles });
  if (shadowed instanceof Fault) return answer(ask, asked, shadowed, world.folder);
  const { inputs, schema, fields, told } = shadowed;
  const named = (side: typeof inputs.old, { statistics }: SideNames) => ({
    files: side.map(({ path: file, format, found }) => ({ file, format, bytes: Number(found.size) })),
    statistics,
  });
  const head: ShadowHead = {
    old: named(inputs.old, wanted.old),
    new: named(inputs.new, wanted.new),
    inferred: contracts === undefined,
    label: schema.fields.find(({ id }) => id === schema.label)?.name,
    slices: schema.slices.map(({ name }) => name),
    fields,
    bound: contracts && {
      schemas: { before: contracts.old.recordSchema, after: contracts.new.recordSchema },
      thresholds: files.thresholds,
    },
  };
  return show(ask, asked, { head, told, converted: convertedOf(contracts) });
}

/** Fields that are in another unit after than before. */
const convertedOf = (contracts: ShadowContracts | undefined): readonly string[] =>
  contracts?.new.schema.fields
    .filter(({ id, unit }) => {
      const was = contracts.old.schema.fields.find(field => field.id === id);
      return was !== undefined && was.unit?.code !== unit?.code;
    })
    .map(({ name }) => name) ?? [];

/** What a report must not be written over. */
const inputsOf = ({ options }: Ask): readonly string[] =>
  ['old', 'new', 'oldStats', 'newStats'].flatMap(
    name => (options[name] as readonly string[] | undefined) ?? [],
  );

async function actOnRevisions(ask: Ask, asked: ReportAsk): Promise<Outcome> {
  const [before, after] = [parseReference(ask.words[0] ?? ''), parseReference(ask.words[1] ?? '')];
  for (const reference of [before, after]) if (reference instanceof Fault) return reference;
  const [was, is] = [before as Reference, after as Reference];
  const form = 'two revisions of one subject, as in weather.daily/1.31.1 weather.daily/2.1.0';
  if (was.kind !== 'revision' || is.kind !== 'revision')
    return new Fault('REFERENCE_MALFORMED', { found: ask.words.join(' '), form });
  if (was.subject !== is.subject)
    return new Fault('SUBJECTS_APART', { older: was.subject, newer: is.subject });
  const reports = ['junit', 'sarif', 'markdown', 'html'];
  const given = Object.keys(ask.options).find(name => !reports.includes(name));
  if (given !== undefined)
    return usage(
      'two revisions have a version and a change record, and take no option but --json and reports',
    );
  const project = await openProject(ask);
  if (project instanceof Fault) return answer(ask, asked, project);
  const shadowed = shadowRevisions(project, {
    subject: was.subject,
    before: was.revision,
    after: is.revision,
  });
  if (shadowed instanceof Fault) return answer(ask, asked, shadowed);
  const head: ShadowHead = {
    old: { files: [], statistics: [], revision: `${was.subject}/${was.revision}` },
    new: { files: [], statistics: [], revision: `${is.subject}/${is.revision}` },
    inferred: false,
    label: undefined,
    slices: [],
    fields: shadowed.fields,
    bound: shadowed.bound,
  };
  return show(ask, asked, { head, told: shadowed.told, converted: [] });
}

function show(ask: Ask, asked: ReportAsk, report: ShadowReport): Outcome {
  const { world, settings } = ask;
  const { told, head } = report;
  const exit = told.verdict.holds ? 0 : 1;
  const print = (): number => {
    if (settings.json)
      return writeJson(
        world.output,
        {
          format: 'assay.shadow/1',
          inferred: head.inferred,
          ...head.bound,
          old: { ...head.old },
          new: { ...head.new },
          comparison: shadowDocument(told),
          verdict: shadowVerdictDocument(told),
        },
        exit,
      );
    world.output.write(`${shadowText(head, told, lookOf(world.output))}\n`);
    return exit;
  };
  return answer(ask, asked, { reported: reportedShadow(report), print, exit }, world.folder);
}

async function writeStatistics(
  ask: Ask,
  wanted: Wanted,
  file: string,
  contracts: ShadowContracts,
): Promise<Outcome> {
  const { world, settings } = ask;
  const summary = await surveySide(
    {
      folder: world.folder,
      names: wanted.new,
      format: wanted.format,
      nulls: wanted.nulls,
      contract: contracts.new,
    },
    { counting: world.counting, parquet: world.parquetFiles },
  );
  if (summary instanceof Fault) return summary;
  const fault = writeSummary(world.folder, file, summary, contracts.new, contracts.withheld);
  if (fault !== undefined) return fault;
  const { rows } = summary;
  if (settings.json) world.output.write(`${canonicalJson({ file, rows })}\n`);
  else world.output.write(`statistics of ${rows} rows in ${file}\n`);
  return 0;
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'shadow' });
