import type { Fault } from '../../base/fault.ts';
import { pathText } from '../../compat/finding.ts';
import { converterName, converterSummary, converterTroubles } from '../converter-words.ts';
import { cellName, isGreen, troubleTexts } from './cell-facts.ts';
import type { DataTable } from './data-table.ts';
import { tablesOf } from './data-tables.ts';
import { cellsText, edgesTold, edgeText } from './edges.ts';
import { HEATS, heatMaps, MARKS } from './heat.ts';
import { markdownText as text } from './markup.ts';
import { goldenWords } from './page/golden-page.ts';
import type { Reported, ReportedChange, ReportedComparison } from './reported.ts';
import { plainWords, type Words } from './words.ts';

/** Rows of one table: a comment is read by a person. */
const ROWS = 20;

/** Versions of one heat map, down and across, that a comment has room for. */
const MAP_VERSIONS = 20;

/** Of the 65,536 characters that a forge takes in one comment, those that may say what was found. */
const ROOM = 60_000;

/** For a comment on a pull request. No value of a record stands in it. */
export function markdownReport({ title, holds, changes, comparisons, faults }: Reported): string {
  // What fails comes first, where not all of it has room.
  const order = [...changes.filter(change => !change.holds), ...changes.filter(change => change.holds)];
  const head = [
    `## ${holds ? '✅' : '❌'} ${text(title)}: ${answerOf(comparisons) ?? (holds ? 'holds' : 'fails')}`,
    '',
    ...(changes.length === 0 ? [] : overview(order)),
    ...(changes.length + comparisons.length === 0 ? ['nothing was judged', ''] : []),
  ];
  const blocks = [
    ...(faults.length === 0 ? [] : [['### What could not be judged', '', ...faultLines(faults)]]),
    ...comparisons.flatMap(comparisonBlocks),
    ...order.map(changeLines).filter(lines => lines.length > 0),
  ].map(lines => lines.join('\n'));
  let room = ROOM - head.join('\n').length;
  const shown = blocks.filter(block => {
    const fits = block.length < room;
    if (fits) room -= block.length + 1;
    return fits;
  });
  const rest = blocks.length - shown.length;
  const told =
    rest === 0 ? [] : [`${rest} of ${blocks.length} parts have no room here: the HTML report has all`];
  return [...head, ...shown, ...told, ''].join('\n');
}

/** Of one comparison its answer says more than whether it holds. */
const answerOf = ([only, ...more]: readonly ReportedComparison[]): string | undefined =>
  more.length === 0 ? only?.answer : undefined;

/** Words first; each table is a block of its own, and gives way where there is no room. */
const comparisonBlocks = ({
  name,
  answer,
  page,
  tables,
}: ReportedComparison): readonly (readonly string[])[] => [
  [`### ${text(name)}: ${text(answer)}`, '', ...wordLines(page.words)],
  ...tables.map(tableLines),
];

const wordLines = (words: readonly Words[]): readonly string[] => [
  ...cut(
    words.map(sentence => `- ${text(plainWords(sentence))}`),
    more => `- and ${more} sentences more`,
  ),
  '',
];

const overview = (changes: readonly ReportedChange[]): readonly string[] => [
  '| | what | class | encoding | meaning |',
  '|---|---|---|---|---|',
  ...cut(
    changes.map(
      ({ holds, subject, what, class: its, encoding, meaning }) =>
        `| ${holds ? '✅' : '❌'} | ${text(subject)} ${text(what)} | ${its ?? ''} | ${encoding} | ${meaning} |`,
    ),
    more => `| | and ${more} more | | | |`,
  ),
  '',
];

