import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { TROUBLE_KINDS } from '../../src/cli/report/cell-facts.ts';
import { placedFindings } from '../../src/cli/report/reported.ts';
import { reportedMatrix } from '../../src/cli/report/reported-matrix.ts';
import { sarifDocument } from '../../src/cli/report/sarif.ts';
import { compare } from '../../src/compat/compare.ts';
import type { RanCell } from '../../src/matrix/cell-report.ts';
import type { Edge } from '../../src/matrix/edge.ts';
import type { ForeignCell } from '../../src/matrix/foreign-cell.ts';
import { matrixReport } from '../../src/matrix/report.ts';
import type { Sample } from '../../src/matrix/sample.ts';
import { tallySum } from '../../src/matrix/tally.ts';
import { parseConfig } from '../../src/service/config.ts';
import { loadSubject } from '../../src/service/load-subject.ts';
import { repositoryPath } from '../../src/service/repository-path.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { copiedProject, emptyFolder } from './harness.ts';
import { REPOSITORY } from './repository.ts';

const FILE = 'schemas/training.example/v4.yaml';
const LINES = readFileSync(path.join(REPOSITORY, FILE), 'utf8').split('\n');
const lineOf = (field: number): number =>
  LINES.findIndex(text => new RegExp(`id: ${field}\\b`).test(text)) + 1;

const subject = (() => {
  const config = parseConfig('registry.config.ts', {});
  if (config instanceof Fault) throw config;
  const loaded = loadSubject({ root: REPOSITORY, config }, 'training.example');
  if (loaded instanceof Fault) throw loaded;
  return loaded;
})();

type Told = { readonly rule: string; readonly file: string; readonly line: number };

function toldIn(document: unknown): readonly Told[] {
  const { runs } = JSON.parse(JSON.stringify(document));
  // biome-ignore lint/suspicious/noExplicitAny: the form of SARIF is another test's.
  return runs[0].results.map(({ ruleId, locations: [{ physicalLocation }] }: any) => ({
    rule: ruleId,
    file: physicalLocation.artifactLocation.uri,
    line: physicalLocation.region.startLine,
  }));
}

const NONE = tallySum([]);
const CELL = { writer: 3, reader: 4, codec: 'json', reason: 'supported' } as const;
const SAMPLE: Sample = {
  ...{ probe: 'typical/0', kind: 'typical', record: 'ordinary', truth: 'written' },
  ...{ written: null, read: { value: 1, unit: null }, expected: null },
};
const edge = (field: number, ends: Edge['ends']): Edge => ({
  ...{ field, name: 'a', probe: 'p', ends, code: ends === 'refused' ? 'X' : null, sample: null },
});

/** A cell in which everything is wrong that may be, half of it of field 17, half of 23. */
const WORST: RanCell = {
  ...{
    kind: 'ran',
    cell: CELL,
    key: sha256('k'),
    evidence: sha256('e'),
    encoding: 'fails',
    meaning: 'fails',
  },
  unread: [{ lane: 'plain', field: 23, name: 'outcome', probe: 'typical/0', code: 'TYPE_MISMATCH' }],
  ordinary: { plain: 'silent-change', guarded: 'refused' },
  lanes: { plain: NONE, guarded: NONE },
  fields: [{ field: 17, name: 'a', written: 'a', rules: [], alone: null, sample: SAMPLE }],
  edges: [edge(17, 'silent-change'), edge(23, 'refused')],
  refusals: [{ code: 'UNIT_CHANGED', field: 17, probe: 'typical/0', offset: null }],
  disagreements: [{ kind: 'silent-change', field: 23, probe: 'typical/0', code: null }],
  broken: [{ probe: 'extreme/17/0', field: 17, outcome: 'crash' }],
  gaps: [],
};
const FOREIGN: ForeignCell = {
  ...{ image: 'march', cell: CELL, kind: 'ran', evidence: sha256('f'), encoding: 'fails', meaning: 'fails' },
  lane: NONE,
  troubles: [{ kind: 'crash', probe: 'extreme/23/0', field: 23 }],
  unanswered: { first: [], count: 0 },
  samples: [{ field: 17, name: 'a', sample: SAMPLE }],
  edges: [],
};

