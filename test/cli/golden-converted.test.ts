import { describe, expect, it } from 'vitest';
import { HEAD, inSeconds, offerTickets, recordVersion } from './converted-tickets.ts';
import type { Folder } from './harness.ts';
import { convertersDigest } from './written-converter.ts';

const golden = async (folder: Folder, before = 'old', after = 'new') => {
  const heard = await folder.assay('golden', `support.ticket/${before}`, `support.ticket/${after}`, '--json');
  return { exit: heard.exit, ...heard.json() };
};

const OLD = `${HEAD}1,2026-01-05,93000,low
2,2026-01-05,41000,urgent
3,2026-01-19,,normal
4,2026-02-02,120000,normal
`;
const NEW = OLD.replaceAll('000,', ',');

async function converted(...of: Parameters<typeof inSeconds>): Promise<Folder> {
  const folder = await inSeconds(...of);
  offerTickets(folder, 'old', 1, OLD);
  offerTickets(folder, 'new', 2, NEW);
  return folder;
}

describe('revisions of two versions', () => {
  it('are compared through the converter that the change of the version names', async () => {
    const folder = await converted();
    const digest = convertersDigest(folder, 'schemas/support.ticket/converters/v1-v2.yaml');
    expect(await golden(folder)).toMatchObject({
      exit: 0,
      comparison: { rows: { before: 4, after: 4, matched: 4, differ: 0 }, rejects: null, skips: null },
      verdict: { holds: true },
      through: [digest],
    });
    const { exit, out } = await folder.assay('golden', 'support.ticket/old', 'support.ticket/new');
    expect({ exit, told: out.includes(digest) }).toEqual({ exit: 0, told: true });
    const check = await folder.assay('check', '--json');
    const judged = check.json().subjects[0].revisions.find((one: { to: string }) => one.to === 'old');
    expect(judged).toBeDefined();
  });

  it('are judged by check as golden does, because data in the old unit is no data of the new version', async () => {
    const folder = await converted();
    folder.remove('golden/support.ticket/first.yaml');
    folder.remove('golden/support.ticket/first.csv');
    offerTickets(folder, 'new', 2, OLD.replaceAll('120000', '119000'));
    folder.write(
      'schemas/support.ticket/changes/old-new.yaml',
      'changes: revision\nsubject: support.ticket\nversion: 2\nfrom: old\nto: new\nclass: migrate\nreason: A test.\n' +
        'consumers: [priority-trainer]\nbackfill: {kind: none}\nwithdraw_by: 2036-12-31\n',
    );
    const { subjects } = (await folder.assay('check', '--json')).json();
    const judged = subjects[0].revisions.find((one: { to: string }) => one.to === 'new');
    expect(judged).toMatchObject({ from: 'old', to: 'new', class: 'migrate', meaning: 'fails' });
    expect(judged.through).toHaveLength(1);
    const told = await golden(folder);
    expect({ comparison: judged.comparison, verdict: judged.verdict }).toEqual({
      comparison: told.comparison,
      verdict: told.verdict,
    });
  });

  it('show by name that the unit changed and the values did not', async () => {
    const folder = await converted();
    const many = Array.from({ length: 12 }, (_, at) => `${at},2026-01-05,${(at + 3) * 7000},low\n`).join('');
    offerTickets(folder, 'old', 1, HEAD + many);
    offerTickets(folder, 'new', 2, HEAD + many);
    const { comparison, verdict } = await golden(folder);
    expect(comparison.suspects).toMatchObject([
      {
        code: 'UNIT_CHANGED_WITHOUT_VALUES',
        unit: { before: 'ms', after: 's' },
        factor: 0.001,
        pairs: 12,
        agree: 12,
      },
    ]);
    expect(verdict.checks).toContainEqual({
      measure: 'values.factor:first_response',
      observed: 1000,
      allowed: null,
      answer: 'no-allowance',
    });
    const { out } = await folder.assay('golden', 'support.ticket/old', 'support.ticket/new');
    expect(out).toContain('UNIT_CHANGED_WITHOUT_VALUES first_response (3)');
  });

  it('keep account of what the converter refused and passed over, by the key of each sample', async () => {
    const folder = await inSeconds(undefined, {}, '\nwhere: priority != "urgent"');
    // 41,500 ms is no whole number of seconds.
    offerTickets(folder, 'old', 1, OLD.replace('120000', '41500'));
    offerTickets(folder, 'new', 2, NEW);
    const { comparison, verdict } = await golden(folder);
    expect(comparison.rows).toMatchObject({ before: 4, after: 4, matched: 2, missing: 0, extra: 0 });
    expect(comparison.rejects).toMatchObject({
      before: 1,
      after: 0,
      acceptedAfter: 1,
      reasons: [{ field: 3, code: 'PRECISION_LOSS', before: 1, after: 0 }],
    });
    expect(comparison.skips).toMatchObject({ before: 1, after: 0, changed: 1, acceptedAfter: 1 });
    expect(verdict.checks.map((check: { measure: string }) => check.measure)).toEqual([
      'rows.skipped',
      'rejects.changed',
      'label.divergence',
    ]);
  });

  it('stay apart where no converter leads from one to the other', async () => {
    const folder = await converted();
    folder.remove('schemas/support.ticket/converters/v1-v2.yaml');
    recordVersion(folder, 'none');
    expect(await golden(folder)).toMatchObject({ exit: 2, code: 'REVISIONS_APART' });
  });

  it('go through the only converter of the step where no record names one, so that it can be tried', async () => {
    const folder = await converted();
    recordVersion(folder, 'none');
    expect(await golden(folder)).toMatchObject({ exit: 0, verdict: { holds: true } });
  });
});

describe('revisions on either side of a forbidden change', () => {
  it('are not compared at all, because the structure comes first', async () => {
    const folder = await converted();
    folder.edit(
      'schemas/support.ticket/v2.yaml',
      /name: first_response\n +physical: int64\n +logical: duration\n +unit: s\n( +nullable: true)\n.*\n.*/,
      'name: agent\n    physical: string\n    logical: text\n$1',
    );
    folder.remove('schemas/support.ticket/converters');
    folder.remove('schemas/support.ticket/changes');
    offerTickets(folder, 'new', 2, NEW.replace('first_response', 'agent'), '');
    folder.edit('golden/support.ticket/new.yaml', 'first_response', 'agent');
    expect(await golden(folder)).toMatchObject({ exit: 1, code: 'GOLDEN_FORBIDDEN' });
  });
});

describe('what a converter filled in', () => {
  it('is marked as what no record wrote', async () => {
    const folder = await converted(
      undefined,
      {},
      '\n  - id: 5\n    steps:\n      - {kind: default, value: 0, means: value}',
    );
    folder.edit(
      'schemas/support.ticket/v2.yaml',
      'key: [ticket]',
      '  - {id: 5, name: reopened, physical: int32, logical: count, unit: "1", nullable: true}\nkey: [ticket]',
    );
    const digest = convertersDigest(folder, 'schemas/support.ticket/converters/v1-v2.yaml');
    recordVersion(folder, digest);
    const data = NEW.replace('priority\n', 'priority,reopened\n').replaceAll(
      /(low|urgent|normal)\n/g,
      '$1,0\n',
    );
    offerTickets(folder, 'new', 2, data);
    const { comparison } = await golden(folder);
    expect(comparison.nulls).toContainEqual({
      field: 5,
      path: 'reopened (5)',
      before: { default: 4 },
      after: { value: 4 },
      transitions: [{ from: 'default', to: 'value', count: 4 }],
    });
  });
});
