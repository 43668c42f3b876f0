import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { copiedProject, emptyFolder } from './harness.ts';

const user = (...fields: readonly object[]): string =>
  JSON.stringify({ type: 'record', name: 'User', fields }, null, 2);

const folder = emptyFolder();
folder.write('old.avsc', user({ name: 'age', type: 'int' }));
folder.write('new.avsc', user({ name: 'age', type: 'float' }, { name: 'city', type: 'string' }));
folder.write('bad.avsc', user({ name: 'age', type: 'int', default: 'none' }));
folder.write('plain.json', '{"type": "purchase"}');
folder.write('broken.json', '{"type": "record",,}');

const LEVELS = ['wire', 'read', 'train', 'govern'];
const KEYS = ['class', 'findings', 'for', 'levels'];

describe('assay diff of two files', () => {
  it('needs no project, and answers with the shape of the page', async () => {
    const { exit, json } = await folder.assay('diff', 'old.avsc', 'new.avsc', '--json');
    expect(exit).toBe(1);
    const document = json();
    expect(Object.keys(document).sort()).toEqual([...KEYS, 'format'].sort());
    expect(Object.keys(document.levels).sort()).toEqual([...LEVELS].sort());
    expect(document).toMatchObject({
      format: 'avro',
      class: 'migrate',
      for: [],
      levels: { wire: { backward: false, forward: false }, read: { backward: false, forward: true } },
    });
    expect(document.findings[1]).toEqual({
      rule: 'INT_TO_FLOAT_LOSSY',
      level: 'read',
      direction: 'backward',
      access: ['name'],
      path: '$.age',
      from: 'int',
      to: 'float',
      remedy: expect.stringMatching(/\w/),
    });
  });

  it('tells a person the same', async () => {
    const { exit, out } = await folder.assay('diff', 'old.avsc', 'new.avsc');
    expect(exit).toBe(1);
    for (const fact of ['old.avsc → new.avsc', 'INT_TO_FLOAT_LOSSY  read, by name', '$.age: int → float'])
      expect(out).toContain(fact);
  });

  it('sees what a file is from what is in it', async () => {
    folder.write('old.json', '{"type": "object", "properties": {"a": {"type": "integer"}}}');
    folder.write('new.json', '{"type": "object", "properties": {"a": {"type": "number"}}}');
    const { exit, json } = await folder.assay('diff', 'old.json', 'new.json', '--json');
    expect(exit).toBe(1);
    expect(json()).toMatchObject({
      format: 'json-schema',
      class: 'compatible',
      levels: { wire: { backward: true, forward: false } },
    });
    folder.write('either.json', '{"type": "string"}');
    const answer = async (...more: readonly string[]) =>
      (await folder.assay('diff', 'either.json', 'either.json', ...more, '--json')).json();
    expect(await answer()).toMatchObject({ code: 'NATIVE_FORMAT_UNKNOWN' });
    expect(await answer('--format', 'avro')).toMatchObject({ format: 'avro', class: 'identical' });
    expect(
      await folder.assay('diff', 'old.json', 'old.avsc', '--json').then(({ json: told }) => told().code),
    ).toBe('NATIVE_FORMATS_DIFFER');
  });

  it('exits 0 for a file and itself', async () => {
    const { exit, json } = await folder.assay('diff', 'old.avsc', 'old.avsc', '--json');
    expect({ exit, class: json().class }).toEqual({ exit: 0, class: 'identical' });
  });

  it('names file, line, column and pointer of what is no schema', async () => {
    const { exit, json } = await folder.assay('diff', 'old.avsc', 'bad.avsc', '--json');
    expect({ exit, fault: json() }).toMatchObject({
      exit: 2,
      fault: {
        code: 'AVRO_DEFAULT',
        facts: { where: '/fields/0/default' },
        at: { file: 'bad.avsc', line: 8, column: 18 },
      },
    });
  });

  it.each([
    [['old.avsc', 'gone.avsc'], 'FILE_UNREADABLE'],
    [['old.avsc', 'plain.json'], 'NATIVE_FORMAT_UNKNOWN'],
    [['old.avsc', 'broken.json'], 'NATIVE_JSON'],
    [['plain.json', 'plain.json', '--format', 'avro'], 'AVRO_NAME_UNKNOWN'],
    [['old.avsc', 'new.avsc', '--format', 'xml'], 'USAGE'],
    [['old.avsc'], 'USAGE'],
    [['old.avsc', 'new.avsc', '--pairs', 'pairs.jsonl'], 'USAGE'],
    [['gone.avsc', 'gone-too.avsc'], 'REFERENCE_MALFORMED'],
  ] as ReadonlyArray<readonly [readonly string[], string]>)('refuses %j as %s', async (argv, code) => {
    const { exit, json } = await folder.assay('diff', ...argv, '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code });
  });
});

describe('assay diff --pairs', () => {
  const contract = (physical: string) => ({
    schema: 'training.example.v1',
    fields: [{ id: 1, name: 'a', physical, logical: 'number', nullable: false }],
  });
  const LINES = [
    { id: 'a', format: 'avro', writer: 'int', reader: 'long' },
    { id: 2, format: 'contract', writer: contract('int32'), reader: contract('int64') },
    { id: 'b', format: 'avro', writer: 'int', reader: 'integer' },
    { id: 'c', format: 'xml', writer: 'int', reader: 'int' },
    { id: 'd', format: 'avro', writer: 'int', reader: 'int', mode: 'FULL' },
    { format: 'avro', writer: 'int', reader: 'int' },
    { id: 'e', format: 'avro', writer: 'int' },
  ].map(line => JSON.stringify(line));
  const text = [
    ...LINES,
    '{"id": "f",',
    '',
    JSON.stringify({ id: 'g', format: 'avro', writer: 'int', reader: 'int' }),
  ].join('\n');

  const judged = (out: string) =>
    out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));

  it('answers each line, and goes on after one it can not judge', async () => {
    folder.write('pairs.jsonl', text);
    const { exit, out } = await folder.assay('diff', '--pairs', 'pairs.jsonl');
    expect(exit).toBe(1);
    const lines = judged(out);
    expect(lines.map(({ id, fault }) => [id, fault?.code])).toEqual([
      ['a', undefined],
      [2, undefined],
      ['b', 'AVRO_NAME_UNKNOWN'],
      ['c', 'PAIR_MALFORMED'],
      ['d', 'PAIR_MALFORMED'],
      [undefined, 'PAIR_MALFORMED'],
      ['e', 'PAIR_MALFORMED'],
      [undefined, 'PAIR_MALFORMED'],
      [undefined, 'PAIR_MALFORMED'],
      ['g', undefined],
    ]);
    expect(Object.keys(lines[0]).sort()).toEqual(['id', ...KEYS].sort());
    expect(lines[0]).toMatchObject({
      class: 'compatible',
      levels: { wire: { backward: true, forward: false } },
    });
    expect(lines[1]).toMatchObject({
      class: 'compatible',
      levels: { wire: { backward: true, forward: false } },
    });
    expect(lines[2].fault.facts.where).toBe('/reader');
    expect(lines[5].fault.facts.line).toBe(6);
  });

  it('reads standard input, whatever its chunks, and exits 0 when every line was judged', async () => {
    const chunks = [...Buffer.from(`${LINES[0]}\n${LINES[1]}`)].map(byte => Buffer.of(byte));
    const { exit, out } = await folder.as({ input: () => Readable.from(chunks) })('diff', '--pairs', '-');
    expect(exit).toBe(0);
    expect(judged(out).map(({ id }) => id)).toEqual(['a', 2]);
  });

  it('tells a line that is too long, without keeping it', async () => {
    const long = (function* () {
      for (let chunk = 0; chunk < 17; chunk++) yield Buffer.alloc(1 << 20, 0x20);
      yield Buffer.from(`\n${LINES[0]}\n`);
    })();
    const { exit, out } = await folder.as({ input: () => Readable.from(long) })('diff', '--pairs', '-');
    expect(exit).toBe(1);
    expect(judged(out).map(({ id, fault }) => fault?.code ?? id)).toEqual(['PAIR_MALFORMED', 'a']);
  });

  it('refuses a file that is not there', async () => {
    const { exit, json } = await folder.assay('diff', '--pairs', 'gone.jsonl', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'FILE_UNREADABLE' });
  });

  it('judges contracts with the vocabularies they bring', async () => {
    const pair = {
      id: 'v',
      format: 'contract',
      writer: { contract: contract('int32'), vocabularies: [] },
      reader: {
        contract:
          'schema: training.example.v2\nfields: [{id: 1, name: b, physical: int32, logical: number, nullable: false}]',
      },
    };
    const chunks = [Buffer.from(JSON.stringify(pair))];
    const { out } = await folder.as({ input: () => Readable.from(chunks) })('diff', '--pairs', '-');
    expect(judged(out)[0].findings.map(({ rule }: { rule: string }) => rule)).toContain('FIELD_RENAMED');
  });
});

