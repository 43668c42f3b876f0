import { describe, expect, it } from 'vitest';
import { isSarif, xml } from '../page.ts';
import { HEAD, inSeconds, MANY, offerTickets, recordVersion } from './converted-tickets.ts';
import type { Folder } from './harness.ts';
import { convertersDigest } from './written-converter.ts';

const run = async (folder: Folder, what = 'support.ticket') => {
  const heard = await folder.assay('golden', 'run', what, '--json');
  return { exit: heard.exit, ...heard.json() };
};

async function sampled(...of: Parameters<typeof inSeconds>): Promise<Folder> {
  const folder = await inSeconds(...of);
  for (const end of ['csv', 'yaml']) folder.remove(`golden/support.ticket/first.${end}`);
  offerTickets(folder, 'samples', 1, HEAD + MANY, 'use: samples\n');
  return folder;
}

const setOf = (found: { sets: readonly { revision: string }[] }, name: string) =>
  found.sets.find(({ revision }) => revision === name);

describe('a golden run', () => {
  it('finds nothing where the converter keeps what every record means', async () => {
    const folder = await sampled();
    const digest = convertersDigest(folder, 'schemas/support.ticket/converters/v1-v2.yaml');
    const found = await run(folder);
    expect(found).toMatchObject({ exit: 0, from: 1, to: 2, class: 'migrate', holds: true, later: [] });
    expect(setOf(found, 'samples')).toMatchObject({
      use: 'samples',
      outcome: 'compared',
      through: [digest],
      path: { read: 24, converted: 24, rejected: 0, skipped: 0 },
      isRepeatable: true,
      comparison: { rows: { matched: 24, differ: 0 }, suspects: [] },
      verdict: { holds: true },
      expected: null,
    });
    const { exit, out } = await folder.assay('golden', 'run', 'support.ticket@2');
    expect({ exit, holds: out.trimEnd().endsWith('holds') }).toEqual({ exit: 0, holds: true });
  });

  it('shows what a converter rounds, and needs a threshold for it', async () => {
    const steps = '      - {kind: unit, to: s, rounding: floor}';
    const folder = await sampled(steps);
    offerTickets(folder, 'samples', 1, HEAD + MANY.replace('14000', '14700'), 'use: samples\n');
    const found = await run(folder);
    expect(found.exit).toBe(1);
    expect(setOf(found, 'samples')).toMatchObject({
      holds: false,
      comparison: { rows: { differ: 1 }, suspects: [] },
      verdict: { checks: [{ measure: 'cells.differ:first_response', observed: 1, answer: 'no-allowance' }] },
    });
    const digest = convertersDigest(folder, 'schemas/support.ticket/converters/v1-v2.yaml');
    recordVersion(folder, digest, { 'number.absolute:first_response': 0.7 });
    const allowed = await run(folder);
    expect(setOf(allowed, 'samples')).toMatchObject({
      verdict: { holds: true, checks: [{ measure: 'number.absolute:first_response', observed: 0.7 }] },
    });

    // The reports say the same, point at the threshold, and tell no value.
    recordVersion(folder, digest, { 'number.absolute:first_response': 0.6 });
    const files = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md', '--html', 'r.html'];
    expect((await folder.assay('golden', 'run', 'support.ticket', ...files)).exit).toBe(1);
    const failures = Array.from(xml(folder.read('r.xml')).getElementsByTagName('failure'));
    expect(failures.map(one => one.getAttribute('message'))).toContainEqual(
      expect.stringMatching(/^number\.absolute:first_response: observed \(withheld\), at most 0\.6/),
    );
    const sarif = JSON.parse(folder.read('r.sarif'));
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: 'GOLDEN_RUN',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: expect.stringMatching(/support\.ticket\/changes\//) },
          },
        },
      ],
    });
    for (const file of ['r.html', 'r.md']) {
      expect(folder.read(file)).toMatch(/first(&#95;|_)response/);
      expect(folder.read(file)).not.toMatch(/14\.7|14700/);
    }
  });

  it('says that the unit changed and the values did not, of a converter that only declares it', async () => {
    const folder = await sampled('      - {kind: declare, what: [unit], reason: they were seconds}');
    folder.edit('schemas/support.ticket/v2.yaml', '[0, 2592000]', '[0, 2592000000]');
    const found = await run(folder);
    expect(found.exit).toBe(1);
    expect(setOf(found, 'samples')).toMatchObject({
      comparison: {
        suspects: [
          {
            code: 'UNIT_CHANGED_WITHOUT_VALUES',
            unit: { before: 'ms', after: 's' },
            factor: 0.001,
            agree: 23,
          },
        ],
      },
    });
  });

  it('keeps account of rejected samples and of those that were passed over', async () => {
    const folder = await sampled(undefined, {}, '\nwhere: priority != "urgent"');
    offerTickets(folder, 'samples', 1, HEAD + MANY.replace('14000', '14700'), 'use: samples\n');
    const found = await run(folder);
    const { path, comparison, verdict } = setOf(found, 'samples') as never as Record<string, never>;
    expect(path).toEqual({ read: 24, converted: 15, rejected: 1, skipped: 8 });
    expect(comparison).toMatchObject({
      rows: { before: 24, after: 24, matched: 15, missing: 0, extra: 0 },
      rejects: { before: 0, after: 1, acceptedBefore: 1, reasons: [{ field: 3, code: 'PRECISION_LOSS' }] },
      skips: { before: 0, after: 8, changed: 8, acceptedBefore: 8 },
    });
    expect(verdict).toMatchObject({ holds: false });
  });

  it('asks nothing before the structure holds: of a forbidden change, and of a converter without a plan', async () => {
    const folder = await sampled();
    folder.edit('schemas/support.ticket/converters/v1-v2.yaml', 'to: s', 'to: h');
    const digest = convertersDigest(folder, 'schemas/support.ticket/converters/v1-v2.yaml');
    recordVersion(folder, digest);
    const broken = await run(folder);
    expect(broken.exit).toBe(2);
    expect(broken.code).toMatch(/^CONVERTER_/);
    // An id that stood for another thing.
    folder.edit(
      'schemas/support.ticket/v2.yaml',
      'name: first_response\n    physical: int64\n    logical: duration\n    unit: s',
      'name: agent\n    physical: string\n    logical: text',
    );
    folder.edit('schemas/support.ticket/v2.yaml', /\n +range: \[0, 2592000\]/, '');
    folder.remove('schemas/support.ticket/changes');
    folder.remove('schemas/support.ticket/converters');
    expect(await run(folder)).toMatchObject({ exit: 1, code: 'GOLDEN_FORBIDDEN' });
  });

  it('asks nothing of a set with more broken records than it says, and takes the rejects it does say', async () => {
    const folder = await sampled();
    const broken = `${HEAD}${MANY}99,2026-01-05,7000,gigantic\n`;
    offerTickets(folder, 'samples', 1, broken, 'use: samples\n');
    expect(setOf(await run(folder), 'samples')).toMatchObject({
      outcome: 'broken',
      holds: false,
      declared: 0,
      found: 1,
      rejects: [{ code: 'UNKNOWN_ENUM', lines: [26] }],
    });
    offerTickets(folder, 'samples', 1, broken, 'use: samples\nrejects: 1\n');
    const found = await run(folder);
    expect(setOf(found, 'samples')).toMatchObject({
      outcome: 'compared',
      holds: true,
      comparison: { rejects: { before: 1, after: 1, same: 1, changed: 0 } },
    });
    expect(found.coverage[0].coverage.rejects).toEqual([{ field: 4, code: 'UNKNOWN_ENUM', count: 1 }]);
  });

  it('says where no way leads, because nobody wrote a converter', async () => {
    const folder = await sampled();
    folder.remove('schemas/support.ticket/converters');
    recordVersion(folder, 'none');
    const found = await run(folder);
    expect(found.exit).toBe(1);
    expect(setOf(found, 'samples')).toMatchObject({
      outcome: 'unreachable',
      noWay: { from: 1, to: 2, refusals: [{ code: 'UNIT_CHANGED', field: 3 }] },
    });
    const { out } = await folder.assay('golden', 'run', 'support.ticket');
    expect(out).toContain('UNIT_CHANGED in first_response (3)');
  });

  it('is refused where there is no set at all', async () => {
    const folder = await inSeconds();
    folder.remove('golden');
    expect(await run(folder)).toMatchObject({ exit: 2, code: 'GOLDEN_NO_SETS' });
  });
});

