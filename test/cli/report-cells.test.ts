import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { lookOf } from '../../src/cli/output.ts';
import { matrixText } from '../../src/cli/render-findings.ts';
import { heatText } from '../../src/cli/report/heat-text.ts';
import { htmlReport } from '../../src/cli/report/html.ts';
import { junitText } from '../../src/cli/report/junit.ts';
import { markdownReport } from '../../src/cli/report/markdown.ts';
import type { Reported } from '../../src/cli/report/reported.ts';
import { sarifDocument } from '../../src/cli/report/sarif.ts';
import type { CellReport, RanCell } from '../../src/matrix/cell-report.ts';
import type { Edge } from '../../src/matrix/edge.ts';
import type { ForeignCell } from '../../src/matrix/foreign-cell.ts';
import { LAWFULNESS, type Lawfulness } from '../../src/matrix/lawful.ts';
import { type MatrixReport, matrixDocument, matrixReport } from '../../src/matrix/report.ts';
import type { Sample } from '../../src/matrix/sample.ts';
import { tallySum } from '../../src/matrix/tally.ts';

/** What a cell holds of one field, whoever found it. */
type Held = {
  readonly field: number;
  readonly isChanged: boolean;
  readonly from: Lawfulness | null;
  readonly edge: Edge['ends'] | null;
};
type Drawn = { readonly held: readonly Held[]; readonly isForeign: boolean };

