import { describe, expect, it } from 'vitest';
import { emptyFolder } from './harness.ts';
import { soundFault } from './sound-fault.ts';

const folder = emptyFolder();

/** A schema of another format that is refused, and what in its text is wrong. */
const CASES: ReadonlyArray<readonly [format: string, code: string, text: string, written: string]> = [
  ['avro', 'AVRO_SHAPE', '{"type": "record", "name": "R"}', '{"type"'],
  ['avro', 'AVRO_SHAPE', '\n5', '5'],
  ['avro', 'AVRO_NAME', '{"type": "record", "name": "a-b", "fields": []}', '"a-b"'],
  ['avro', 'AVRO_NAME_TWICE', '{"type": "record", "name": "int", "fields": []}', '"int"'],
  ['avro', 'AVRO_NAME_UNKNOWN', '["null",\n "none"]', '"none"'],
  ['avro', 'AVRO_UNION', '["null",\n ["int"]]', '["int"]'],
  [
    'avro',
    'AVRO_DEFAULT',
    '{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int", "default": ""}]}',
    '""}',
  ],
  ['avro', 'NATIVE_JSON', '{"é": 1,,}', ',}'],
  ['json-schema', 'JSON_SCHEMA_SHAPE', '{"type": "int"}', '"int"'],
  ['json-schema', 'JSON_SCHEMA_DIALECT', '{"$schema": "http://example.com/mine"}', '"http'],
  ['json-schema', 'JSON_SCHEMA_REF', '{"$ref": "#/$defs/none"}', '"#/'],
  ['json-schema', 'JSON_SCHEMA_CIRCLE', '{"$ref": "#"}', '{"$ref"'],
  ['iceberg', 'ICEBERG_SHAPE', '{"type": "record", "fields": []}', '"record"'],
  ['iceberg', 'ICEBERG_KEY', '{"type": "struct", "schemaid": 1, "fields": []}', '{"type"'],
  [
    'iceberg',
    'ICEBERG_TYPE',
    '{"type": "struct", "fields": [{"id": 1, "name": "a", "required": true, "type": "integer"}]}',
    '"integer"',
  ],
  [
    'iceberg',
    'ICEBERG_ID',
    '{"type": "struct", "fields": [{"id": -1, "name": "a", "required": true, "type": "int"}]}',
    '-1',
  ],
  [
    'iceberg',
    'ICEBERG_NAME',
    '{"type": "struct", "fields": [{"id": 1, "name": "", "required": true, "type": "int"}]}',
    '""',
  ],
  [
    'iceberg',
    'ICEBERG_DEFAULT',
    '{"type": "struct", "fields": [{"id": 1, "name": "a", "required": true, "type": "int", "initial-default": "5"}]}',
    '"5"',
  ],
  ['iceberg', 'ICEBERG_IDENTIFIER', '{"type": "struct", "identifier-field-ids": [9], "fields": []}', '9]'],
  [
    'iceberg',
    'ICEBERG_VERSION',
    '{"format-version": 2, "current-schema-id": 0, "schemas": [{"type": "struct", "schema-id": 0, "fields": [{"id": 1, "name": "a", "required": true, "type": "timestamp_ns"}]}]}',
    '"timestamp_ns"',
  ],
];

describe('a refusal of a schema in a file', () => {
  it.each(CASES)('of %s with %s stands where it is wrong: %s', async (format, code, text, written) => {
    folder.write('bad.json', text);
    const { exit, json } = await folder.assay('diff', 'bad.json', 'bad.json', '--format', format, '--json');
    const fault = json();
    expect(fault.code, fault.title).toBe(code);
    expect(exit).toBe(2);
    soundFault(fault);
    const lines = text.slice(0, text.indexOf(written)).split('\n');
    expect(fault.at, fault.title).toEqual({
      file: 'bad.json',
      line: lines.length,
      column: [...lines.at(-1)!].length + 1,
    });
  });
});

/** What needs no file that is wrong. */
const ASKS: ReadonlyArray<readonly [code: string, ...argv: readonly string[]]> = [
  ['PROJECT_NOT_FOUND', 'check'],
  ['FOLDER_UNREADABLE', 'release', 'verify', 'file'],
  ['FOLDER_UNREADABLE', 'release', 'verify', 'nowhere'],
  ['SET_INCOMPLETE', 'release', 'verify', 'empty'],
  ['BOUND_DOCUMENT_FIELD', 'release', 'verify', 'list'],
  ['BOUND_DOCUMENT_SYNTAX', 'release', 'verify', 'cut'],
  ['DUPLICATE_KEY', 'release', 'verify', 'twice'],
  ['NUMBER_RANGE', 'release', 'verify', 'large'],
  ['UNSUPPORTED_MANIFEST', 'release', 'verify', 'future'],
  ['FILE_UNREADABLE', 'diff', 'file', 'nowhere.avsc'],
  ['NATIVE_FORMAT_UNKNOWN', 'diff', 'file', 'file'],
  ['FAULT_UNKNOWN', 'faults', 'NOTHING'],
  ['RULE_UNKNOWN', 'rules', 'NOTHING'],
  ['USAGE', 'chekc'],
];

describe('a refusal of an ask', () => {
  it.each(ASKS)('with %s has a remedy for it: %s %s %s', async (code, ...argv) => {
    folder.write('file', 'text');
    folder.write('empty/readme', '');
    const pointer = (of: string, text: string) => {
      folder.write(`${of}/manifest.json`, text);
      folder.write(`${of}/release.json`, '{}');
    };
    pointer('list', '[]');
    folder.write('list/release.json', '[]');
    pointer('cut', '{"é"');
    folder.write('cut/release.json', '{"é" 1}');
    pointer('twice', '{}');
    folder.write('twice/release.json', '{"a": 1, "a": 1}');
    pointer('large', '{}');
    folder.write('large/release.json', '{"a": 9007199254740993}');
    pointer('future', '{}');
    folder.write('future/release.json', '{"schema": "assay.release-pointer/9"}');
    const { json, exit } = await folder.assay(...argv, '--json');
    const said = json();
    const fault = said.findings?.[0] ?? said;
    expect(fault.code, fault.title).toBe(code);
    expect(exit).toBe(said.findings === undefined ? 2 : 1);
    soundFault(fault);
  });
});