describe('samples', () => {
  it('are no data that is offered, so no check waits for them', async () => {
    const folder = await sampled();
    offerTickets(folder, 'first', 1, HEAD + MANY);
    const { subjects } = (await folder.assay('check', '--json')).json();
    expect(subjects[0].revisions.map(({ to }: { to: string }) => to)).toEqual(['first']);
    expect(await folder.assay('propose', 'support.ticket/samples')).toMatchObject({ exit: 2 });
  });

  it.each([
    ['rejects: 2\n', 'SET_REJECTS_OFFERED'],
    ['use: samples\nstrata: [mont]\n', 'SET_FIELD_UNKNOWN'],
    [
      `use: samples\nprovenance: [{source: x, sha256: "sha256:${'0'.repeat(64)}", rows: 3}]\n`,
      'PROVENANCE_ROWS',
    ],
    [
      `use: samples\nexpected: [{version: 2, file: samples.csv, sha256: "sha256:${'0'.repeat(64)}", data: "sha256:${'0'.repeat(64)}", change: "sha256:${'0'.repeat(64)}"}]\n`,
      'SET_FILE_TWICE',
    ],
  ])('are refused with %j', async (more, code) => {
    const folder = await inSeconds();
    offerTickets(folder, 'samples', 1, HEAD + MANY, more);
    expect(await run(folder)).toMatchObject({ exit: 2, code });
  });
});

