import { describe, expect, it } from 'vitest';
import { documentDigest, sha256 } from '../../src/base/digest.ts';
import { emptyFolder, type Folder, newProject } from './harness.ts';

const V1 = 'schemas/support.ticket/v1.yaml';
const V2 = 'schemas/support.ticket/v2.yaml';
const SET = 'golden/support.ticket/first.yaml';
const UNKNOWN_IS_ZERO = 'nullable: true\n    default: {value: 0, means: unknown}';

const checked = async (folder: Folder) => {
  const { exit, json } = await folder.assay('check', '--json');
  return { exit, ...json().subjects[0] };
};
const broken = (judged: { comparison: { findings: { rule: string; direction: string }[] } }) =>
  judged.comparison.findings.map(({ rule, direction }) => `${rule} ${direction}`);

/** A second version, made of the first. */
const secondVersion = (folder: Folder, from: string, to: string) => {
  const text = folder.read(V1).replace('support.ticket.v1', 'support.ticket.v2');
  expect(text).toContain(from);
  folder.write(V2, text.replace(from, to));
};

const acceptedProject = async () => {
  const folder = await newProject();
  for (const what of ['support.ticket@1', 'support.ticket/first'])
    expect(await folder.assay('propose', what)).toMatchObject({ exit: 0 });
  return folder;
};

describe('a default that stands for unknown and could be true', () => {
  it('fails the first version that declares it, and says in how many records it stands', async () => {
    const folder = await newProject();
    folder.edit(V1, 'nullable: true', UNKNOWN_IS_ZERO);
    const lines = [
      '{"ticket":1001,"opened":"2026-01-05","first_response":93000,"priority":"low"}',
      '{"ticket":1002,"opened":"2026-01-05","priority":"urgent"}',
      '{"ticket":1003,"opened":"2026-01-19","first_response":null,"priority":"normal"}\n',
    ].join('\n');
    folder.remove('golden/support.ticket/first.csv');
    folder.write('golden/support.ticket/first.json', lines);
    folder.edit(
      SET,
      /data:[\s\S]*nulls:\n.*\n/,
      `data:
  file: first.json
  format: json
  sha256: ${sha256(lines)}
  rows: 3
`,
    );
    const { exit, versions, revisions } = await checked(folder);
    expect(exit).toBe(1);
    expect(versions[0]).toMatchObject({ class: 'identical', encoding: 'passes', meaning: 'fails' });
    expect(broken(versions[0])).toEqual(['DEFAULT_CONFUSES_UNKNOWN backward']);
    expect(revisions[0].filled).toEqual([
      { field: 3, path: 'first_response (3)', means: 'unknown', count: 1 },
    ]);
    const { out } = await folder.assay('check');
    expect(out).toMatch(/filled +first_response \(3\): 1 record of .*stands for unknown/s);
    expect((await folder.assay('propose', 'support.ticket@1', '--json')).json()).toMatchObject({
      state: 'proposed',
      meaning: 'fails',
    });
  });

  it('is told of a field that had no default, because records may lack it from now on', async () => {
    const folder = await acceptedProject();
    secondVersion(folder, 'nullable: true', UNKNOWN_IS_ZERO);
    const { exit, versions } = await checked(folder);
    expect(exit).toBe(1);
    expect(versions[0]).toMatchObject({ class: 'migrate', meaning: 'fails' });
    expect(broken(versions[0])).toEqual(['DEFAULT_CONFUSES_UNKNOWN backward', 'DEFAULT_GIVEN backward']);
  });
});

describe('data under another version than the data before', () => {
  it('has the class of the two versions, and is told where that is shown', async () => {
    const folder = await acceptedProject();
    secondVersion(folder, 'unit: ms', 'unit: s');
    const data = folder.read('golden/support.ticket/first.csv');
    folder.write('golden/support.ticket/later.csv', data);
    folder.write(
      'golden/support.ticket/later.yaml',
      folder
        .read(SET)
        .replaceAll('first.csv', 'later.csv')
        .replace('revision: first', 'revision: later')
        .replace('version: 1', 'version: 2'),
    );
    const record = (found: string) =>
      folder.write(
        'schemas/support.ticket/changes/first-later.yaml',
        `changes: revision
subject: support.ticket
version: 2
from: first
to: later
class: ${found}
reason: the gateway measures in seconds
consumers: [priority-trainer]
backfill: {kind: none}
withdraw_by: 2036-12-31
`,
      );
    record('identical');
    const [wrong] = (await checked(folder)).revisions;
    expect(wrong.class).toBe('migrate');
    expect(wrong.record.faults).toMatchObject([
      {
        code: 'CLASS_MISMATCH',
        facts: {
          declared: 'identical',
          computed: 'migrate',
          shownBy: 'assay diff support.ticket@1 support.ticket@2',
        },
      },
    ]);
    record('migrate');
    expect((await checked(folder)).revisions[0]).toMatchObject({
      class: 'migrate',
      meaning: 'fails',
      record: { faults: [] },
    });
  });
});

describe('what a remedy or a log names', () => {
  it('can be shown: a change record by the digest that the log, the version and a refusal tell', async () => {
    const folder = await newProject();
    await folder.assay('propose', 'support.ticket@1');
    const { change, class: found } = (await folder.assay('show', 'support.ticket@1', '--json')).json().store;
    for (const argv of [
      ['show', 'support.ticket@1'],
      ['log', 'support.ticket'],
    ])
      expect((await folder.assay(...argv)).out).toContain(change);
    expect((await folder.assay('show', 'support.ticket@1')).out).toMatch(new RegExp(`class +${found}`));
    const record = (await folder.assay('show', change, '--json')).json();
    expect(documentDigest(record)).toBe(change);
    expect((await folder.assay('show', change)).out).toContain('assay.change/1');
    const report = await folder.assay('show', record.evidence.findings, '--json');
    expect(report.json()).toMatchObject({ class: 'identical', findings: [] });
    for (const [digest, code] of [
      [`sha256:${'0'.repeat(64)}`, 'OBJECT_UNKNOWN'],
      [change.slice(0, 19), 'DIGEST_MALFORMED'],
    ])
      expect((await folder.assay('show', digest, '--json')).json()).toMatchObject({ code });
  });
});

describe('a command without a project', () => {
  it('refuses one it is given, because else it would write where nobody asked', async () => {
    const folder = emptyFolder();
    for (const option of ['--root', '--store']) {
      const { exit, json } = await folder.assay(option, 'elsewhere', 'init', 'here', '--json');
      expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'USAGE' });
    }
    expect(folder.has('here')).toBe(false);
  });
});
