import { describe, expect, it } from 'vitest';
import { told } from './adopting.ts';
import { approvers, CHANGE_FILE, sign, V4, waiting } from './approving.ts';
import { HEAD, inSeconds, MANY, offerTickets } from './converted-tickets.ts';
import type { Folder } from './harness.ts';

type Said = { condition: string; state: string; findings: { name: string; text: string; waiver: unknown }[] };

const gate = async (folder: Folder, what = V4) => {
  const { exit, isOpen, conditions, change } = await told(folder, 'gate', what);
  const states = Object.fromEntries((conditions as Said[]).map(one => [one.condition, one.state]));
  return { exit, isOpen, change, states, conditions: conditions as Said[] };
};

const V2 = 'support.ticket@2';

/** Version 2 of the tickets waits, a migration to seconds, and reports of it lie in files. */
async function reported(): Promise<{ folder: Folder; change: string }> {
  const folder = await inSeconds();
  for (const end of ['csv', 'yaml']) folder.remove(`golden/support.ticket/first.${end}`);
  offerTickets(folder, 'samples', 1, HEAD + MANY, 'use: samples\n');
  await told(folder, 'propose', 'support.ticket@1');
  const { change } = await told(folder, 'propose', V2);
  folder.write('golden.json', (await folder.assay('golden', 'run', V2, '--json')).out);
  return { folder, change };
}

describe('assay gate', () => {
  it('shows every condition with its evidence, and activating lists all that are not met', async () => {
    const { folder, change } = await waiting();
    approvers(folder, { ada: '', ben: '' }, '[]');
    const said = await gate(folder);
    expect(said).toMatchObject({ exit: 1, isOpen: false, change });
    expect(said.states).toEqual({
      evidence: 'met',
      matrix: 'met',
      readers: 'met',
      rejects: 'met',
      converter: 'met',
      golden: 'unmet',
      shadow: 'unmet',
      coverage: 'unmet',
      deadline: 'met',
      retirement: 'met',
      approvals: 'unmet',
    });
    const { code, facts } = await told(folder, 'activate', V4);
    expect(code).toBe('GATE_UNMET');
    expect(facts).toMatchObject({ count: 4 });
    for (const one of ['GOLDEN_UNMET', 'SHADOW_UNMET', 'COVERAGE_UNMET', 'APPROVAL_THRESHOLD'])
      expect(facts.unmet).toContain(one);
    const { out, exit } = await folder.assay(
      'gate',
      V4,
      '--junit',
      'g.xml',
      '--sarif',
      'g.sarif',
      '--markdown',
      'g.md',
    );
    expect(exit).toBe(1);
    expect(out).toContain('gate closed');
    expect(folder.read('g.xml')).toContain('GOLDEN_UNMET');
    expect(folder.read('g.sarif')).toContain('SHADOW_UNMET');
    expect(folder.read('g.md')).toContain('no shadow report is attached');
  });

  it('is closed to a reader who stays behind and is written nothing any more, unless somebody answers for that', async () => {
    const { folder } = await waiting();
    folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [4]');
    const found = await gate(folder);
    expect(found.states).toMatchObject({ readers: 'unmet' });
    expect(found.conditions.find(({ condition }) => condition === 'readers')!.findings).toMatchObject([
      { name: 'outcome-trainer', waiver: null },
    ]);
    const waiver = (waives: string, until = '2026-01-15') =>
      `waivers:\n  - {waives: '${waives}', owner: ada, reason: It is rebuilt next week., until: ${until}}\n`;
    const text = folder.read(CHANGE_FILE);
    const amended = async (more: string) => {
      folder.write(CHANGE_FILE, text + more);
      return told(folder, 'amend', V4);
    };
    expect(await amended(waiver('readers:outcome-trainer', '2026-01-14'))).toMatchObject({
      code: 'WAIVER_PASSED',
      at: { file: CHANGE_FILE },
    });
    expect(await amended(waiver('approvals'))).toMatchObject({ exit: 2, at: { file: CHANGE_FILE } });
    const { change } = await amended(waiver('readers:outcome-trainer'));
    // What is waived stands in every report, the gate's and those of check.
    const files = ['r.xml', 'r.sarif', 'r.md', 'r.html'];
    const forms = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md', '--html', 'r.html'];
    expect((await folder.assay('check', ...forms)).out).toContain('waived by ada until 2026-01-15');
    for (const file of files) expect(folder.read(file), file).toContain('It is rebuilt next week');
    expect((await gate(folder)).states).toMatchObject({ readers: 'waived' });
    await told(folder, 'approve', V4, '--change', change);
    const later = folder.as({ now_ms: () => Date.UTC(2026, 0, 16) });
    expect(await later('activate', V4)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('GATE_UNMET'),
    });
    expect((await folder.assay('gate', V4)).out).toContain('waived by ada until 2026-01-15');
    expect(await told(folder, 'activate', V4)).toMatchObject({ state: 'active' });
  });

  it('is closed when the day has passed until which the change may be withdrawn', async () => {
    const { folder, change } = await waiting();
    await told(folder, 'approve', V4, '--change', change);
    const late = folder.as({ now_ms: () => Date.UTC(2027, 1, 1) });
    expect(await late('activate', V4)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('DEADLINE_PASSED'),
    });
  });

  it('knows no proposal that was never made', async () => {
    const { folder } = await waiting();
    expect(await told(folder, 'gate', 'training.example@9')).toMatchObject({ code: 'PROPOSAL_UNKNOWN' });
  });
});

