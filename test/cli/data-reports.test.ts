import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { htmlReport } from '../../src/cli/report/html.ts';
import { junitText } from '../../src/cli/report/junit.ts';
import { markdownReport } from '../../src/cli/report/markdown.ts';
import type { Reported } from '../../src/cli/report/reported.ts';
import { reportedCheck } from '../../src/cli/report/reported-check.ts';
import { sarifDocument } from '../../src/cli/report/sarif.ts';
import { parseConfig } from '../../src/service/config.ts';
import { judgeRevision } from '../../src/service/judge-revision.ts';
import { loadSubject } from '../../src/service/load-subject.ts';
import { newProject } from './harness.ts';
import { REPOSITORY } from './repository.ts';

/** What `check` would report of one revision of a project, judged once for all forms of report. */
async function revisionOf(
  root: string,
  subject: string,
  [from, to]: readonly [from: string | undefined, to: string],
  withheld?: readonly number[],
): Promise<Reported> {
  const config = parseConfig('registry.config.ts', {});
  if (config instanceof Fault) throw config;
  const project = { root, config };
  const loaded = loadSubject(project, subject);
  if (loaded instanceof Fault) throw loaded;
  const { contracts, sets } = loaded;
  const judged = await judgeRevision(
    project,
    loaded,
    from === undefined ? from : sets.get(from),
    sets.get(to)!,
    'run',
    withheld,
  );
  if (judged instanceof Fault) throw judged;
  const none = { waits: undefined, refused: undefined, record: { kind: 'none' }, holds: false } as const;
  const accepted = { versions: 0, revisions: 0 };
  const revisions = [{ ...judged, ...none }];
  const checked = {
    subject,
    contracts,
    accepted,
    governance: [],
    versions: [],
    revisions,
    unjudged: 0,
    mayHaveLostLedger: false,
    holds: false,
  };
  return reportedCheck({ subjects: [checked], faults: [], holds: false });
}

// biome-ignore lint/suspicious/noExplicitAny: what it holds is what the test asserts.
const sarif = (reported: Reported): any[] =>
  JSON.parse(canonicalJson(sarifDocument(reported, '1.0.0'))).runs[0].results;

const lineOf = (text: string, part: string): number =>
  text.split('\n').findIndex(line => line.includes(part)) + 1;

