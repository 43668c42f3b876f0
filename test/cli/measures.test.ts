import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { GOLDEN_MEASURES } from '../../src/golden/measures.ts';
import { type Folder, newProject } from './harness.ts';

/** What a threshold is written as, what is found, and a threshold that is just too small. */
type Row = { readonly name: string; readonly observed: number; readonly tooSmall: number };

// Found by hand in the two files below: of eight samples one is gone, one is new, one is refused, and six are compared.
const ROWS: readonly Row[] = [
  { name: 'rows.missing', observed: 1, tooSmall: 0 },
  { name: 'rows.extra', observed: 1, tooSmall: 0 },
  { name: 'rejects.changed', observed: 1, tooSmall: 0 },
  { name: 'split.moves', observed: 2, tooSmall: 1 },
  { name: 'states.changed:first_response', observed: 1, tooSmall: 0 },
  { name: 'cells.differ:first_response', observed: 2, tooSmall: 1 },
  { name: 'cells.share:first_response', observed: 1 / 3, tooSmall: 0.33 },
  { name: 'number.absolute:first_response', observed: 50, tooSmall: 49 },
  { name: 'number.relative:first_response', observed: 0.5, tooSmall: 0.49 },
  { name: 'length.change:note', observed: 2, tooSmall: 1 },
  { name: 'cells.differ:priority', observed: 1, tooSmall: 0 },
  // Of the label: in February one of three.
  { name: 'slice.share:month', observed: 1 / 3, tooSmall: 0.33 },
  // Accepted were 4 low, 3 normal and 1 urgent, and then 4 low, 2 normal and 1 urgent.
  { name: 'label.divergence', observed: divergence([4, 3, 1], [4, 2, 1]), tooSmall: 0.001 },
];

/**
 * What two files of whole numbers can't show: of floats and of factors test/golden has it, of converters and of tokens
 * test/cli.
 */
const MEASURED_ELSEWHERE = [
  'number.ulps',
  'values.factor',
  'rows.skipped',
  'tokens.changed',
  'tokens.length',
  'tokens.median',
  'tokens.crossed',
  'tokens.truncated',
];

/** Half a sample can't be allowed, and a share need not be the same to its last bit. */
const atLeast = (observed: number): number => (Number.isInteger(observed) ? observed : observed + 1e-9);

const HEAD = 'ticket,opened,first_response,priority,note,part\n';
const BEFORE = `${HEAD}1,2026-01-05,100,low,a,train
2,2026-01-06,100,low,a,train
3,2026-01-07,100,low,a,train
4,2026-02-05,100,normal,a,train
5,2026-02-06,100,normal,a,train
6,2026-02-07,100,urgent,a,train
7,2026-02-08,100,normal,a,train
8,2026-02-09,100,low,a,train
`;
const AFTER = `${HEAD}1,2026-01-05,50,low,a,test
2,2026-01-06,,low,a,test
3,2026-01-07,100,low,abc,train
4,2026-02-05,100,low,a,train
5,2026-02-06,100,normal,a,train
6,2026-02-07,100,urgent,a,train
7,2026-02-08,100,gigantic,a,train
9,2026-02-09,100,normal,a,train
`;

/** Jensen–Shannon, base 2, as it is defined. */
function divergence(before: readonly number[], after: readonly number[]): number {
  const share = (counts: readonly number[]) => counts.map(count => count / counts.reduce((a, b) => a + b));
  const [p, q] = [share(before), share(after)];
  const part = (of: number, other: number) => (of === 0 ? 0 : (of / 2) * Math.log2((2 * of) / (of + other)));
  return p.reduce((sum, of, at) => sum + part(of, q[at]!) + part(q[at]!, of), 0);
}

function offer(folder: Folder, revision: string, data: string): void {
  folder.write(`golden/support.ticket/${revision}.csv`, data);
  folder.write(
    `golden/support.ticket/${revision}.yaml`,
    `revision: ${revision}\nsubject: support.ticket\nversion: 1\nnulls: {first_response: ""}\nsplit: part\nsource: made up\n` +
      `data: {file: ${revision}.csv, format: csv, sha256: "${sha256(data)}", rows: ${data.split('\n').length - 2}}\n`,
  );
}

function allow(folder: Folder, thresholds: Readonly<Record<string, number>>): void {
  folder.write(
    'schemas/support.ticket/changes/first-second.yaml',
    `changes: revision\nsubject: support.ticket\nversion: 1\nfrom: first\nto: second\nclass: identical\nreason: counted anew\n` +
      `consumers: [priority-trainer]\nbackfill: {kind: none}\nwithdraw_by: 2036-12-31\nthresholds: ${JSON.stringify(thresholds)}\n`,
  );
}

type Check = {
  readonly measure: string;
  readonly observed: number;
  readonly allowed: number | null;
  readonly answer: string;
};
type Verdict = { readonly holds: boolean; readonly checks: readonly Check[] };

