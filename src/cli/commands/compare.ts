import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import { ENCODING_NAMES } from '../../contract/encoding.ts';
import { tablesDocument } from '../../golden/tables/report.ts';
import { wallClock } from '../../golden/tables/wall-clock.ts';
import { type CompareFilesAsk, compareFiles } from '../../service/compare-files.ts';
import { isTableFormat, TABLE_FORMATS, type TableFormat } from '../../service/read-table.ts';
import { lookOf } from '../output.ts';
import type { Ask, CommandRow } from '../program.ts';
import { tablesText } from '../render-tables.ts';
import { answer, filesAsked, isAsked, reportFiles } from '../report/report-options.ts';
import { reportedTables } from '../report/reported-tables.ts';
import { writeJson } from '../write-json.ts';

export const compareCommand: CommandRow = {
  standsAlone: true,
  declare: command =>
    reportFiles(command)
      .description('compare two files of records, row by row; no project is needed')
      .argument('<old>', `a file of ${TABLE_FORMATS.join(', ')}`)
      .argument('<new>', 'another, of the same format or of another')
      .option('--key <columns>', 'what identifies a row, as id or site,day; else it is proposed')
      .option('--label <column>', 'whose changes are counted term by term')
      .option('--slice <columns>', 'where to look for the worst part, as site,day; else it is proposed')
      .option('--by-position', 'pair the rows by their order instead of a key')
      .option('--null <texts>', 'texts of CSV that stand for null, as NA,-; the empty cell always does')
      .option(
        '--tokenizer <encodings>',
        `count tokens of texts under one of ${ENCODING_NAMES.join(', ')}, or under two, as r50k_base,o200k_base`,
      )
      .option(
        '--token-limit <lengths>',
        'lengths in tokens at which samples are cut, as 2048; who crosses one is counted',
      )
      .option(
        '--zone <zone>',
        'by which clock times without a zone are read beside moments, as Europe/Berlin or -08:00',
      )
      .option('--format <format>', `what both files are (${TABLE_FORMATS.join(', ')}), if it can't be seen`)
      .option('--show-values', 'tell values of every column, and not of the label and named slices alone')
      .addHelpText('after', HELP),
  act: async ask => {
    const { world, settings, words } = ask;
    const asked = filesAsked(ask, 'compare', [], [words[0]!, words[1]!]);
    if (asked instanceof Fault) return asked;
    const wanted = wantedOf(ask, isAsked(asked));
    if (wanted instanceof Fault) return wanted;
    const compared = await compareFiles(wanted, world.parquetFiles);
    if (compared instanceof Fault) return answer(ask, asked, compared, world.folder);
    const { files, told } = compared;
    const exit = told.differs ? 1 : 0;
    const print = (): number => {
      if (settings.json) return writeJson(world.output, tablesDocument(files, told), exit);
      world.output.write(`${tablesText(files, told, lookOf(world.output))}\n`);
      return exit;
    };
    return answer(ask, asked, { reported: reportedTables(compared), print, exit }, world.folder);
  },
};

const HELP = [
  '',
  'What the files hold is inferred, of CSV and JSON from every cell. Exit 0 says that nothing differs, 1 that something\ndoes, 2 that the files can not be compared so.',
  '',
  'Examples:',
  '  assay compare last-week.csv today.csv',
  '  assay compare old.parquet new.parquet --key site,day --label outcome --slice site',
  '  assay compare export.csv table.parquet --json',
  '  assay compare mails.jsonl mails.jsonl --tokenizer r50k_base,o200k_base --token-limit 2048',
  '  assay compare old.csv new.csv --html report.html --markdown comment.md',
].join('\n');

function wantedOf({ words, options, world, settings }: Ask, reports: boolean): CompareFilesAsk | Fault {
  const key = listed(options['key']);
  const slices = listed(options['slice']);
  const byPosition = options['byPosition'] === true;
  if (byPosition && key !== undefined)
    return usage('rows are paired by --key or by --by-position, not by both');
  const twice = [key, slices].flatMap(names => names?.find((name, at) => names.indexOf(name) !== at) ?? []);
  if (twice[0] !== undefined) return usage(`${twice[0]} is named twice`);
  const format = options['format'] as string | undefined;
  if (format !== undefined && !isTableFormat(format))
    return usage(`--format is none of ${TABLE_FORMATS.join(', ')}`);
  const tokens = tokensOf(options);
  if (tokens instanceof Fault) return tokens;
  const zone = options['zone'] as string | undefined;
  const clock = zone === undefined ? undefined : wallClock(zone);
  if (zone !== undefined && clock === undefined)
    return usage(`--zone ${zone} is no time zone such as Europe/Berlin, and no offset such as -08:00`);
  const named = format as TableFormat | undefined;
  return {
    folder: world.folder,
    old: words[0]!,
    new: words[1]!,
    formats: { old: named, new: named },
    nulls: new Set(listed(options['null']) ?? []),
    key,
    label: options['label'] as string | undefined,
    slices,
    byPosition,
    clock,
    tokens,
    showValues: options['showValues'] === true,
    digests: reports || settings.json,
  };
}

/** One encoding is that of both files. */
function tokensOf(options: Ask['options']): CompareFilesAsk['tokens'] | Fault {
  const names = listed(options['tokenizer']);
  const limits = listed(options['tokenLimit']) ?? [];
  if (names === undefined)
    return limits.length === 0 ? undefined : usage('--token-limit counts tokens: name a --tokenizer, too');
  const [old, later = old, ...more] = names;
  if (old === undefined || later === undefined || more.length > 0)
    return usage('--tokenizer names one encoding, or that of the old file and that of the new one');
  const wrong = limits.find(limit => !/^[1-9][0-9]{0,6}$/.test(limit));
  if (wrong !== undefined) return usage(`--token-limit is a number of tokens, and ${wrong} is none`);
  if (limits.length > LIMITS.token_limits_max)
    return usage(`--token-limit has ${LIMITS.token_limits_max} lengths at most`);
  return { old, new: later, limits: limits.map(Number) };
}

/** Names with commas between them. */
const listed = (option: unknown): readonly string[] | undefined =>
  typeof option === 'string' ? option.split(',') : undefined;

const usage = (problem: string): Fault => new Fault('USAGE', { problem, command: 'compare' });