describe('assay diff --pairs of two contracts', () => {
  const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
  const contract = (version: number, tokenizer: string, sensitivity: string) => ({
    schema: `training.example.v${version}`,
    fields: [
      { id: 1, name: 'a', physical: 'string', logical: 'text', nullable: false, sensitivity, owner: 'me' },
    ],
    tokenizer,
  });
  const [older, newer] = [contract(1, digest('1'), 'confidential'), contract(2, digest('2'), 'public')];
  const document = { fields: [], key: [], slices: [] };
  const subject = (column: string) => ({
    subject: 'training.example',
    compatibility: 'full',
    members: {
      sampleId: { envelope: column },
      sourceId: { envelope: 'sourceId' },
      sourceVersion: { envelope: 'sourceVersion' },
      split: { envelope: 'split' },
    },
    defaults: { owner: 'me', sensitivity: 'internal' },
  });
  const rulesOf = async (writer: unknown, reader: unknown) => {
    const chunks = [Buffer.from(JSON.stringify({ id: 1, format: 'contract', writer, reader }))];
    const { out } = await folder.as({ input: () => Readable.from(chunks) })('diff', '--pairs', '-');
    const { findings, fault } = JSON.parse(out);
    return fault ?? [...new Set((findings as { rule: string }[]).map(({ rule }) => rule))].sort();
  };

  it('judges what stands beside the schema, because a change of it is a change of the version', async () => {
    expect(await rulesOf(older, newer)).toEqual(['SENSITIVITY_LOWERED', 'TOKENIZER_SAME']);
    expect(await rulesOf(older, { ...older, schema: 'training.example.v2' })).toEqual([]);
  });

  it('takes nothing for known beside the document of a schema, because nothing is', async () => {
    expect(await rulesOf(document, document)).not.toContain('TOKENIZER_SAME');
  });

  it('compares members where both bring their subject', async () => {
    const withSubject = (column: string) => ({ contract: older, subject: subject(column) });
    expect(await rulesOf(withSubject('sampleId'), withSubject('sourceId'))).toEqual(['MEMBERS_SAME']);
    expect(await rulesOf(withSubject('sourceId'), older)).toEqual([]);
  });
});