describe('assay attach', () => {
  it('gives the change record another digest, and voids what was approved of the one before', async () => {
    const { folder, change } = await reported();
    approvers(folder, { ada: '', ben: '' }, "[{ subjects: 'all', evidence: ['golden'] }]");
    await sign(folder, 'ada', 'data-owner', change, V2);
    await sign(folder, 'ben', 'model-owner', change, V2);
    const attached = await told(folder, 'attach', V2, '--golden', 'golden.json');
    expect(attached).toMatchObject({ kind: 'attached', replaced: change, state: 'proposed', voided: 2 });
    expect(await sign(folder, 'ada', 'data-owner', change, V2)).toMatchObject({ code: 'EVIDENCE_CHANGED' });
    expect(await told(folder, 'attach', V2, '--golden', 'golden.json')).toMatchObject({
      code: 'EVIDENCE_ATTACHED',
    });
    const { conditions } = await gate(folder, V2);
    const evidence = conditions.find(({ condition }) => condition === 'golden') as unknown as {
      evidence: string[];
    };
    expect(evidence.evidence).toHaveLength(1);
    // Proposing the same again is the same, whatever was attached since.
    expect(await told(folder, 'propose', V2)).toMatchObject({ kind: 'already', change: attached.change });
  });

  it('opens the gate with all reports and both owners, and with nothing less', async () => {
    const { folder } = await reported();
    approvers(folder, { ada: '', ben: '' }, '[]');
    folder.write('old.csv', HEAD + MANY);
    folder.write('new.csv', HEAD + MANY.replaceAll('000,', ','));
    const sides = ['--old', 'old.csv', '--new', 'new.csv', '--null', ''];
    const shadow = (await folder.assay('shadow', ...sides, '--subject', V2, '--old-version', '1', '--json'))
      .out;
    folder.write('shadow.json', shadow);
    const reports = ['--golden', 'golden.json', '--shadow', 'shadow.json'];
    const { change } = await told(folder, 'attach', V2, ...reports);
    await sign(folder, 'ada', 'data-owner', change, V2);
    expect((await gate(folder, V2)).states).toMatchObject({
      golden: 'met',
      coverage: 'met',
      approvals: 'unmet',
    });
    await sign(folder, 'ben', 'model-owner', change, V2);
    const { states, conditions } = await gate(folder, V2);
    expect(states, JSON.stringify(conditions)).toMatchObject({ shadow: 'met', approvals: 'met' });
    expect(await told(folder, 'activate', V2)).toMatchObject({ state: 'active' });
    expect(await told(folder, 'propose', V2)).toMatchObject({ kind: 'already', change });
    expect((await folder.assay('check')).exit).toBe(0);
  });

  it('takes no report of other schemas, thresholds or converters, and nothing that is no report', async () => {
    const { folder } = await reported();
    const attach = (file: string) => told(folder, 'attach', V2, '--golden', file);
    const edited = (from: RegExp, to: string) =>
      folder.write('edited.json', folder.read('golden.json').replace(from, to));
    const other = `sha256:${'0'.repeat(64)}`;
    edited(/"recordSchema":\s*"[^"]+"/, `"recordSchema":"${other}"`);
    expect(await attach('edited.json')).toMatchObject({
      code: 'EVIDENCE_UNBOUND',
      facts: { part: 'record schema', says: other },
    });
    edited(/"recordSchemaBefore":\s*"[^"]+"/, `"recordSchemaBefore":"${other}"`);
    expect(await attach('edited.json')).toMatchObject({
      code: 'EVIDENCE_UNBOUND',
      facts: { part: 'record schema before' },
    });
    edited(/"thresholds":\s*\{\}/, '"thresholds":{"cells.share":0.5}');
    expect(await attach('edited.json')).toMatchObject({
      code: 'EVIDENCE_UNBOUND',
      facts: { part: 'thresholds' },
    });
    folder.write('edited.json', '{"format":"assay.golden-run/1"}');
    expect(await attach('edited.json')).toMatchObject({
      code: 'EVIDENCE_PARSE',
      facts: { file: 'edited.json' },
    });
    folder.write('edited.json', '[]');
    expect(await attach('edited.json')).toMatchObject({ code: 'EVIDENCE_PARSE', facts: { path: 'format' } });
    expect(await told(folder, 'attach', V2)).toMatchObject({ code: 'USAGE' });
    expect(await told(folder, 'attach', 'support.ticket@1', '--golden', 'golden.json')).toMatchObject({
      exit: 2,
    });
  });
});