const anyCells: fc.Arbitrary<readonly Drawn[]> = fc.array(
  fc.record({
    held: fc.uniqueArray(
      fc.record({
        field: fc.integer({ min: 1, max: 9 }),
        isChanged: fc.boolean(),
        from: fc.constantFrom(...LAWFULNESS, null),
        edge: fc.constantFrom<Edge['ends'] | null>('silent-change', 'refused', 'crash', null, null),
      }),
      { selector: ({ field }) => field, maxLength: 5 },
    ),
    isForeign: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

const NONE = tallySum([]);
const SHOWN = { value: 1, unit: null };
const sampleFrom = (record: Lawfulness): Sample => ({
  ...{ probe: 'typical/0', kind: 'typical', record, truth: record === 'unlawful' ? 'spoiled' : 'written' },
  ...{ written: record === 'unlawful' ? null : SHOWN, read: { value: 2, unit: null }, expected: null },
});

function cellOf({ held, isForeign }: Drawn, index: number): CellReport | ForeignCell {
  const cell = { writer: index + 1, reader: 9, codec: 'json', reason: 'supported' } as const;
  const isSilent = held.some(({ from }) => from === 'ordinary');
  const edges = held.flatMap(({ field, edge }): readonly Edge[] =>
    edge === null
      ? []
      : [
          {
            ...{ field, name: `field_${field}`, probe: 'extreme/1/max', ends: edge },
            ...{ code: edge === 'silent-change' ? null : 'X', sample: null },
          },
        ],
  );
  const ran = {
    ...({ kind: 'ran', cell, evidence: sha256('evidence'), encoding: 'passes', edges } as const),
    meaning: isSilent ? 'fails' : 'passes',
  } as const;
  const samples = held.flatMap(({ field, from }) =>
    from === null ? [] : [{ field, name: `field_${field}`, sample: sampleFrom(from) }],
  );
  if (isForeign)
    return {
      ...ran,
      image: `image${index}`,
      lane: NONE,
      troubles: [],
      unanswered: { first: [], count: 0 },
      samples,
    };
  return {
    ...ran,
    key: sha256('key'),
    unread: [],
    ordinary: { plain: isSilent ? 'silent-change' : 'same', guarded: 'same' },
    lanes: { plain: NONE, guarded: NONE },
    fields: held.map(({ field, isChanged, from }) => ({
      ...{ field, name: `field_${field}`, written: `field_${field}`, rules: [] },
      alone: isChanged ? { plain: NONE, guarded: NONE } : null,
      sample: from === null ? null : sampleFrom(from),
    })),
    ...{ refusals: [], disagreements: [], broken: [], gaps: [] },
  } satisfies RanCell;
}

const isForeign = (cell: CellReport | ForeignCell): cell is ForeignCell => 'image' in cell;

function reportOf(drawn: readonly Drawn[]): MatrixReport {
  const cells = drawn.map(cellOf);
  return matrixReport(
    cells.filter((cell): cell is CellReport => !isForeign(cell)),
    1,
    cells.filter(isForeign),
  );
}

const reportedOf = (matrix: MatrixReport): Reported => ({
  ...{ title: 'assay matrix s', holds: false, faults: [], comparisons: [] },
  changes: [
    {
      ...{ subject: 's', what: 'all', holds: false, encoding: 'passes', meaning: matrix.meaning },
      ...{ class: undefined, findings: [], problems: [], data: undefined, completion: undefined },
      ...{ matrix, contracts: new Map(), place: undefined },
    },
  ],
});

/** Cell and field of each silent change that a text tells, in the texts of one cell each. */
const named = (texts: readonly (readonly [name: string, text: string])[], words: RegExp): readonly string[] =>
  texts.flatMap(([name, text]) => [...text.matchAll(words)].map(([, field]) => `${name} ${field}`)).sort();

const textOf = (node: object): string =>
  'value' in node
    ? String(node.value)
    : 'childNodes' in node
      ? (node.childNodes as readonly object[]).map(textOf).join('')
      : '';
const unescaped = (text: string): string => textOf(parse(text));
const CHANGES = /changes? field_(\d) \(\1\) in silence/g;
const EDGE = /lawful values of field_(\d) \(\1\) are changed in silence/g;
const CELL = /json v(\d) → v9/;
const cellIn = (text: string): string => CELL.exec(text)?.[1] ?? '';

/** What each form says, by cell. */
const FORMS: Readonly<Record<string, (matrix: MatrixReport, words: RegExp) => readonly string[]>> = {
  junit: (matrix, words) => {
    const document = new DOMParser().parseFromString(junitText(reportedOf(matrix)), 'text/xml');
    const cases = Array.from(document.getElementsByTagName('testcase'));
    return named(
      cases.map(one => [cellIn(one.getAttribute('name') ?? ''), one.textContent ?? '']),
      words,
    );
  },
  html: (matrix, words) =>
    named(
      htmlReport(reportedOf(matrix), false)
        .split('<details>')
        .slice(1)
        .map(unescaped)
        .map(text => [cellIn(text), text]),
      words,
    ),
};

/** Those that have a line for each silent change of a cell. */
const LINES: typeof FORMS = {
  sarif: (matrix, words) => {
    const { runs } = JSON.parse(JSON.stringify(sarifDocument(reportedOf(matrix), '1.2.3')));
    const texts = runs[0].results.map(({ message }: { message: { text: string } }) => message.text);
    return named(
      texts.map((text: string) => [cellIn(text), text]),
      words,
    );
  },
  markdown: (matrix, words) =>
    named(
      markdownReport(reportedOf(matrix))
        .split('\n')
        .filter(line => line.startsWith('- '))
        .map(unescaped)
        .map(text => [cellIn(text), text]),
      words,
    ),
};

const terminal = (matrix: MatrixReport, show: 'changed fields' | 'all'): readonly string[] => {
  const look = { paint: lookOf({ colour: false, width: 400 } as never).paint, width: 400 };
  return [
    ...matrixText(matrix, look, show).matchAll(
      /field_(\d) \(\1\), .*v(\d) → v9.*\n(?: {4}plain {4}| {4})silently/g,
    ),
  ]
    .map(([, field, writer]) => `${writer} ${field}`)
    .sort();
};

const wanted = (drawn: readonly Drawn[], is: (held: Held) => boolean): readonly string[] =>
  drawn.flatMap(({ held }, index) => held.filter(is).map(({ field }) => `${index + 1} ${field}`)).sort();

describe('every form of report', () => {
  it('names the same fields as changed in silence: those of ordinary records, whatever was read from edges and spoiled bytes', () =>
    fc.assert(
      fc.property(anyCells, drawn => {
        const matrix = reportOf(drawn);
        const expected = wanted(drawn, ({ from }) => from === 'ordinary');
        for (const [form, said] of Object.entries({ ...FORMS, ...LINES }))
          expect([form, said(matrix, CHANGES)]).toEqual([form, expected]);
        expect(terminal(matrix, 'all')).toEqual(expected);
        expect(terminal(matrix, 'changed fields')).toEqual(expected);
        const written = canonicalJson(matrixDocument(matrix)).match(/"record":"ordinary"/g) ?? [];
        expect(written).toHaveLength(expected.length);
      }),
      { numRuns: 40 },
    ));

  it('names the same fields as losing lawful values at an edge, and lets that fail nothing', () =>
    fc.assert(
      fc.property(anyCells, drawn => {
        const matrix = reportOf(drawn);
        const expected = wanted(drawn, ({ edge }) => edge === 'silent-change');
        for (const [form, said] of Object.entries(FORMS))
          expect([form, said(matrix, EDGE)]).toEqual([form, expected]);
        // Once a reader and field, with the cells beside it.
        const fields = (of: readonly string[]) => new Set(of.map(one => one.split(' ')[1]));
        for (const said of Object.values(LINES)) expect(fields(said(matrix, EDGE))).toEqual(fields(expected));
        expect(matrix.meaning).toBe(
          drawn.some(({ held }) => held.some(one => one.from === 'ordinary')) ? 'fails' : 'passes',
        );
      }),
      { numRuns: 40 },
    ));

  it('marks a cell that keeps what is ordinary and loses a lawful value in silence, and no other', () =>
    fc.assert(
      fc.property(anyCells, drawn => {
        const ours = drawn.filter(one => !one.isForeign);
        fc.pre(ours.length > 0);
        const text = heatText(reportOf(ours), lookOf({ colour: false, width: 400 } as never));
        const rows = [...text.split('guarded')[0]!.matchAll(/^ {2}v\d +(\S)$/gm)].map(([, mark]) => mark);
        expect(rows).toEqual(
          ours.map(({ held }) =>
            held.some(({ from }) => from === 'ordinary')
              ? '!'
              : held.some(({ edge }) => edge === 'silent-change')
                ? '*'
                : '=',
          ),
        );
      }),
      { numRuns: 40 },
    ));
});
