import { canonicalJson } from '../../base/canonical-json.ts';
import type { Fault } from '../../base/fault.ts';
import { pathText } from '../../compat/finding.ts';
import { evidenceText, WITHHELD } from '../../contract/withheld.ts';
import type { Cell } from '../../matrix/cell.ts';
import type { RanCell } from '../../matrix/cell-report.ts';
import type { ConverterCell } from '../../matrix/converter-cell.ts';
import type { Sample } from '../../matrix/sample.ts';
import type { Shown } from '../../matrix/shown.ts';
import type { Tally } from '../../matrix/tally.ts';
import { converterName, converterSummary, converterTroubles } from '../converter-words.ts';
import { cellName, tellsValues, troubleTexts } from './cell-facts.ts';
import { tablesOf } from './data-tables.ts';
import { cellEdges } from './edges.ts';
import { HEATS, type HeatMap, heatMaps, MARKS } from './heat.ts';
import { STYLE, STYLE_HASH } from './html-style.ts';
import { rowHtml, tableHtml } from './html-table.ts';
import { markup as text } from './markup.ts';
import { goldenPage } from './page/golden-page.ts';
import { pageHtml } from './page/page-html.ts';
import type { Reported, ReportedChange, ReportedComparison } from './reported.ts';

/**
 * One page that needs nothing else and runs nothing: the policy in its head forbids scripts, and every text in it is
 * escaped.
 *
 * @param values  whether samples are shown with what was written and read, and what became which; never values of guarded fields
 */
