import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { DATE_FORMS, type DateForm } from '../../codec/lexical.ts';
import { evidenceText } from '../../contract/withheld.ts';
import { coverageCheckDocument } from '../../golden/exercised/report.ts';
import { DATA_FORMATS, type DataFormat, setDigest } from '../../golden/set.ts';
import { type AddAsk, type Added, goldenAdd } from '../../service/golden-add.ts';
import { parseReference } from '../../service/reference.ts';
import { openProject } from '../open-project.ts';
import { type Look, lookOf, visible } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { askedText } from '../record-files.ts';
import { writeJson } from '../write-json.ts';

export const goldenAddCommand: CommandRow = {
  declare: command =>
    command
      .description('copy records into a golden set: fixed samples that changes are asked by')
      .argument('<set>', 'subject/name; a new one, or one that gets more samples')
      .argument('<file>', 'its records, in csv, json (JSON Lines), avro, arrow or parquet')
      .requiredOption('--source <text>', 'where the records came from')
      .option('--form <form>', `${DATA_FORMATS.join(', ')}; else as the file begins or is called`)
      .option('--written-as <n>', 'the version they are written under; the newest, if none is named')
      .option(
        '--null <field=text>',
        'the text that stands for null in a field of CSV; again for others',
        listed,
      )
      .option('--date <field=form>', `the form of a date field of CSV, ${DATE_FORMS.join(' or ')}`, listed)
      .option('--split <field>', 'the field that says which split a sample belongs to')
      .option('--strata <names>', 'slices or fields that the samples were drawn by, with commas between them')
      .option('--rejects', 'keep records that break their contract, as samples of what is to be refused')
      .option('--guarded', 'let values of confidential and restricted fields lie in the repository')
      .addHelpText(
        'after',
        '\nExamples:\n  assay golden add training.example/samples rows.jsonl --source "the first week of 2026, by hand"\n  assay golden add weather.daily/edges edges.csv --source "made up" --rejects --strata weather,month',
      ),
  act: async ask => {
    const wanted = wantedOf(ask);
    if (wanted instanceof Fault) return wanted;
    const project = await openProject(ask);
    if (project instanceof Fault) return project;
    const { output, newOpId, parquetFiles } = ask.world;
    const added = await goldenAdd(project, { ...wanted, opId: newOpId() }, parquetFiles);
    if (added instanceof Fault) return added;
    const { set } = added;
    if (ask.settings.json)
      return writeJson(output, {
        subject: set.subject,
        revision: set.revision,
        version: set.version,
        digest: setDigest(set),
        file: set.data.file,
        sha256: set.data.sha256,
        rows: set.data.rows,
        isNew: added.isNew,
        added: added.added,
        rejected: added.rejected,
        stale: added.stale,
        coverage: added.checks.map(coverageCheckDocument),
      });
    output.write(`${addedText(added, lookOf(output))}\n`);
    return 0;
  },
};

const listed = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

function wantedOf({ words, options, world }: Ask): Omit<AddAsk, 'opId'> | Fault {
  const [name = '', file = ''] = words;
  const what = parseReference(name);
  if (what instanceof Fault) return what;
  if (what.kind !== 'revision')
    return new Fault('REFERENCE_MALFORMED', {
      found: name,
      form: 'subject/name, as in weather.daily/samples',
    });
  const text = (key: string): string | undefined => options[key] as string | undefined;
  const from = text('source') ?? '';
  if (from.trim() === '') return usage('--source says where the records came from, and not nothing');
  const form = text('form');
  if (form !== undefined && !isForm(form))
    return usage(`--form is ${DATA_FORMATS.join(' or ')}, not ${askedText(form)}`);
  const version = text('writtenAs');
  if (version !== undefined && !/^[1-9][0-9]{0,8}$/.test(version))
    return usage(`--written-as is the number of a version, not ${askedText(version)}`);
  const nulls = pairs(options['null'] as readonly string[] | undefined, 'null');
  if (nulls instanceof Fault) return nulls;
  const dates = pairs(options['date'] as readonly string[] | undefined, 'date');
  if (dates instanceof Fault) return dates;
  const lexical: Record<string, DateForm> = {};
  for (const [field, spelled] of Object.entries(dates)) {
    if (!isDateForm(spelled)) return usage(`--date is ${DATE_FORMS.join(' or ')}, not ${askedText(spelled)}`);
    lexical[field] = spelled;
  }
  const strata = text('strata')?.split(',') ?? [];
  if (strata.includes('')) return usage('--strata names slices or fields, and one of these is no name');
  return {
    subject: what.subject,
    revision: what.revision,
    place: path.resolve(world.folder, file),
    path: file,
    form,
    version: version === undefined ? undefined : Number(version),
    source: from,
    lexical,
    nulls,
    split: text('split'),
    strata,
    rejects: options['rejects'] === true,
    guarded: options['guarded'] === true,
  };
}

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'golden add' });

const isForm = (text: string): text is DataFormat => DATA_FORMATS.some(form => form === text);
const isDateForm = (text: string): text is DateForm => DATE_FORMS.some(form => form === text);

function pairs(texts: readonly string[] = [], option: string): Readonly<Record<string, string>> | Fault {
  const found: Record<string, string> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) return usage(`--${option} is field=text, not ${askedText(text)}`);
    found[text.slice(0, at)] = text.slice(at + 1);
  }
  return found;
}

function addedText({ set, isNew, added, rejected, stale, checks }: Added, { paint }: Look): string {
  return [
    `${paint.bold(isNew ? 'golden set' : 'more samples')} ${set.subject}/${visible(set.revision)}  ${set.data.rows} records of @${set.version}, ${added} of them new`,
    `  data     ${set.data.sha256}`,
    ...(rejected === 0
      ? []
      : [`  rejects  ${rejected} of the new ones break their contract, as they are to`]),
    ...stale.map(version => `  stale    what was accepted of version ${version} was of fewer samples`),
    ...checks.map(
      ({ measure, missing, named }) =>
        `  ${measure}  ${missing} missing${named.length === 0 ? '' : `: ${visible(named.map(evidenceText).join(', '))}`}`,
    ),
  ].join('\n');
}
