import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { isSarif, xml } from '../page.ts';
import { copiedProject, type Folder } from './harness.ts';

const HOME = 'schemas/training.example';
const CONVERTER = `${HOME}/converters/v3-v4.yaml`;
const RECORD = `${HOME}/changes/v3-v4.yaml`;
const OLD = [
  '{"response_latency_ms":2,"outcome":1}',
  '{"response_latency_ms":601,"outcome":0}',
  '{"response_latency_ms":7,"outcome":3}',
  '{"response_latency_ms":7,"outcome":-100}',
].join('\n');

function project(): Folder {
  const folder = copiedProject();
  folder.write('old.jsonl', `${OLD}\n`);
  return folder;
}
const convert = (folder: Folder, ...more: readonly string[]) =>
  folder.assay('convert', 'old.jsonl', '--converter', CONVERTER, ...more);

/** The digest of a converter, as the program says it. */
async function digestOf(folder: Folder, file = CONVERTER): Promise<string> {
  const { json } = await folder.assay('convert', '--explain', '--converter', file, '--json');
  return json().plans[0].converter;
}

describe('assay convert', () => {
  it('gives out what could be converted, and says of the rest why not', async () => {
    const folder = project();
    const { exit, bytes, err } = await convert(folder, '--rejects', 'rejects.jsonl');
    expect(Buffer.from(bytes()).toString()).toBe(
      '{"response_latency_ms":2000,"outcome":"failure"}\n{"response_latency_ms":7000,"outcome":"cancelled"}\n',
    );
    expect(exit).toBe(1);
    expect(err).toContain('2 of 4 records');
    const rejects = folder.read('rejects.jsonl').trim().split('\n');
    expect(rejects.map(line => JSON.parse(line) as object)).toEqual([
      { row: 1, field: 17, path: 'response_latency_ms (17)', code: 'RANGE' },
      { row: 3, field: 23, path: 'outcome (23)', code: 'REFUSED_BY_CONVERTER' },
    ]);
  });

  it('leaves reports of what became of the records, without a value, and over no file of its own', async () => {
    const folder = project();
    const files = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--markdown', 'r.md', '--html', 'r.html'];
    const { exit, out } = await convert(folder, '--out', 'new.jsonl', ...files);
    expect([exit, out.includes('2 of 4 records')]).toEqual([1, true]);
    const cases = Array.from(xml(folder.read('r.xml')).getElementsByTagName('testcase'));
    expect(cases.map(one => one.getAttribute('name'))).toEqual([
      'records',
      'RANGE response_latency_ms (17)',
      'REFUSED_BY_CONVERTER outcome (23)',
    ]);
    const sarif = JSON.parse(folder.read('r.sarif'));
    expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
    expect(sarif.runs[0].results).toHaveLength(2);
    expect(folder.read('r.md')).toContain('| 4 | 2 | 2 | 0 |');
    expect(folder.read('r.html')).toContain('2 of 4 records of <bdi>old.jsonl</bdi> were rejected');
    for (const name of ['r.xml', 'r.sarif', 'r.md', 'r.html'])
      expect(folder.read(name)).not.toMatch(/601|-100/);
    const refused = [
      await convert(folder, '--html', 'old.jsonl'),
      await convert(folder, '--html', CONVERTER),
      await convert(folder, '--rejects', 'r', '--html', 'r'),
      await folder.assay('convert', '--explain', '--converter', CONVERTER, '--html', 'r.html'),
    ];
    for (const heard of refused) expect([heard.exit, heard.err.includes('USAGE')]).toEqual([2, true]);
    expect(folder.read('old.jsonl')).toBe(`${OLD}\n`);
    expect((await convert(folder, '--digest', sha256(''), '--html', 'r.html')).exit).not.toBe(0);
    expect(folder.read('r.html')).toContain('What could not be judged');
  });

  it('accounts for every record in one document', async () => {
    const folder = project();
    const { json } = await convert(folder, '--out', 'new.jsonl', '--json');
    expect(json()).toMatchObject({
      subject: 'training.example',
      from: 3,
      to: 4,
      converters: [await digestOf(folder)],
      format: 'json',
      bytes: 'BYTES_UNVERIFIED',
      read: 4,
      converted: 2,
      rejected: 2,
      reasons: [
        { reason: 'RANGE response_latency_ms (17)', records: 1 },
        { reason: 'REFUSED_BY_CONVERTER outcome (23)', records: 1 },
      ],
      defaulted: [],
    });
    expect(folder.read('new.jsonl').split('\n')).toHaveLength(3);
  });

  it('passes over records that the converter does not look at, and counts them', async () => {
    const folder = project();
    folder.edit(CONVERTER, 'fields:', 'where: response_latency_ms > 2 && outcome != -100\nfields:');
    const { json } = await convert(folder, '--out', 'new.jsonl', '--json');
    expect(json()).toMatchObject({ read: 4, converted: 1, rejected: 1, skipped: 2 });
    expect(folder.read('new.jsonl')).toBe('{"response_latency_ms":7000,"outcome":"cancelled"}\n');
  });

  it('goes back, in one way of two converters, and ends with what it began with', async () => {
    const folder = project();
    folder.write('old.jsonl', `${OLD.split('\n')[0]}\n`);
    const back = `${HOME}/converters/v4-v3.yaml`;
    folder.write(
      back,
      `subject: training.example
from: 4
to: 3
fields:
  - {id: 17, steps: [{kind: unit, to: s}]}
  - {id: 23, steps: [{kind: remap, terms: [], others: same}]}
`,
    );
    const { exit, bytes } = await convert(folder, '--converter', back);
    expect(exit).toBe(0);
    expect(Buffer.from(bytes()).toString()).toBe(`${OLD.split('\n')[0]}\n`);
    const gap = await folder.assay(
      'convert',
      '--explain',
      '--converter',
      back,
      '--converter',
      back,
      '--json',
    );
    expect(gap).toMatchObject({ exit: 2 });
    expect(gap.json()).toMatchObject({ code: 'CONVERTER_CHAIN_GAP' });
  });

  it('explains a plan, for a person and as the document that its digest hashes', async () => {
    const folder = project();
    const { exit, out } = await folder.assay('convert', '--explain', '--converter', CONVERTER);
    expect(exit).toBe(0);
    expect(out).toContain('×1000');
    const { json } = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
    const [{ plan, ...document }] = json().plans;
    expect(document.fields[1].steps[0].terms[1]).toEqual({
      from: 'failure',
      to: 'failure',
      value: 'failure',
    });
    const canonical = JSON.stringify(document, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
    expect(plan).toBe(sha256(canonical));
  });

  it('is one of the two: a plan that is explained, or a file that is converted', async () => {
    const folder = project();
    for (const words of [['--explain', 'old.jsonl'], [], ['old.jsonl', '--json']])
      expect(await folder.assay('convert', ...words, '--converter', CONVERTER)).toMatchObject({ exit: 2 });
  });
});

describe('a converter that is wrong', () => {
  const FIRST = '      - {kind: unit, to: ms}';
  const steps = (text: string) => ['steps:\n      - {kind: unit, to: ms}', `steps: [${text}]`] as const;
  const CASES: ReadonlyArray<readonly [code: string, from: string, to: string, line: number]> = [
    ['CONVERTER_FIELD_UNKNOWN', 'id: 17', 'id: 18', 6],
    ['CONVERTER_FIELD_TWICE', '  - id: 23', '  - id: 17\n  - id: 23', 9],
    ['CONVERTER_DROP_USED', 'fields:', 'drop: [17]\nfields:', 5],
    ['CONVERTER_STEP_UNFIT', 'to: ms', 'to: kg', 8],
    ['CONVERTER_VALUE_UNFIT', ...steps('{kind: range, min: 0.5, outside: clip}'), 7],
    ['CONVERTER_MEANING_LEFT', FIRST, '      - {kind: range, min: 0, outside: clip}', 6],
    ['CONVERTER_EXPRESSION', 'fields:', 'where: latency > 2\nfields:', 5],
    ['CONVERTER_TERM_UNKNOWN', 'terms: []', 'terms: [{from: sucess, to: success}]', 12],
    ['CONVERTER_TERM_TWICE', 'terms: []', 'terms: [{from: ok, to: ok}, {from: 1, to: 1}]', 12],
    ['CONVERTER_TERMS_LEFT', '        others: same\n', '', 12],
    ['CONVERTER_UNKNOWN_LEFT', '        ignored: reject\n', '', 11],
  ];
  it.each(CASES)('is refused with %s, at its line', async (code, from, to, line) => {
    const folder = project();
    folder.edit(CONVERTER, from, to);
    const { exit, json } = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
    expect(exit).toBe(2);
    expect(json()).toMatchObject({ code, at: { file: CONVERTER, line } });
  });

  it('is told of all that is wrong', async () => {
    const folder = project();
    folder.edit(CONVERTER, 'to: ms', 'to: kg');
    folder.edit(CONVERTER, '        ignored: reject\n', '');
    const { exit, err } = await folder.assay('convert', '--explain', '--converter', CONVERTER);
    expect(exit).toBe(2);
    expect(err).toContain('CONVERTER_STEP_UNFIT');
    expect(err).toContain('CONVERTER_UNKNOWN_LEFT');
  });

  it('leaves no field of either version aside', async () => {
    const folder = project();
    const v4 = folder.read(`${HOME}/v4.yaml`);
    const third = '  - {id: 30, name: note, physical: string, logical: text, nullable: false}\n';
    folder.write(
      `${HOME}/v5.yaml`,
      v4.replace('example.v4', 'example.v5').replace('normalizer:', `${third}normalizer:`),
    );
    const there = `${HOME}/converters/v4-v5.yaml`;
    const said = async (text: string) => {
      folder.write(there, text);
      const { json } = await folder.assay('convert', '--explain', '--converter', there, '--json');
      return json();
    };
    const head = (from: number, to: number) => `subject: training.example\nfrom: ${from}\nto: ${to}\n`;
    expect(await said(`${head(4, 5)}fields: []\n`)).toMatchObject({ code: 'CONVERTER_FIELD_UNFED' });
    expect(await said(`${head(5, 4)}fields: []\n`)).toMatchObject({ code: 'CONVERTER_FILE_NAME' });
    folder.remove(there);
    const back = `${HOME}/converters/v5-v4.yaml`;
    folder.write(back, `${head(5, 4)}fields: []\n`);
    const { json } = await folder.assay('convert', '--explain', '--converter', back, '--json');
    expect(json()).toMatchObject({ code: 'CONVERTER_FIELD_LEFT', facts: { field: 'note (30)' } });
    folder.remove(back);
    folder.write('stray.yaml', `${head(5, 9)}fields: []\n`);
    const stray = await folder.assay('convert', '--explain', '--converter', 'stray.yaml', '--json');
    expect(stray.json()).toMatchObject({ code: 'VERSION_UNKNOWN', at: { file: 'stray.yaml', line: 3 } });
  });
});

describe('the converter that a change record names', () => {
  const proposed = (folder: Folder) => folder.assay('propose', 'training.example@4', '--json');
  const named = (folder: Folder, digest: string) =>
    folder.edit(RECORD, 'class:', `converter: ${digest}\nclass:`);

  /** Version 3 is stored, and 4 is not. */
  async function third(): Promise<Folder> {
    const folder = project();
    await folder.assay('propose', 'training.example@3');
    return folder;
  }

  it('is one of the project, and converts this step', async () => {
    const folder = await third();
    named(folder, `sha256:${'0'.repeat(64)}`);
    const unknown = (await proposed(folder)).json();
    expect(unknown).toMatchObject({ code: 'CONVERTER_UNKNOWN', at: { file: RECORD, line: 5 } });
    expect(unknown.facts.files).toContain(await digestOf(folder));
    folder.edit(RECORD, /converter: .*\n/, '');
    folder.write(`${HOME}/converters/v3-v3.yaml`, 'subject: training.example\nfrom: 3\nto: 3\nfields: []\n');
    named(folder, await digestOf(folder, `${HOME}/converters/v3-v3.yaml`));
    expect((await proposed(folder)).json()).toMatchObject({ code: 'CONVERTER_OTHER_STEP' });
  });

  it('can be run: one that is wrong is refused where it is wrong', async () => {
    const folder = await third();
    folder.edit(CONVERTER, 'to: ms', 'to: us');
    const { json } = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
    expect(json()).toMatchObject({ code: 'CONVERTER_MEANING_LEFT' });
    named(folder, `sha256:${'0'.repeat(64)}`);
    const { facts } = (await proposed(folder)).json();
    folder.edit(RECORD, /converter: .*/, `converter: ${/sha256:[0-9a-f]{64}/.exec(facts.files)![0]}`);
    expect((await proposed(folder)).json()).toMatchObject({
      code: 'CONVERTER_MEANING_LEFT',
      at: { file: CONVERTER },
    });
  });

  it('lets a migration be approved, and is the one that is run', async () => {
    const folder = await third();
    named(folder, await digestOf(folder));
    expect((await proposed(folder)).json()).toMatchObject({ state: 'proposed' });
    expect(await convert(folder)).toMatchObject({ exit: 1 });
    folder.edit(CONVERTER, 'to: ms}', 'to: ms, rounding: floor}');
    const { exit, json } = await convert(folder, '--out', 'new.jsonl', '--json');
    expect(exit).toBe(1);
    expect(json()).toMatchObject({ code: 'CONVERTER_NOT_RECORDED', at: { file: RECORD } });
    expect(folder.has('new.jsonl')).toBe(false);
  });
});