describe('what SARIF tells', () => {
  it('stands at the line of its field, of whichever kind it is', () => {
    const blank = { kind: 'blank', cell: { ...CELL, codec: 'avro' }, why: 'no-answer' } as const;
    const report = matrixReport([WORST, blank], 1, [FOREIGN]);
    const found = { report, contracts: subject.contracts, slices: [], intervals: [] };
    const told = toldIn(sarifDocument(reportedMatrix('training.example', found as never, false), '1.2.3'));
    expect(told.map(({ file }) => file)).toEqual(told.map(() => FILE));
    expect(told.map(({ rule, line }) => [rule, line])).toEqual([
      ['READER_REFUSES', lineOf(23)],
      ['SILENT_CHANGE', lineOf(17)],
      ['GUARDED_REFUSES', lineOf(17)],
      ['GUARDED_LANE_BROKEN', lineOf(17)],
      ['RULE_AND_BYTES_DISAGREE', lineOf(23)],
      ['INCOMPLETE', 1],
      ['FOREIGN_READER_FAILS', lineOf(23)],
      ['SILENT_CHANGE', lineOf(17)],
      ['LAWFUL_VALUE_CHANGED', lineOf(17)],
      ['LAWFUL_VALUE_REFUSED', lineOf(23)],
    ]);
    expect(new Set(told.map(({ rule }) => rule))).toEqual(
      new Set([...TROUBLE_KINDS, 'LAWFUL_VALUE_CHANGED', 'LAWFUL_VALUE_REFUSED']),
    );
  });

  it('has each finding of a rule at the line of its field', () => {
    const [older, newer] = [subject.contracts.get(3)!, subject.contracts.get(4)!];
    const { findings } = compare(older.schema, newer.schema, undefined, undefined, { older, newer });
    const placed = placedFindings(findings, newer, older).filter(({ finding }) => finding.path.length > 0);
    expect(placed.length).toBeGreaterThan(3);
    for (const { finding, place } of placed)
      expect([finding.rule, place?.line]).toEqual([finding.rule, lineOf(finding.path.at(-1)!.id)]);
  });
});

describe('a project in a folder of a repository', () => {
  it('has its files named from the top of the repository, as code scanning looks for them there', async () => {
    const folder = copiedProject();
    const inner = 'data sets/registry';
    mkdirSync(path.join(folder.root, inner), { recursive: true });
    for (const name of ['schemas', 'golden', 'registry.config.ts'])
      renameSync(path.join(folder.root, name), path.join(folder.root, inner, name));
    mkdirSync(path.join(folder.root, '.git'));
    const check = ['--root', inner, 'check', 'training.example', '--format', 'sarif'];
    const { out } = await folder.assay(...check);
    const told = toldIn(JSON.parse(out));
    expect(told.length).toBeGreaterThan(5);
    expect(told.filter(({ file }) => !file.startsWith('data%20sets/registry/'))).toEqual([]);
    expect(told).toContainEqual({
      rule: 'FIELD_UNIT_SAME',
      file: `data%20sets/registry/${FILE}`,
      line: lineOf(17),
    });
    expect(told).toContainEqual({
      rule: 'READER_REFUSES',
      file: `data%20sets/registry/${FILE}`,
      line: lineOf(23),
    });
    // Also where the command itself is refused.
    const refused = await folder.assay(
      '--root',
      inner,
      'check',
      'no.such',
      '--format',
      'sarif',
      '--out',
      'r',
    );
    expect(refused.exit).toBe(2);
    expect(toldIn(JSON.parse(folder.read('r')))[0]).toMatchObject({
      file: 'data%20sets/registry/registry.config.ts',
    });
  });

  it('is found by the .git of a linked work tree too, which is a file; and where there is none, nothing stands before', () => {
    const top = temporaryFolder();
    const inner = path.join(top, 'a', 'b');
    mkdirSync(inner, { recursive: true });
    expect(repositoryPath(inner)).toEqual([]);
    writeFileSync(path.join(top, '.git'), 'gitdir: elsewhere');
    expect(repositoryPath(inner)).toEqual(['a', 'b']);
    expect(repositoryPath(top)).toEqual([]);
    expect(repositoryPath(emptyFolder().root)).toEqual([]);
    expect(repositoryPath(path.join(top, 'no such'))).toEqual([]);
  });
});