function changeLines(change: ReportedChange): readonly string[] {
  const { findings, problems, matrix } = change;
  const tables = tablesOf(change, false);
  if (findings.length + problems.length + tables.length === 0 && matrix === undefined) return [];
  return [
    `### ${text(`${change.subject} ${change.what}`)}`,
    '',
    ...(findings.length === 0
      ? []
      : [
          '| rule | direction | field | from | to | where |',
          '|---|---|---|---|---|---|',
          ...cut(
            findings.map(({ finding, place }) => {
              const where = place === undefined ? '' : `${place.file}:${place.line}`;
              const cells = [
                finding.rule,
                finding.direction,
                pathText(finding.path),
                finding.from,
                finding.to,
                where,
              ];
              return `| ${cells.map(text).join(' | ')} |`;
            }),
            more => `| and ${more} more | | | | | |`,
          ),
          '',
        ]),
    ...faultLines(problems),
    ...(change.data === undefined ? [] : wordLines(goldenWords(change.data, false))),
    ...tables.flatMap(tableLines),
    ...(matrix === undefined ? [] : matrixLines(change)),
  ];
}

const tableLines = ({ caption, head, rows }: DataTable): readonly string[] => [
  `**${text(caption)}**`,
  '',
  `| ${head.map(text).join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...cut(
    rows.map(row => `| ${row.map(text).join(' | ')} |`),
    more => `| and ${more} more ${'| '.repeat(head.length - 1)}|`,
  ),
  '',
];

function matrixLines({ matrix }: ReportedChange): readonly string[] {
  const maps = heatMaps(matrix!).flatMap(({ codec, lane, writers, readers, at }) => {
    if (Math.max(writers.length, readers.length) > MAP_VERSIONS)
      return [
        `${codec}, ${lane}: ${writers.length} writers and ${readers.length} readers; the HTML report has the map`,
        '',
      ];
    return [
      `| ${codec}, ${lane} | ${readers.map(version => `v${version}`).join(' | ')} |`,
      `|---|${readers.map(() => ':-:').join('|')}|`,
      ...writers.map(
        writer =>
          `| v${writer} | ${readers.map(reader => `\`${MARKS[at(writer, reader).heat][0]}\``).join(' | ')} |`,
      ),
      '',
    ];
  });
  const bad = [
    ...matrix!.cells
      .filter(cell => !isGreen(cell))
      .map(cell => [cellName(cell.cell), troubleTexts(cell)] as const),
    ...matrix!.foreign
      .filter(cell => !isGreen(cell))
      .map(cell => [`${cellName(cell.cell)} by ${cell.image}`, troubleTexts(cell)] as const),
  ];
  return [
    '<details><summary>what readers make of the same bytes, writers down and readers across</summary>',
    '',
    ...maps,
    HEATS.map(heat => `\`${MARKS[heat][0]}\` ${MARKS[heat][1]}`).join(', '),
    '',
    '</details>',
    '',
    ...cut(
      bad.map(([name, troubles]) => `- ${text(name)}: ${text(troubles.join('; ') || 'does not hold')}`),
      more => `- and ${more} more cells`,
    ),
    ...cut(
      edgesTold(matrix!).map(
        ({ whose, edge, cells }) =>
          `- at an edge: ${text(`${edgeText(whose, edge)}, in ${cellsText(cells)}`)}`,
      ),
      more => `- and ${more} more edges`,
    ),
    ...cut(
      (matrix!.converters ?? []).map(
        cell =>
          `- ${text([`${converterName(cell)}: ${converterSummary(cell)}`, ...converterTroubles(cell)].join('; '))}`,
      ),
      more => `- and ${more} more converters`,
    ),
    '',
  ];
}

const faultLines = (faults: readonly Fault[]): readonly string[] =>
  faults.length === 0
    ? []
    : [
        ...cut(
          faults.map(({ at, code, message, remedy }) => {
            const where = at === undefined ? '' : `${at.file}:${at.line}: `;
            return `- ${text(where)}${text(message)} (${text(code)}). ${text(remedy)}`;
          }),
          more => `- and ${more} more`,
        ),
        '',
      ];

const cut = (rows: readonly string[], told: (more: number) => string): readonly string[] =>
  rows.length > ROWS ? [...rows.slice(0, ROWS), told(rows.length - ROWS)] : rows;
