import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';

const HOME = 'schemas/training.example';
const THERE = `${HOME}/converters/v3-v4.yaml`;
const BACK = `${HOME}/converters/v4-v3.yaml`;
const [NEXT, DIRECT] = [`${HOME}/converters/v4-v5.yaml`, `${HOME}/converters/v3-v5.yaml`];
const REJECTED = 'response_latency_ms (17)';
const OLD = [
  '{"response_latency_ms":2,"outcome":1}',
  '{"response_latency_ms":600,"outcome":0}',
  '{"response_latency_ms":7,"outcome":3}',
  '{"response_latency_ms":7,"outcome":-100}',
  '{"response_latency_ms":601,"outcome":0}',
].join('\n');

const converter = (from: number, to: number, latency: string, more = ''): string =>
  `subject: training.example
from: ${from}
to: ${to}
fields:
  - {id: 17, steps: [${latency}]}
  - {id: 23, steps: [{kind: remap, terms: [], others: same${to === 3 ? '' : ', ignored: reject'}}]}
${more}`;

/** Version 5 counts microseconds, and has the labels of version 4. */
function project(): Folder {
  const folder = copiedProject();
  folder.write('old.jsonl', `${OLD}\n`);
  folder.write(BACK, converter(4, 3, '{kind: unit, to: s}'));
  folder.write(
    `${HOME}/v5.yaml`,
    folder
      .read(`${HOME}/v4.yaml`)
      .replace('example.v4', 'example.v5')
      .replace('millisecond', 'microsecond')
      .replace('600000]', '600000000]'),
  );
  folder.write(NEXT, converter(4, 5, '{kind: unit, to: us}'));
  folder.write(DIRECT, converter(3, 5, '{kind: unit, to: us}'));
  return folder;
}

const digestOf = async (folder: Folder, file: string): Promise<string> =>
  (await folder.assay('convert', '--explain', '--converter', file, '--json')).json().plans[0].converter;

const ask = (folder: Folder, ...more: readonly string[]) =>
  folder.assay('convert', 'old.jsonl', '--converter', THERE, ...more);

describe('assay convert --round-trip', () => {
  it('shows that a declared inverse restores what it does not leave out', async () => {
    const folder = project();
    folder.edit(THERE, 'fields:', `inverse: ${await digestOf(folder, BACK)}\nfields:`);
    const { exit, json } = await ask(folder, '--round-trip', '--json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      subject: 'training.example',
      from: 3,
      to: 4,
      converters: [await digestOf(folder, THERE)],
      back: [await digestOf(folder, BACK)],
      unread: 1,
      read: 4,
      restored: 3,
      changed: 0,
      left: 1,
      lost: 0,
      changedBy: [],
      reasons: [{ reason: 'there: REFUSED_BY_CONVERTER outcome (23)', records: 1 }],
    });
    const { out } = await ask(folder, '--round-trip');
    expect(out).toContain('3 of 4 records restored');
  });

  it('counts by field what comes back as something else, and fails, because that is no inverse', async () => {
    const folder = project();
    folder.edit(BACK, 'terms: []', 'terms: [{from: success, to: failure}]');
    const { exit, json } = await ask(folder, '--round-trip', '--back', BACK, '--json');
    expect(exit).toBe(1);
    expect(json()).toMatchObject({ restored: 2, changed: 1, changedBy: [{ field: 23, records: 1 }] });
  });

  it('fails where a record that came there is left on the way back, or none came there', async () => {
    const folder = project();
    folder.edit(BACK, '{kind: unit, to: s}', '{kind: unit, to: s}, {kind: range, max: 10, outside: reject}');
    const { exit, json } = await ask(folder, '--round-trip', '--back', BACK, '--json');
    expect(exit).toBe(1);
    expect(json()).toMatchObject({ restored: 2, changed: 0, left: 2, lost: 1 });
    expect(json().reasons).toContainEqual({ reason: `back: RANGE ${REJECTED}`, records: 1 });
    folder.write('old.jsonl', `${OLD.split('\n')[3]}\n`);
    const none = await ask(folder, '--round-trip', '--back', BACK);
    expect([none.exit, none.out.includes('no record came there')]).toEqual([1, true]);
  });

  it('needs a way back: one that is declared and there, or given', async () => {
    const folder = project();
    expect((await ask(folder, '--round-trip', '--json')).json()).toMatchObject({
      code: 'CONVERTER_INVERSE_NONE',
      facts: { from: 4, to: 3 },
    });
    folder.edit(THERE, 'fields:', `inverse: sha256:${'0'.repeat(64)}\nfields:`);
    const unknown = (await ask(folder, '--round-trip', '--json')).json();
    expect(unknown).toMatchObject({ code: 'CONVERTER_INVERSE_UNKNOWN', at: { file: THERE, line: 5 } });
    expect(unknown.facts.files).toContain(await digestOf(folder, BACK));
    const elsewhere = await ask(folder, '--round-trip', '--back', NEXT, '--json');
    expect(elsewhere.exit).toBe(2);
    expect(elsewhere.json()).toMatchObject({
      code: 'CONVERTER_OTHER_ENDS',
      facts: { leads: '4 → 5', expected: '4 → 3' },
    });
  });

  it.each([
    [['--round-trip', '--out', 'x.jsonl']],
    [['--back', BACK]],
    [['--round-trip', '--against', DIRECT]],
    [['--against', DIRECT, '--rejects', 'x.jsonl']],
  ])('is asked alone: %j is refused', async more => {
    expect(await ask(project(), ...more)).toMatchObject({ exit: 2 });
  });
});