describe('a measure of the golden format', () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await newProject();
    folder.edit(
      'schemas/support.ticket/v1.yaml',
      'key: [ticket]',
      '  - {id: 5, name: note, physical: string, logical: text, nullable: false}\n' +
        '  - {id: 6, name: part, physical: string, logical: text, nullable: false}\nkey: [ticket]',
    );
    offer(folder, 'first', BEFORE);
    for (const name of ['support.ticket@1', 'support.ticket/first'])
      expect(await folder.assay('propose', name)).toMatchObject({ exit: 0 });
    offer(folder, 'second', AFTER);
  });

  /** What both commands say, who must say the same. */
  async function judged(thresholds: Readonly<Record<string, number>>) {
    allow(folder, thresholds);
    const check = await folder.assay('check', '--json');
    const golden = await folder.assay('golden', 'support.ticket/first', 'support.ticket/second', '--json');
    const [revision] = check.json().subjects[0].revisions;
    const told = golden.json();
    expect(revision.record).toEqual({ kind: 'written', faults: [] });
    expect({ comparison: revision.comparison, verdict: revision.verdict }).toEqual({
      comparison: told.comparison,
      verdict: told.verdict,
    });
    return { revision, exit: golden.exit, verdict: told.verdict as Verdict };
  }

  it('is documented, and named by a row of this table', () => {
    const page = readFileSync('docs/golden-format.md', 'utf8');
    const table = page.slice(page.indexOf('| measure |'), page.indexOf('For the cells of a field'));
    const documented = [...table.matchAll(/`([a-z.]+)`/g)].map(([, name]) => name!);
    expect(documented.sort()).toEqual(Object.keys(GOLDEN_MEASURES).sort());
    const named = ROWS.map(({ name }) => name.split(':')[0]!);
    expect([...new Set([...named, ...MEASURED_ELSEWHERE])].sort()).toEqual(documented);
  });

  it('is evaluated and holds where a threshold is as large as what is found', async () => {
    const thresholds = Object.fromEntries(ROWS.map(({ name, observed }) => [name, atLeast(observed)]));
    const { revision, exit, verdict } = await judged(thresholds);
    for (const { name, observed } of ROWS)
      expect(
        verdict.checks.find(({ measure }) => measure === name),
        name,
      ).toEqual({
        measure: name,
        observed: expect.closeTo(observed, 12),
        allowed: atLeast(observed),
        answer: 'within',
      });
    expect([verdict.holds, exit, revision.meaning]).toEqual([true, 0, 'passes']);
    // What is allowed may differ; the record that breaks its contract breaks it all the same.
    expect([revision.encoding, revision.holds]).toEqual(['fails', false]);
  });

  it('is exceeded where a threshold is smaller, each by itself', async () => {
    const { revision, exit, verdict } = await judged(
      Object.fromEntries(ROWS.map(({ name, tooSmall }) => [name, tooSmall])),
    );
    expect(verdict.checks.map(({ measure, answer }) => [measure, answer]).sort()).toEqual(
      ROWS.map(({ name }) => [name, 'exceeded']).sort(),
    );
    expect([verdict.holds, exit, revision.meaning]).toEqual([false, 1, 'fails']);
  });

  it('allows nothing where no threshold names it', async () => {
    const { verdict } = await judged({});
    for (const name of ['rows.missing', 'rows.extra', 'rejects.changed', 'split.moves', 'label.divergence'])
      expect(
        verdict.checks.find(({ measure }) => measure === name),
        name,
      ).toMatchObject({
        allowed: null,
        answer: 'no-allowance',
      });
    expect(verdict.checks.every(({ answer }) => answer === 'no-allowance')).toBe(true);
  });

  it('counts a refused sample once, with its field and reason, and tells its value to nobody', async () => {
    const { revision } = await judged({});
    expect(revision.comparison.rows).toMatchObject({ before: 8, after: 8, matched: 6, missing: 1, extra: 1 });
    expect(revision.comparison.rejects).toMatchObject({
      changed: 1,
      reasons: [{ field: 4, code: 'UNKNOWN_ENUM', before: 0, after: 1 }],
      changedRows: { before: [], after: [6] },
    });
    const texts = [
      await folder.assay('check'),
      await folder.assay('golden', 'support.ticket/first', 'support.ticket/second'),
    ];
    for (const { out, err } of texts) {
      expect(out).toMatch(/refused +0 before, 1 after: 1 on one side, 0 for another reason/);
      expect(out).toContain('UNKNOWN_ENUM in priority (4): 0 before, 1 after');
      expect(out).toMatch(/rejects.changed +1 +no threshold +no-allowance/);
      expect(out + err).not.toContain('gigantic');
    }
  });

  it.each([
    ['number.absolute:priority', 'number.absolute:ticket'],
    ['number.relative:note', 'number.relative:'],
    ['length.change:first_response', 'length.change:note'],
    ['slice.share:year', 'slice.share:month'],
  ])('%s is refused at once, because no data could be measured by it', async (measure, known) => {
    allow(folder, { [measure]: 1 });
    const { exit, json } = await folder.assay('check', '--json');
    expect(exit).toBe(2);
    expect(json().faults).toMatchObject([{ code: 'THRESHOLD_UNKNOWN', facts: { measure } }]);
    expect(json().faults[0].facts.known).toContain(known);
  });

  it('leaves what breaks its contract waiting for approval, and the store has what the commands said', async () => {
    const thresholds = Object.fromEntries(ROWS.map(({ name, observed }) => [name, atLeast(observed)]));
    const { revision } = await judged(thresholds);
    const proposed = await folder.assay('propose', 'support.ticket/second', '--json');
    expect(proposed.json()).toMatchObject({ kind: 'stored', state: 'proposed' });
    const db = new DatabaseSync(path.join(folder.root, '.assay', 'registry.sqlite'), { readOnly: true });
    const texts = db
      .prepare('SELECT bytes FROM objects')
      .all()
      .map(({ bytes }) => Buffer.from(bytes as Uint8Array).toString('utf8'));
    db.close();
    const reports = texts.filter(text => text.includes('assay.golden-comparison/1'));
    expect(reports.map(text => JSON.parse(text))).toEqual([
      { comparison: revision.comparison, verdict: revision.verdict },
    ]);
  });
});