describe('the reports of a data revision that differs from the one before', () => {
  let reported: Reported;
  beforeAll(async () => {
    reported = await revisionOf(REPOSITORY, 'weather.daily', ['1.31.1', '2.1.0']);
  });

  it('count what became which, and name the worst part and the condition, without a value', () => {
    const markdown = markdownReport(reported);
    for (const row of [
      '| 1461 | 1461 | 1461 | 0 | 0 | 391 | 0&#46;092 |',
      '| weather (6) | 391 of 1461 | 26&#46;8 % |  |  |  |',
      '| weather (6) | 307 | (withheld) | (withheld) |',
      '| weather (6) | date &#62; (withheld) and precipitation &#62; (withheld) | true of 388 of the 391, and of 8 others |',
      '| month | (withheld) | 25 of 31 | 81 % | 15 of 48 |',
      '| cells&#46;differ&#58;weather | 391 | no threshold | no-allowance |',
    ])
      expect(markdown.split('\n')).toContain(row);
    expect(markdown).not.toMatch(/fog|2015-12|2013-04-01/);
  });

  it('have a case for each measure, and the same counts beside the verdict', () => {
    const junit = junitText(reported);
    expect(junit).toContain('name="golden slice.share:month"><failure type="GOLDEN_DIFFERS"');
    expect(junit).toContain('observed 391, no threshold (no-allowance)');
    expect(junit).toMatch(/<system-out>[\s\S]*weather \(6\) +307[\s\S]*<\/system-out>/);
    expect(junit).not.toMatch(/fog|2015-12|2013-04-01/);
  });

  it('point at the field in the contract that a measure is of, through a slice too', () => {
    const contract = readFileSync(path.join(REPOSITORY, 'schemas/weather.daily/v1.yaml'), 'utf8');
    const results = sarif(reported);
    const told = results.map(({ ruleId, level, locations: [{ physicalLocation }] }) => [
      ruleId,
      level,
      physicalLocation,
    ]);
    const at = (line: number) => ({
      artifactLocation: { uri: 'schemas/weather.daily/v1.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: line, startColumn: 5 },
    });
    expect(told).toEqual([
      ['GOLDEN_DIFFERS', 'error', at(lineOf(contract, 'id: 6'))],
      ['GOLDEN_DIFFERS', 'error', at(lineOf(contract, 'id: 1'))],
      ['GOLDEN_DIFFERS', 'error', at(lineOf(contract, 'id: 6'))],
    ]);
    expect(results[0]!.message.text).toContain('391 of 1461 samples differ (26.8 %)');
    expect(JSON.stringify(results)).not.toMatch(/fog|2015-12|2013-04-01/);
  });

  it('tell values in HTML where they are asked for, and there alone', async () => {
    const closed = htmlReport(reported, false);
    expect(closed).toContain('<td>307</td><td>(withheld)</td><td>(withheld)</td>');
    expect(closed).not.toMatch(/fog|2015-12|2013-04-01/);
    const open = htmlReport(reported, true);
    expect(open).toContain('<td>307</td><td>fog</td><td>rain</td>');
    expect(open).toContain('date &#62; 2013-04-01 and precipitation &#62; 0');
    expect(open).toContain('<td>month</td><td>2015-12</td><td>25 of 31</td>');
    const shown = htmlReport(await revisionOf(REPOSITORY, 'weather.daily', ['1.31.1', '2.1.0'], [6]), true);
    expect(shown).not.toMatch(/fog|drizzle/);
    expect(shown).toContain('<td>307</td><td>(withheld)</td><td>(withheld)</td>');
  });
});

describe('the reports of data that lack a field or break their contract', () => {
  it('say which fields were filled with a default, and at which line records were refused', async () => {
    const folder = await newProject();
    const [contract, set] = ['schemas/support.ticket/v1.yaml', 'golden/support.ticket/first'];
    folder.edit(contract, 'nullable: true', 'nullable: true\n    default: {value: 0, means: unknown}');
    const record = (ticket: number, rest: object): string =>
      `${JSON.stringify({ ticket, opened: '2026-01-05', priority: 'low', ...rest })}\n`;
    const data = record(1, {}) + record(2, { first_response: 93_000 }) + record(3, { first_response: -7 });
    folder.remove(`${set}.csv`);
    folder.write(`${set}.json`, data);
    const written = `data: {file: first.json, format: json, rows: 3, sha256: "${sha256(data)}"}\n`;
    folder.edit(`${set}.yaml`, /data:[\s\S]*nulls:\n.*\n/, written);
    const reported = await revisionOf(folder.root, 'support.ticket', [undefined, 'first']);
    const found = sarif(reported).map(({ ruleId, level, locations: [{ physicalLocation }] }) => ({
      ruleId,
      level,
      ...physicalLocation,
    }));
    expect(found).toContainEqual({
      ruleId: 'FILLED_BY_DEFAULT',
      level: 'note',
      artifactLocation: { uri: contract, uriBaseId: '%SRCROOT%' },
      region: expect.objectContaining({ startLine: lineOf(folder.read(contract), 'id: 3') }),
    });
    expect(found).toContainEqual({
      ruleId: 'RANGE',
      level: 'error',
      artifactLocation: { uri: `${set}.json`, uriBaseId: '%SRCROOT%' },
      region: { startLine: 3, startColumn: 1 },
    });
    const junit = junitText(reported);
    for (const text of [markdownReport(reported), htmlReport(reported, false), junit])
      expect(text).toContain('its default, which stands for unknown');
    expect(junit).toMatch(/name="RANGE in first_response \(3\)"><failure type="RANGE"/);
  });
});
