import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';

const V4 = 'schemas/training.example/v4.yaml';
const OUTCOME = 'schemas/vocabularies/outcome.yaml';

type Bad = {
  readonly what: string;
  readonly change: (folder: Folder) => void;
  readonly code: string;
  readonly at: readonly [file: string, line: number, column: number];
  /** Told where there is one: a fact of the refusal. */
  readonly facts?: object;
};

/** The contract reads: schema 1, fields 2, latency 3 to 9 (id 3, unit 7, range 9), outcome 10 to 14. */
const BAD: readonly Bad[] = [
  {
    what: 'an unknown key',
    change: folder => folder.edit(V4, '    unit: millisecond', '    unit: millisecond\n    defualt: 5'),
    code: 'UNKNOWN_KEY',
    at: [V4, 8, 5],
    facts: { key: 'defualt', nearest: 'default' },
  },
  {
    what: 'a duplicate key',
    change: folder => folder.edit(V4, '    unit: millisecond', '    unit: millisecond\n    unit: second'),
    code: 'YAML_DUPLICATE_KEY',
    at: [V4, 8, 5],
    facts: { key: 'unit', first_line: 7 },
  },
  {
    what: 'a duplicate id',
    change: folder => folder.edit(V4, 'id: 17', 'id: 23'),
    code: 'FIELD_ID_DUPLICATE',
    at: [V4, 10, 9],
    facts: { id: 23, field: 'outcome', other: 'response_latency_ms' },
  },
  {
    what: 'a duration without a unit',
    change: folder => folder.edit(V4, '    unit: millisecond\n', ''),
    code: 'FIELD_KEY_MISSING',
    at: [V4, 3, 5],
    facts: { field: 'response_latency_ms', key: 'unit' },
  },
  {
    what: 'a vocabulary whose content no longer has its digest',
    change: folder => folder.edit(OUTCOME, /label: \w+/, 'label: another'),
    code: 'VOCAB_DIGEST_MISMATCH',
    at: ['schemas/training.example/subject.yaml', 17, 30],
    facts: { file: 'vocabularies/outcome.yaml' },
  },
  {
    what: 'an alias bomb',
    change: folder =>
      folder.write(
        V4,
        ['a: &a [x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b]', ''].join(
          '\n',
        ),
      ),
    code: 'YAML_ALIAS',
    at: [V4, 1, 4],
  },
  {
    what: '50 MB',
    change: folder => folder.write(V4, Buffer.alloc(50_000_000, '# a long story\n')),
    code: 'DOCUMENT_TOO_LARGE',
    at: [V4, 1, 1],
    facts: { bytes: 50_000_000 },
  },
  {
    what: 'a tab for indentation',
    change: folder => folder.edit(V4, '    unit: millisecond', '\tunit: millisecond'),
    code: 'YAML_TAB',
    at: [V4, 7, 1],
  },
  {
    what: 'invalid UTF-8',
    change: folder => {
      const bytes = Buffer.from(folder.read(V4));
      bytes[bytes.indexOf('millisecond')] = 0xff;
      folder.write(V4, bytes);
    },
    code: 'INVALID_UTF8',
    at: [V4, 7, 11],
  },
  {
    what: 'the id 0',
    change: folder => folder.edit(V4, 'id: 17', 'id: 0'),
    code: 'FIELD_ID_RANGE',
    at: [V4, 3, 9],
  },
  {
    what: 'the id 2^31',
    change: folder => folder.edit(V4, 'id: 17', 'id: 2147483648'),
    code: 'FIELD_ID_RANGE',
    at: [V4, 3, 9],
  },
  {
    what: 'the number 1e400',
    change: folder => folder.edit(V4, '600000', '1e400'),
    code: 'YAML_NUMBER_RANGE',
    at: [V4, 9, 16],
  },
  {
    what: 'a default of the wrong type',
    change: folder => folder.edit(V4, '    nullable: false', '    nullable: false\n    default: soon'),
    code: 'DEFAULT_TYPE',
    at: [V4, 9, 14],
    facts: { field: 'response_latency_ms', physical: 'int64' },
  },
  {
    what: 'a default outside its range',
    change: folder => folder.edit(V4, '    nullable: false', '    nullable: false\n    default: 600001'),
    code: 'DEFAULT_RANGE',
    at: [V4, 9, 14],
    facts: { field: 'response_latency_ms' },
  },
];

describe('bad input', () => {
  for (const { what, change, code, at, facts = {} } of BAD)
    it(`${what} is one error with its place, exit 2, and nothing stored`, async () => {
      const folder = copiedProject();
      await folder.assay('propose', 'training.example@3');
      const before = folder.stored();
      expect(before.journal).toHaveLength(1);
      change(folder);

      const asJson = await folder.assay('propose', 'training.example@4', '--json');
      expect(asJson.exit).toBe(2);
      const [file, line, column] = at;
      expect(asJson.json()).toMatchObject({ code, at: { file, line, column }, facts });

      const { exit, out, err } = await folder.assay('check', 'training.example');
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(err).toContain(`${file}:${line}:${column}: `);
      expect(err).toContain(`(${code})`);
      expect(err.match(/^error /gm)).toHaveLength(1);
      expect(err.length, 'one clear error is no page').toBeLessThan(1_000);
      expect(folder.stored()).toEqual(before);
    });

  it('is not a byte order mark or CRLF: both are accepted, and change no digest', async () => {
    const folder = copiedProject();
    const digest = async () =>
      (await folder.assay('show', 'training.example@4', '--json')).json().recordSchema;
    const before = await digest();
    for (const file of [V4, 'schemas/training.example/subject.yaml', OUTCOME])
      folder.write(file, `\uFEFF${folder.read(file).replaceAll('\n', '\r\n')}`);
    expect(await digest()).toBe(before);
    expect((await folder.assay('check', 'training.example')).exit).toBe(1);
  });

  it('shows a field as it is written, without obeying what is in it', async () => {
    const folder = copiedProject();
    folder.edit(V4, 'unit: millisecond', 'unit: "\\e[31mfortnight"');
    const { exit, err } = await folder.assay('check', 'training.example');
    expect(exit).toBe(2);
    expect(err).toContain('fortnight');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the character that must not come through.
    expect(err).not.toMatch(/\u001b/);
  });
});