export const htmlReport = (
  { title, holds, changes, comparisons, faults }: Reported,
  values: boolean,
): string =>
  [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${text(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1><bdi>${text(title)}</bdi>${comparisons.length === 0 ? ` ${verdict(holds)}` : ''}</h1>`,
    ...(changes.length === 0
      ? comparisons.length === 0
        ? ['<p>nothing was judged</p>']
        : []
      : [overview(changes)]),
    ...comparisons.map(comparisonHtml),
    ...changes.map((change, at) => changeHtml(change, at, values)),
    ...(faults.length === 0 ? [] : ['<h2>What could not be judged</h2>', faultsHtml(faults)]),
    '</body></html>',
    '',
  ].join('\n');

const comparisonHtml = ({ name, holds, answer, page }: ReportedComparison): string =>
  `<section><h2><bdi>${text(name)}</bdi> <span class="${holds ? 'holds' : 'fails'}">${text(answer)}</span></h2>\n${pageHtml(page)}\n</section>`;

const verdict = (holds: boolean): string =>
  `<span class="${holds ? 'holds' : 'fails'}">${holds ? 'holds' : 'fails'}</span>`;

const overview = (changes: readonly ReportedChange[]): string =>
  [
    '<table>',
    rowHtml(['', 'what', 'class', 'encoding', 'meaning'], 'th'),
    ...changes.map(({ holds, subject, what, class: its, encoding, meaning }, at) =>
      rowHtml([
        verdict(holds),
        `<a href="#change-${at}">${text(`${subject} ${what}`)}</a>`,
        its ?? '',
        encoding,
        meaning,
      ]),
    ),
    '</table>',
  ].join('\n');

function changeHtml(change: ReportedChange, at: number, values: boolean): string {
  const { findings, problems, matrix, data, completion, waivers } = change;
  const tables = tablesOf({ data: undefined, completion, waivers }, values);
  return [
    `<section><h2 id="change-${at}">${text(`${change.subject} ${change.what}`)} ${verdict(change.holds)}</h2>`,
    `<p>encoding ${change.encoding}, meaning ${change.meaning}</p>`,
    ...(findings.length === 0
      ? []
      : [
          '<table>',
          rowHtml(['rule', 'level', 'direction', 'field', 'from', 'to', 'where', 'remedy'], 'th'),
          ...findings.map(({ finding, place }) =>
            rowHtml(
              [
                finding.rule,
                finding.level,
                finding.direction,
                pathText(finding.path),
                finding.from,
                finding.to,
                place === undefined ? '' : `${place.file}:${place.line}`,
                finding.remedy,
              ].map(text),
            ),
          ),
          '</table>',
        ]),
    ...(problems.length === 0 ? [] : [faultsHtml(problems)]),
    ...(data === undefined ? [] : [pageHtml(goldenPage(data, values))]),
    ...(tables.length === 0 ? [] : ['<h3>What the data show</h3>', ...tables.map(tableHtml)]),
    ...(matrix === undefined
      ? []
      : [
          '<h3>What readers make of the same bytes</h3>',
          ...(matrix.conditions.length === 0
            ? []
            : [`<p class="fails">${matrix.conditions.map(text).join(', ')}</p>`]),
          ...heatMaps(matrix).map(map => heatHtml(map, at)),
          `<p>${HEATS.map(heat => `<span class="key ${heat}">${MARKS[heat][0]}</span> ${MARKS[heat][1]}`).join(' ')}</p>`,
          ...matrix.cells.map((_, index) => cellHtml(change, at, index, values)),
          ...matrix.foreign.map((_, index) => foreignHtml(change, index, values)),
          ...(matrix.converters ?? []).map(converterHtml),
        ]),
    '</section>',
  ].join('\n');
}

const converterHtml = (cell: ConverterCell): string =>
  [
    `<h4>${text(converterName(cell))}</h4>`,
    `<p>${text(converterSummary(cell))}</p>`,
    ...converterTroubles(cell).map(trouble => `<p class="fails">${text(trouble)}</p>`),
    ...(cell.kind !== 'ran' || cell.refusals.length === 0
      ? []
      : [
          '<table><caption>why probes were refused</caption>',
          rowHtml(['code', 'field', 'probes'], 'th'),
          ...cell.refusals.map(({ code, field, probes }) => rowHtml([code, String(field), String(probes)])),
          '</table>',
        ]),
  ].join('\n');

const heatHtml = ({ codec, lane, writers, readers, at }: HeatMap, change: number): string =>
  [
    `<table class="heat"><caption>${codec}, ${lane} lane: writers down, readers across</caption>`,
    rowHtml(['', ...readers.map(version => `v${version}`)], 'th'),
    ...writers.map(writer => {
      const cells = readers.map(reader => {
        const { heat, index } = at(writer, reader);
        const [mark, meaning] = MARKS[heat];
        const title = `${codec}, ${lane}, v${writer} → v${reader}: ${meaning}`;
        return index === undefined
          ? `<td class="${heat}">${mark}</td>`
          : `<td class="${heat}"><a href="#cell-${change}-${index}" title="${title}">${mark}</a></td>`;
      });
      return `<tr><th>v${writer}</th>${cells.join('')}</tr>`;
    }),
    '</table>',
  ].join('\n');

function cellHtml(change: ReportedChange, at: number, index: number, values: boolean): string {
  const cell = change.matrix!.cells[index]!;
  return [
    `<details><summary>${text(cellName(cell.cell))}</summary><div id="cell-${at}-${index}">`,
    ...listHtml('fails', troubleTexts(cell)),
    ...listHtml('edges', cellEdges(cell)),
    ...(cell.kind === 'blank' ? [] : ranHtml(change, cell, values)),
    '</div></details>',
  ].join('\n');
}

const listHtml = (kind: 'fails' | 'edges', lines: readonly string[]): readonly string[] =>
  lines.length === 0
    ? []
    : [`<ul class="${kind}">${lines.map(line => `<li>${text(line)}</li>`).join('')}</ul>`];

const ranHtml = (change: ReportedChange, cell: RanCell, values: boolean): readonly string[] => [
  `<p>encoding ${cell.encoding}, meaning ${cell.meaning}; evidence <code>${text(cell.evidence)}</code></p>`,
  '<table>',
  rowHtml(['lane', 'how probes ended', 'codes of refusals'], 'th'),
  ...(['plain', 'guarded'] as const).map(lane => rowHtml([lane, ...tallyHtml(cell.lanes[lane])])),
  '</table>',
  ...(cell.fields.length === 0
    ? []
    : [
        '<table>',
        rowHtml(['field', 'rules', 'read alone, plain', 'read alone, guarded', 'evidence'], 'th'),
        ...cell.fields.map(({ name, field, rules, alone, sample }) =>
          rowHtml([
            text(`${name} (${field})`),
            text([...new Set(rules)].join(', ')),
            alone === null ? '' : tallyHtml(alone.plain)[0],
            alone === null ? '' : tallyHtml(alone.guarded)[0],
            sample === null ? '' : sampleHtml(sample, values && tellsValues(change, cell.cell, field)),
          ]),
        ),
        '</table>',
      ]),
  ...(cell.gaps.length === 0
    ? []
    : [
        `<p>not probed: ${cell.gaps.map(({ kind, field, reason }) => text(`${kind} of ${field} (${reason})`)).join(', ')}</p>`,
      ]),
];

function foreignHtml(change: ReportedChange, index: number, values: boolean): string {
  const cell = change.matrix!.foreign[index]!;
  return [
    `<details><summary>${text(`${cellName(cell.cell)} by ${cell.image}`)}</summary>`,
    ...listHtml('fails', troubleTexts(cell)),
    ...listHtml('edges', cellEdges(cell)),
    ...(cell.kind === 'blank'
      ? []
      : [
          `<p>encoding ${cell.encoding}, meaning ${cell.meaning}; evidence <code>${text(cell.evidence)}</code></p>`,
          `<p>${tallyHtml(cell.lane).join('; ')}</p>`,
          ...cell.samples.map(({ name, field, sample }) =>
            foreignSample(change, cell.cell, { name, field, sample }, values),
          ),
        ]),
    '</details>',
  ].join('\n');
}

const foreignSample = (
  change: ReportedChange,
  cell: Cell,
  { name, field, sample }: { readonly name: string; readonly field: number; readonly sample: Sample },
  values: boolean,
): string =>
  `<p>${text(`${name} (${field})`)}: ${sampleHtml(sample, values && tellsValues(change, cell, field))}</p>`;

function tallyHtml({ probes, outcomes, codes }: Tally): readonly [string, string] {
  const ends = Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);
  const told = Object.entries(codes).map(([code, count]) => `${code} ${count}`);
  return [text(`${ends.join(', ')} of ${probes}`), text(told.join(', '))];
}

function sampleHtml({ record, kind, probe, written, read, expected }: Sample, tells: boolean): string {
  const value = (shown: Shown | null): string => {
    if (shown === null) return 'nothing';
    const said = tells ? shownText(shown) : evidenceText(WITHHELD);
    return `<code>${text(said)}</code>`;
  };
  return `${SILENCE[record]} at a probe of ${text(kind)} (${text(probe)}): ${value(written)} was written, ${value(read)} was read, ${value(expected)} was meant`;
}

/** Of spoiled bytes nothing lawful can be read, so that nothing was changed. */
const SILENCE: Readonly<Record<Sample['record'], string>> = {
  ordinary: '<span class="silent-change">changed in silence</span>',
  lawful: '<span class="edge">at an edge, changed in silence</span>',
  unlawful: 'an unlawful record, read all the same,',
};

const shownText = ({ value, unit }: Shown): string => {
  const said = typeof value === 'string' ? value : canonicalJson(value);
  return unit === null ? said : `${said} ${unit}`;
};

const faultsHtml = (faults: readonly Fault[]): string =>
  `<ul>${faults
    .map(({ at, code, message, remedy }) => {
      const where = at === undefined ? '' : `${at.file}:${at.line}: `;
      return `<li>${text(`${where}${message} (${code})`)}<br>${text(remedy)}</li>`;
    })
    .join('')}</ul>`;
