import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { isReconciled, type Reconciled, reconciliationDocument } from '../../golden/reconcile/report.ts';
import { isTableFormat, TABLE_FORMATS } from '../../service/read-table.ts';
import { type Asked, reconcileFiles, reconcileRevisions } from '../../service/reconcile.ts';
import { reconcileTables } from '../../service/reconcile-tables.ts';
import { isRecordFormat, RECORD_FORMATS } from '../../service/record-source.ts';
import { parseReference } from '../../service/reference.ts';
import { openProject } from '../open-project.ts';
import { lookOf } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { askedText } from '../record-files.ts';
import { reconciliationText } from '../render-reconciliation.ts';
import { writeJson } from '../write-json.ts';

export const reconcileCommand: CommandRow = {
  declare: command =>
    command
      .description(
        'hold two snapshots against each other by sample id: who is missing, differs or stands there twice',
      )
      .argument('<old>', 'subject/revision, or a file')
      .argument('<new>', 'another')
      .option(
        '--as <subject@version>',
        'both are files of any size, read as this version; its key is the sample id',
      )
      .option('--key <columns>', 'both are files without a contract, and these columns the sample id')
      .option('--time <field>', 'a date or timestamp that says when a record happened')
      .option('--lag <duration>', 'how late a record may come, as 900s, 15m, 2h or 1d; with --time')
      .option('--limit <n>', `ids listed of each kind, at most ${LIMITS.reconcile_listed_max}`, '20')
      .option('--format <format>', "what both files are, if it can't be seen")
      .option('--null <texts>', 'texts of CSV that stand for null, as NA,-; with --key')
      .option('--show-values', 'list ids that the contract withholds, too')
      .addHelpText('after', HELP),
  act: async ask => {
    const asked = askedOf(ask);
    if (asked instanceof Fault) return asked;
    const reconciled = await reconcile(ask, asked);
    if (reconciled instanceof Fault) return reconciled;
    const { output } = ask.world;
    const exit = isReconciled(reconciled) ? 0 : 1;
    if (ask.settings.json) return writeJson(output, reconciliationDocument(reconciled), exit);
    output.write(`${reconciliationText(reconciled, lookOf(output))}\n`);
    return exit;
  },
};

const HELP = [
  '',
  'Duplicates are counted, and not refused. Exit 0 says that each sample stands once on both sides and says the same,\n1 that one does not, 2 that the two can not be reconciled so. It is never said to be atomic.',
  '',
  'Examples:',
  '  assay reconcile weather.daily/1.31.1 weather.daily/2.1.0',
  '  assay reconcile old.parquet new.parquet --as training.example@4 --time created_at --lag 15m',
  '  assay reconcile old.csv new.csv --key id --json',
].join('\n');

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'reconcile' });

async function reconcile(ask: Ask, asked: Asked): Promise<Reconciled | Fault> {
  const { words, options, world } = ask;
  const [old, later] = [words[0]!, words[1]!];
  const [as, key] = [options['as'], options['key']] as (string | undefined)[];
  const format = options['format'] as string | undefined;
  const nulls = options['null'] as string | undefined;
  const files = { folder: world.folder, old, new: later };
  if (as !== undefined && key !== undefined)
    return usage('the sample id is the key of --as, or --key, and not both');
  if (nulls !== undefined && key === undefined)
    return usage('--null is of CSV, which is read with --key alone');
  if (key !== undefined) {
    if (format !== undefined && !isTableFormat(format))
      return usage(`--format is none of ${TABLE_FORMATS.join(', ')}`);
    const names = key.split(',');
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) return usage(`${twice} is named twice`);
    const wanted = { ...asked, ...files, key: names, format, nulls: new Set(nulls?.split(',') ?? []) };
    return reconcileTables(wanted, world.parquetFiles);
  }
  if (as !== undefined) {
    const what = parseReference(as);
    if (what instanceof Fault) return what;
    if (what.kind !== 'version')
      return new Fault('REFERENCE_MALFORMED', { found: as.slice(0, 200), form: 'subject@version' });
    if (format !== undefined && !isRecordFormat(format))
      return usage(`--format is ${RECORD_FORMATS.join(' or ')}, not ${askedText(format)}`);
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const wanted = { ...asked, ...files, subject: what.subject, as: what.version, format };
    return reconcileFiles(project, wanted, world.parquetFiles);
  }
  if (format !== undefined) return usage('--format is of files, which are named with --as or --key');
  return reconcileReferences(ask, asked, old, later);
}

const FORM =
  'two revisions of one subject, as in weather.daily/1.31.1 weather.daily/2.1.0, or two files with --as or --key';

async function reconcileReferences(
  ask: Ask,
  asked: Asked,
  old: string,
  later: string,
): Promise<Reconciled | Fault> {
  const [before, after] = [parseReference(old), parseReference(later)];
  if (
    before instanceof Fault ||
    after instanceof Fault ||
    before.kind !== 'revision' ||
    after.kind !== 'revision'
  )
    return new Fault('REFERENCE_MALFORMED', { found: `${old} ${later}`.slice(0, 200), form: FORM });
  if (before.subject !== after.subject)
    return new Fault('SUBJECTS_APART', { older: before.subject, newer: after.subject });
  const project = await openProject(ask);
  if (project instanceof Fault) return project;
  const wanted = { ...asked, subject: before.subject, old: before.revision, new: after.revision };
  return reconcileRevisions(project, wanted);
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function askedOf({ options }: Ask): Asked | Fault {
  const limit = String(options['limit']);
  const listed_max = /^[0-9]{1,6}$/.test(limit) ? Number(limit) : Number.NaN;
  if (!(listed_max <= LIMITS.reconcile_listed_max))
    return usage(`--limit is a number up to ${LIMITS.reconcile_listed_max}, not ${askedText(limit)}`);
  const [name, lag] = [options['time'], options['lag']] as (string | undefined)[];
  const showValues = options['showValues'] === true;
  if (name === undefined && lag === undefined) return { time: undefined, listed_max, showValues };
  if (name === undefined || lag === undefined) return usage('--time and --lag say together what is late');
  const [, count, unit] = /^([0-9]{1,9})([smhd])$/.exec(lag) ?? [];
  if (count === undefined) return usage(`--lag is a duration as 900s, 15m, 2h or 1d, not ${askedText(lag)}`);
  return { time: { name, lag_s: Number(count) * SECONDS[unit!]! }, listed_max, showValues };
}