describe('assay diff of two contracts in files', () => {
  it('knows a contract written as JSON, and judges it as one that is written as YAML', async () => {
    const written = (version: number, tokenizer: string) =>
      JSON.stringify({
        schema: `s.v${version}`,
        fields: [
          {
            id: 1,
            name: 'a',
            physical: 'string',
            logical: 'text',
            nullable: false,
            sensitivity: 'public',
            owner: 'me',
          },
        ],
        tokenizer: `sha256:${tokenizer.repeat(64)}`,
      });
    folder.write('t1.json', written(1, '1'));
    folder.write('t2.yaml', written(2, '2'));
    for (const named of [[], ['--format', 'contract']]) {
      const { exit, json } = await folder.assay('diff', 't1.json', 't2.yaml', ...named, '--json');
      const { format, findings, from, to } = json();
      expect({ exit, format, from, to }).toEqual({ exit: 1, format: 'contract', from: 1, to: 2 });
      expect(findings.map(({ rule }: { rule: string }) => rule)).toContain('TOKENIZER_SAME');
    }
  });

  it('takes a file of data that holds its contract for what it is', async () => {
    const project = copiedProject();
    for (const format of ['parquet', 'arrow']) {
      const out = `exported.${format}`;
      expect((await project.assay('export', 'training.example@3', '--as', format, '--out', out)).exit).toBe(
        0,
      );
      const { exit, json } = await project.assay('diff', out, out, '--json');
      expect([exit, json().format, json().class]).toEqual([0, format, 'identical']);
    }
  });

  it('is the one of the two versions, with the defaults and vocabularies of their subject', async () => {
    const project = copiedProject();
    const [v3, v4] = [3, 4].map(version => `schemas/training.example/v${version}.yaml`) as [string, string];
    const files = await project.assay('diff', v3, v4, '--json');
    const versions = await project.assay('diff', 'training.example@3', 'training.example@4', '--json');
    const { subject, ...judged } = versions.json();
    expect(subject).toBe('training.example');
    // Converters lead from one version of a subject to another, and files are no versions.
    const { converters, ...matrix } = judged.matrix;
    expect(converters).toHaveLength(1);
    expect(files.json()).toEqual({ format: 'contract', ...judged, matrix });
    expect(files.exit).toBe(1);
  });

  it('takes the format by name where it is offered, and refuses what is no contract', async () => {
    const bare = (name: string) =>
      `schema: s.v1\nfields:\n  - {id: 1, name: ${name}, physical: int64, logical: identifier, nullable: false}\nkey: [${name}]\n`;
    folder.write('a.yaml', bare('sample'));
    folder.write('b.yaml', bare('example'));
    folder.write('c.yaml', bare('sample').replace('s.v1', 't.v1'));
    folder.write('a.json', JSON.stringify({ contract: bare('sample') }));
    const diff = async (...argv: string[]) => {
      const { exit, json } = await folder.assay('diff', ...argv, '--json');
      return [exit, json().class ?? json().code];
    };
    expect(await diff('a.yaml', 'a.yaml')).toEqual([0, 'identical']);
    // By id; ordinary readers of its bytes read by name.
    expect(await diff('a.yaml', 'b.yaml', '--format', 'contract')).toEqual([1, 'compatible']);
    expect(await diff('a.json', 'b.yaml', '--format', 'contract')).toEqual([0, 'compatible']);
    expect(await diff('a.yaml', 'c.yaml')).toEqual([2, 'SUBJECTS_APART']);
    expect(await diff('old.avsc', 'a.yaml', '--format', 'contract')).toEqual([2, 'SCHEMA_DOCUMENT']);
    expect(await diff('a.yaml', 'old.avsc')).toEqual([2, 'NATIVE_FORMATS_DIFFER']);
  });
});