describe('the coverage of golden samples', () => {
  it('tells what is missing, and is too thin until that is allowed or added', async () => {
    const folder = await sampled();
    const thin = `${HEAD}1,2026-01-05,93000,low\n2,2026-02-05,41000,low\n`;
    offerTickets(folder, 'samples', 1, thin, 'use: samples\nstrata: [priority]\n');
    const found = await run(folder);
    expect(found.exit).toBe(1);
    expect(found.coverage).toMatchObject([
      {
        version: 1,
        sets: ['samples'],
        holds: false,
        checks: [
          { measure: 'coverage.samples', missing: 18, allowed: 0, answer: 'too-thin' },
          { measure: 'coverage.terms:priority', missing: 2, named: ['normal', 'urgent'] },
          { measure: 'coverage.kinds:first_response', missing: 1, named: ['null'] },
          { measure: 'coverage.strata:priority', missing: 2, named: ['normal', 'urgent'] },
        ],
      },
    ]);
    const digest = convertersDigest(folder, 'schemas/support.ticket/converters/v1-v2.yaml');
    recordVersion(folder, digest, {
      'coverage.samples': 18,
      'coverage.terms:priority': 2,
      'coverage.kinds:first_response': 1,
      'coverage.strata:priority': 2,
    });
    expect(await run(folder)).toMatchObject({ exit: 0, coverage: [{ holds: true }] });
    recordVersion(folder, digest, { 'coverage.terms:priority': 0.5 });
    expect(await run(folder)).toMatchObject({ exit: 2, code: 'THRESHOLD_FRACTION' });
    recordVersion(folder, digest, { 'coverage.terms:prority': 1 });
    expect(await run(folder)).toMatchObject({ exit: 2, code: 'THRESHOLD_UNKNOWN' });
  });

  it('is asked for as the configuration says', async () => {
    const folder = await sampled();
    folder.write(
      'registry.config.ts',
      folder
        .read('registry.config.ts')
        .replace(/export default \{|\.\.\.|satisfies/, found =>
          found === 'export default {'
            ? 'export default {\n  coverage: { samples: 1000, perRange: 1 },'
            : found,
        ),
    );
    const { coverage } = await run(folder);
    expect(coverage[0].checks).toMatchObject([
      { measure: 'coverage.samples', missing: 976 },
      { measure: 'coverage.range:first_response', named: ['middle', 'high', 'zero'] },
    ]);
  });
});
