import { describe, expect, it } from 'vitest';
import { HEAD, inSeconds, MANY, offerTickets, recordVersion, sha256Text } from './converted-tickets.ts';
import type { Folder } from './harness.ts';
import { convertersDigest, writeConverter } from './written-converter.ts';

const FILE = 'golden/support.ticket/samples.v2.jsonl';
const MANIFEST = 'golden/support.ticket/samples.yaml';
const CONVERTER = 'schemas/support.ticket/converters/v1-v2.yaml';

const ask = async (folder: Folder, command: string, ...more: readonly string[]) => {
  const heard = await folder.assay('golden', command, 'support.ticket', '--json', ...more);
  return { exit: heard.exit, ...heard.json() };
};

async function sampled(
  steps?: string,
  data = HEAD + MANY,
  more = 'use: samples\n',
  where = '',
): Promise<Folder> {
  const folder = await inSeconds(steps, {}, where);
  for (const end of ['csv', 'yaml']) folder.remove(`golden/support.ticket/first.${end}`);
  offerTickets(folder, 'samples', 1, data, more);
  return folder;
}

describe('golden accept', () => {
  it('writes what each record becomes, under its digest, and holds every later run to it', async () => {
    const folder = await sampled();
    const accepted = await ask(folder, 'accept');
    expect(accepted).toMatchObject({
      exit: 0,
      version: 2,
      sets: [{ revision: 'samples', state: 'accepted' }],
    });
    const text = folder.read(FILE);
    expect(text.split('\n')[0]).toBe(
      '{"row":0,"record":{"ticket":0,"opened":"2026-01-05","first_response":7,"priority":"low"}}',
    );
    expect(accepted.sets[0].sha256).toBe(sha256Text(text));
    expect(await ask(folder, 'run')).toMatchObject({
      exit: 0,
      sets: [{ expected: { state: 'compared', holds: true } }],
    });
    expect(await ask(folder, 'accept')).toMatchObject({ exit: 0, sets: [{ state: 'same' }] });
    expect(await folder.assay('check')).not.toMatchObject({ exit: 2 });
  });

  it('keeps what was rejected or passed over as such', async () => {
    const data = HEAD + MANY.replace('14000', '14700');
    const folder = await sampled(undefined, data, 'use: samples\n', '\nwhere: priority != "urgent"');
    recordVersion(folder, convertersDigest(folder, CONVERTER), {
      'rows.skipped': 8,
      'rejects.changed': 1,
      'label.divergence': 1,
    });
    expect(await ask(folder, 'accept')).toMatchObject({ exit: 0 });
    const lines = folder.read(FILE).split('\n');
    expect(lines.slice(1, 3)).toEqual([
      '{"row":1,"field":3,"code":"PRECISION_LOSS"}',
      '{"row":2,"skipped":true}',
    ]);
    expect(await ask(folder, 'run')).toMatchObject({ exit: 0, sets: [{ expected: { holds: true } }] });
  });

  it('finds a converter that does something else by now, and replaces nothing by itself', async () => {
    const folder = await sampled();
    await ask(folder, 'accept');
    const before = [folder.read(FILE), folder.read(MANIFEST)];
    const clipped = writeConverter(
      folder,
      'support.ticket',
      [1, 2],
      '\n  - id: 3\n    steps:\n      - {kind: unit, to: s}\n      - {kind: range, max: 100, outside: clip}',
    );
    recordVersion(folder, clipped, { 'number.absolute:first_response': 1000 });
    const run = await ask(folder, 'run');
    expect(run.exit).toBe(1);
    expect(run.sets[0]).toMatchObject({
      verdict: { holds: true },
      expected: { state: 'compared', holds: false, comparison: { rows: { differ: 10 } } },
    });
    expect(await ask(folder, 'accept')).toMatchObject({ exit: 1, code: 'EXPECTED_DIFFERS' });
    expect([folder.read(FILE), folder.read(MANIFEST)]).toEqual(before);
    expect(await ask(folder, 'accept', '--replace')).toMatchObject({
      exit: 0,
      sets: [{ state: 'replaced', before: sha256Text(before[0]!) }],
    });
    expect(folder.read(MANIFEST).match(/version: 2/g)).toHaveLength(1);
    expect(await ask(folder, 'run')).toMatchObject({ exit: 0, sets: [{ expected: { holds: true } }] });
  });

  it('is refused while anything is unexplained, thin, or not written down', async () => {
    const folder = await sampled(
      '      - {kind: unit, to: s, rounding: floor}',
      HEAD + MANY.replace('14000', '14700'),
    );
    expect(await ask(folder, 'accept')).toMatchObject({
      exit: 1,
      code: 'GOLDEN_UNEXPLAINED',
      facts: { because: 'cells.differ:first_response (no-allowance)' },
    });
    recordVersion(folder, 'none', { 'number.absolute:first_response': 1 });
    expect(await ask(folder, 'accept')).toMatchObject({ exit: 1, code: 'GOLDEN_UNEXPLAINED' });
    folder.remove('schemas/support.ticket/changes');
    expect(await ask(folder, 'accept')).toMatchObject({ exit: 2, code: 'CHANGE_MISSING' });
    recordVersion(folder, convertersDigest(folder, CONVERTER), { 'number.absolute:first_response': 1 });
    offerTickets(folder, 'samples', 1, `${HEAD}1,2026-01-05,93000,low\n`, 'use: samples\n');
    expect(await ask(folder, 'accept')).toMatchObject({ exit: 1, code: 'GOLDEN_THIN' });
    expect(folder.has(FILE)).toBe(false);
  });

  it('has nothing to accept of a set of the version itself, or of none', async () => {
    const folder = await sampled();
    expect(await ask(folder, 'accept', '--set', 'other')).toMatchObject({ exit: 2, code: 'GOLDEN_NOTHING' });
    const first = await folder.assay('golden', 'accept', 'support.ticket@1', '--json');
    expect({ exit: first.exit, code: first.json().code }).toEqual({ exit: 2, code: 'GOLDEN_NOTHING' });
  });

  it('is stale when the set has other samples, and broken when its file is another', async () => {
    const folder = await sampled();
    await ask(folder, 'accept');
    folder.write('more.csv', `${HEAD}100,2026-01-05,7000,low\n`);
    const added = await folder.assay(
      'golden',
      'add',
      'support.ticket/samples',
      'more.csv',
      '--source',
      'x',
      '--json',
    );
    expect(added.json()).toMatchObject({ stale: [2] });
    expect(await ask(folder, 'run')).toMatchObject({ exit: 1, sets: [{ expected: { state: 'stale' } }] });
    expect(await ask(folder, 'accept', '--replace')).toMatchObject({ exit: 0 });
    const text = folder.read(FILE);
    folder.write(FILE, text.replace('"low"', '"urgent"'));
    expect(await ask(folder, 'run')).toMatchObject({ exit: 2, code: 'DATA_DIGEST_MISMATCH' });
    // A line that is none, under a digest that says it is.
    const broken = text.replace('{"row":0,"record"', '{"row":0,"records"');
    folder.write(FILE, broken);
    folder.edit(MANIFEST, sha256Text(text), sha256Text(broken));
    expect(await ask(folder, 'run')).toMatchObject({ exit: 2, code: 'EXPECTED_MALFORMED', at: { line: 1 } });
  });
});