describe('assay convert --against', () => {
  it('shows that a composition is the direct way, record by record and reject by reject', async () => {
    const folder = project();
    const { exit, json } = await ask(folder, '--converter', NEXT, '--against', DIRECT, '--json');
    expect(exit).toBe(0);
    expect(json()).toMatchObject({
      from: 3,
      to: 5,
      against: [await digestOf(folder, DIRECT)],
      read: 4,
      equal: 3,
      differing: 0,
      otherwise: { onlyFirst: 0, onlySecond: 0, left: 0 },
      alike: { sameReason: 1, otherReason: 0, skipped: 0 },
      differingBy: [],
    });
  });

  it('counts where the two part, by field, and what one of them leaves', async () => {
    const folder = project();
    folder.edit(
      DIRECT,
      '{kind: unit, to: us}',
      '{kind: unit, to: us}, {kind: range, max: 10000000, outside: reject}',
    );
    folder.edit(DIRECT, 'terms: []', 'terms: [{from: failure, to: success}]');
    const { exit, json, out } = await ask(folder, '--converter', NEXT, '--against', DIRECT, '--json');
    expect(exit, out).toBe(1);
    expect(json()).toMatchObject({
      read: 4,
      equal: 1,
      differing: 1,
      otherwise: { onlyFirst: 1, onlySecond: 0, left: 0 },
      differingBy: [{ field: 23, records: 1 }],
    });
    expect(json().reasons).toContainEqual({ reason: `second: RANGE ${REJECTED}`, records: 1 });
  });

  it('is asked of ways between the same versions only', async () => {
    const { exit, json } = await ask(project(), '--against', DIRECT, '--json');
    expect(exit).toBe(2);
    expect(json()).toMatchObject({ code: 'CONVERTER_OTHER_ENDS', facts: { expected: '3 → 4' } });
  });
});

describe('two converters of one source', () => {
  it('say of which bytes both were made, because one source of truth is what they share', async () => {
    const folder = project();
    const [one, other] = [
      (await ask(folder, '--out', 'one.jsonl', '--json')).json(),
      (
        await folder.assay('convert', 'old.jsonl', '--converter', DIRECT, '--out', 'two.jsonl', '--json')
      ).json(),
    ];
    expect(one.digest).toBe(other.digest);
    expect([one.to, other.to]).toEqual([4, 5]);
  });
});

describe('a direct converter beside those that lead over others', () => {
  it('is planned whenever the last step is judged, whoever names it', async () => {
    const folder = project();
    folder.write(
      `${HOME}/changes/v4-v5.yaml`,
      folder.read(`${HOME}/changes/v3-v4.yaml`).replace('from: 3', 'from: 4').replace('to: 4', 'to: 5'),
    );
    const codes = async (): Promise<string> => (await folder.assay('check', 'training.example')).out;
    expect(await codes()).not.toContain('CONVERTER_MEANING_LEFT');
    folder.edit(DIRECT, 'to: us', 'to: ms');
    expect(await codes()).toContain('CONVERTER_MEANING_LEFT');
    folder.remove(NEXT);
    expect(await codes()).not.toContain('CONVERTER_MEANING_LEFT');
  });
});
