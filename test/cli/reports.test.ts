import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { htmlReport } from '../../src/cli/report/html.ts';
import { junitText } from '../../src/cli/report/junit.ts';
import { markdownReport } from '../../src/cli/report/markdown.ts';
import type { Reported, ReportedData } from '../../src/cli/report/reported.ts';
import { sarifDocument } from '../../src/cli/report/sarif.ts';
import { batchOf } from '../../src/contract/batch.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { compare } from '../../src/golden/compare.ts';
import { tellComparison, tellVerdict } from '../../src/golden/tell.ts';
import { goldenVerdict } from '../../src/golden/verdict.ts';
import type { RanCell } from '../../src/matrix/cell-report.ts';
import type { MatrixReport } from '../../src/matrix/report.ts';
import { parseConfig } from '../../src/service/config.ts';
import { loadSubject } from '../../src/service/load-subject.ts';
import type { RevisionReading } from '../../src/service/read-revision.ts';
import { field, schemaOf } from '../golden/weather.ts';
import { run } from '../matrix/run.ts';
import { V3, V4 } from '../matrix/schemas.ts';
import { elementsOf, isSarif, textOf, xml } from '../page.ts';
import { copiedProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

const HOSTILE = `</td></failure>"'><script>alert(1)</script>|@everyone [x](javascript:1)\u0000\uFFFE&amp;`;

/** One field of a revision, refused, filled and compared, with texts wherever a file, a label or a contract has them. */
function hostileData(contract: Contract): ReportedData {
  const schema = schemaOf([field(1, 'id', 'int32'), field(2, 'x', 'string', { logical: 'category' })], {
    slices: [{ name: HOSTILE, field: 2, by: 'value' }],
  });
  const side = (text: string) => batchOf(schema, [[1, text]]);
  const comparison = compare(schema, side(HOSTILE), side(`${HOSTILE}!`));
  if (comparison instanceof Fault) throw comparison;
  const told = tellComparison(schema, comparison, []);
  const reading = {
    set: { revision: HOSTILE, subject: HOSTILE, version: 1, source: HOSTILE, data: { sha256: HOSTILE } },
    file: HOSTILE,
    batch: side(HOSTILE),
    unknown: new Map(),
    suspects: [],
    outside: [
      {
        field: 2,
        path: HOSTILE,
        policy: 'reject',
        cells: 2,
        values: 1,
        listed: [{ row: 0, sample: [HOSTILE] }],
      },
    ],
    rejected: 1,
    rejects: [{ field: 2, path: HOSTILE, code: 'RANGE', count: 1, rows: [0], lines: [1] }],
    filled: [{ field: 2, path: HOSTILE, means: 'unknown', count: 1 }],
    through: [],
    truncated: new Map(),
  };
  return {
    contract: { ...contract, schema },
    comparison: {
      ...told,
      fields: told.fields.map(one => ({ ...one, name: HOSTILE })),
      suspects: [
        {
          code: 'VALUES_SCALED_WITHOUT_UNIT',
          field: 2,
          name: HOSTILE,
          unit: { before: HOSTILE, after: HOSTILE },
          factor: 1000,
          pairs: 9,
          agree: 9,
          guess: HOSTILE,
        },
      ],
      nulls: [
        {
          field: 2,
          path: HOSTILE,
          before: [],
          after: [],
          transitions: [{ from: 'null', to: 'value', count: 1 }],
        },
      ],
    },
    golden: tellVerdict(comparison, goldenVerdict(comparison, {}), []),
    hasRecord: false,
    recordPlaces: new Map(),
    readings: [reading as unknown as RevisionReading, reading as unknown as RevisionReading],
  };
}

/** Two versions of the repository's own subject, with texts in every place that a stranger may fill. */
async function hostile(): Promise<Reported> {
  const config = parseConfig('registry.config.ts', {});
  if (config instanceof Fault) throw config;
  const loaded = loadSubject({ root: REPOSITORY, config }, 'training.example');
  if (loaded instanceof Fault) throw loaded;
  const report = await run({ writers: [V3, V4], readers: [V3, V4], codecs: ['avro'] });
  const cells = report.cells.map(cell => {
    if (cell.kind === 'blank') return cell;
    const fields: RanCell['fields'] = cell.fields.map(field => ({
      ...field,
      name: HOSTILE,
      sample: field.sample && { ...field.sample, probe: HOSTILE, read: { value: HOSTILE, unit: HOSTILE } },
    }));
    return { ...cell, fields };
  });
  const [cell] = cells;
  const matrix: MatrixReport = {
    ...report,
    cells,
    foreign: [{ image: HOSTILE, cell: cell!.cell, kind: 'blank', why: 'no-image' }],
  };
  const fault = new Fault(
    'FILE_UNREADABLE',
    { path: HOSTILE, reason: HOSTILE },
    { file: HOSTILE, line: 1, column: 1 },
  );
  const finding = {
    rule: 'FIELD_UNIT_SAME',
    level: 'train',
    direction: 'backward',
    access: ['id'],
    path: [{ id: 17, name: HOSTILE }],
    from: HOSTILE,
    to: HOSTILE,
    remedy: HOSTILE,
  } as const;
  return {
    title: HOSTILE,
    holds: false,
    comparisons: [],
    faults: [fault],
    changes: [
      {
        subject: HOSTILE,
        what: HOSTILE,
        holds: false,
        encoding: 'fails',
        meaning: 'fails',
        class: 'migrate',
        findings: [{ finding, place: { file: HOSTILE, line: 3, column: 1 } }],
        problems: [fault],
        matrix,
        data: hostileData(loaded.contracts.get(4)!),
        completion: {
          state: 'NOT_COMPLETE',
          rows: [],
          slices: [
            {
              writer: 1,
              reader: 2,
              slice: HOSTILE,
              before: HOSTILE,
              after: HOSTILE,
              samples: 1,
              differ: 0,
              seen: 1,
              unseen: 1,
              firstUnseen: [HOSTILE],
              evidence: null,
              why: 'parts-unseen',
            },
          ],
        },
        contracts: loaded.contracts,
        place: undefined,
      },
    ],
  };
}

describe('a report that holds what a stranger wrote', () => {
  it('is a page in which none of it is anything but text, whether values are shown or not', async () => {
    const reported = await hostile();
    for (const values of [true, false]) {
      const page = htmlReport(reported, values);
      const elements = elementsOf(page);
      const names = new Set(elements.map(({ tagName }) => tagName));
      for (const name of ['script', 'img', 'iframe', 'object', 'link', 'form'])
        expect(names).not.toContain(name);
      const attributes = elements.flatMap(({ attrs }) => attrs);
      expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
      expect(attributes.filter(({ name, value }) => name === 'href' && !value.startsWith('#'))).toEqual([]);
      expect(textOf(parse(page))).toContain('<script>alert(1)</script>');
      const policy = attributes.find(({ value }) => value.startsWith("default-src 'none'"));
      expect(policy).toBeDefined();
    }
  });

  it('has values where they are asked for, and nowhere else', async () => {
    const reported = await hostile();
    const shown = elementsOf(htmlReport(reported, true))
      .filter(({ tagName }) => tagName === 'code')
      .map(textOf);
    expect(shown.some(text => text.includes('alert(1)'))).toBe(true);
    const withheld = elementsOf(htmlReport(reported, false))
      .filter(({ tagName }) => tagName === 'code')
      .map(textOf);
    expect(withheld.some(text => text.includes('alert(1)'))).toBe(false);
    expect(withheld).toContain('(withheld)');
  });

  it('is XML of the elements it should have', async () => {
    const document = xml(junitText(await hostile()));
    const names = new Set(Array.from(document.getElementsByTagName('*'), ({ tagName }) => tagName));
    expect([...names].sort()).toEqual([
      'error',
      'failure',
      'system-out',
      'testcase',
      'testsuite',
      'testsuites',
    ]);
  });

  it('is SARIF that points below the project and nowhere else', async () => {
    const document = sarifDocument(await hostile(), '1.2.3');
    expect(isSarif(JSON.parse(JSON.stringify(document))), JSON.stringify(isSarif.errors)).toBe(true);
    const uris = JSON.stringify(document).match(/"uri":"[^"]*"/g)!;
    expect(uris.length).toBeGreaterThan(0);
    for (const uri of uris) expect(uri).toMatch(/^"uri":"[\w%.~/'()!*-]*"$/);
  });

  it('is Markdown without a mention, a link or a row of its own', async () => {
    const markdown = markdownReport(await hostile());
    expect(markdown).not.toMatch(/@everyone|<script|\]\(|javascript:/);
    const rows = markdown.split('\n').filter(line => line.startsWith('| FIELD'));
    for (const row of rows) expect(row.split('|')).toHaveLength(8);
  });

  it('fits into a comment, however much there is to say, and what fails comes first', async () => {
    const reported = await hostile();
    const [change] = reported.changes;
    const fine = { ...change!, what: 'version fine', holds: true };
    const changes = [...Array.from({ length: 400 }, () => fine), { ...change!, what: 'version broken' }];
    const markdown = markdownReport({ ...reported, changes }).trimEnd();
    expect(markdown.length).toBeLessThan(65_536);
    expect(markdown).toMatch(/\d+ of 402 parts have no room here: the HTML report has all$/);
    expect(markdown.match(/^### .*$/gm)?.[1]).toContain('version broken');
  });
});

describe('the reports of assay check and assay matrix', () => {
  const folder = copiedProject();

  it('are written beside what is printed, and the exit code stays', async () => {
    const plain = await folder.assay('check', 'training.example');
    for (const format of ['junit', 'sarif', 'markdown', 'html']) {
      const { exit, out } = await folder.assay(
        'check',
        'training.example',
        '--format',
        format,
        '--out',
        `r.${format}`,
      );
      expect([exit, out]).toEqual([1, plain.out]);
    }
    const suites = Array.from(xml(folder.read('r.junit')).getElementsByTagName('testsuite'));
    expect(suites.map(suite => suite.getAttribute('name'))).toEqual(['training.example version 3 → 4']);
    expect(Number(suites[0]!.getAttribute('failures'))).toBeGreaterThan(5);
    const cases = Array.from(suites[0]!.getElementsByTagName('testcase'), one => one.getAttribute('name'));
    expect(cases).toEqual(expect.arrayContaining(['encoding', 'meaning', 'avro v3 → v4', 'json v4 → v4']));

    const sarif = JSON.parse(folder.read('r.sarif'));
    expect(isSarif(sarif)).toBe(true);
    const unit = sarif.runs[0].results.find(({ ruleId }: { ruleId: string }) => ruleId === 'FIELD_UNIT_SAME');
    const line = folder
      .read('schemas/training.example/v4.yaml')
      .split('\n')
      .findIndex(text => text.includes('id: 17'));
    expect(unit.locations[0].physicalLocation).toMatchObject({
      artifactLocation: { uri: 'schemas/training.example/v4.yaml' },
      region: { startLine: line + 1 },
    });
    expect(folder.read('r.markdown')).toContain('| v3 | `.` | `!` |');
    expect(textOf(parse(folder.read('r.html')))).toContain('FIELD_UNIT_SAME');
  });

  it('never show the values of a guarded field', async () => {
    const shown = (text: string) =>
      elementsOf(text)
        .filter(({ tagName }) => tagName === 'code')
        .map(textOf);
    const html = ['check', 'training.example', '--format', 'html', '--show-values'];
    const open = (await folder.assay(...html)).out;
    expect(shown(open).filter(text => / m?s$/.test(text)).length).toBeGreaterThan(0);
    const guarded = copiedProject();
    guarded.edit('schemas/training.example/v4.yaml', 'id: 17\n', 'id: 17\n    sensitivity: restricted\n');
    const closed = (await guarded.assay(...html)).out;
    expect(shown(closed).filter(text => / m?s$/.test(text))).toEqual([]);
    expect(shown(closed)).toContain('(withheld)');
  });

  it('of a matrix have the same maps as the terminal, in marks where there is no colour', async () => {
    const { out, exit } = await folder.assay('matrix', 'training.example');
    expect(exit).toBe(1);
    expect(out).toContain('  avro, plain lane\n  w \\ r  v3 v4\n  v3      =  !\n  v4      !  =\n');
    expect(out).toContain('  avro, guarded lane\n  w \\ r  v3 v4\n  v3      =  x\n  v4      x  =\n');
    const markdown = (await folder.assay('matrix', 'training.example', '--format', 'markdown')).out;
    expect(markdown).toContain('| v3 | `=` | `!` |\n| v4 | `!` | `=` |');
    expect(markdown).toContain('| v3 → v4 | all samples |  | 0 | 0 | 0 of 0 | no-data |  |');
    expect(markdown).toContain('it is NOT&#95;COMPLETE**');
    expect(out).toContain('v4 → v3, all samples: no-data');
  });

  it('say that the command was refused, so that no older report is taken for the answer', async () => {
    folder.write('r.junit', '<testsuites/>');
    const { exit } = await folder.assay('check', 'training.exampel', '--format', 'junit', '--out', 'r.junit');
    expect(exit).toBe(2);
    expect(folder.read('r.junit')).toContain('SUBJECT_UNKNOWN');
  });

  it.each([
    [['--out', 'x'], 'USAGE'],
    [['--format', 'xml'], 'USAGE'],
    [['--format', 'sarif', '--json'], 'USAGE'],
    [['--format', 'sarif', '--show-values'], 'USAGE'],
  ])('are refused for %j before anything is judged', async (words, code) => {
    const { exit, out, err } = await folder.assay('check', ...words);
    expect([exit, `${out}${err}`.includes(code)]).toEqual([2, true]);
  });

  it('can not be written where there is no folder, and that is told', async () => {
    const { exit, err } = await folder.assay(
      'check',
      'training.example',
      '--format',
      'html',
      '--out',
      'no/such/r.html',
    );
    expect([exit, err.includes('FILE_UNWRITABLE')]).toEqual([2, true]);
  });
});
