import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../src/base/fault.ts';

const textOf = (...patterns: readonly string[]): string =>
  patterns
    .flatMap(pattern => globSync(pattern))
    .filter(file => !file.startsWith('test/law/'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n');

const DOORS = textOf('test/cli/*.ts', 'test/http/*.ts', 'test/main/*.ts');
const TESTS = textOf('test/**/*.ts', 'test/**/*.jsonl');
const names = (text: string, code: string): boolean => new RegExp(`['"]${code}['"]`).test(text);

/** No test raises them at all, and why. Whoever can raise one takes it from here. */
const UNRAISED: Readonly<Record<string, string>> = {
  VOCABULARY_UNEDITABLE: 'no spelling was found that can be read and can not be added to',
  TABLE_TOO_LARGE: 'it takes a file of 40 million cells',
  SHADOW_TOO_MANY_FILES: 'it takes ten thousand files',
  BLOB_TOO_LARGE: 'it takes bytes of more than 1 GiB',
  SENT_FILES_UNWRITTEN: 'it takes a disk that is full',
  SHARD_TOO_LARGE: 'it takes a shard of 1 GiB',
  FILES_HELD: 'it takes ten seconds of waiting',
  TOKENIZER_RANKS_LACKING: 'it takes an installation whose packages were changed',
};

/** Raised by tests of the functions that return them, and by none that goes through a command or a request. */
const BELOW_DOORS: readonly string[] = [
  'APPROVALS_FULL',
  'CONTAINER_SCHEMA_DIFFERS',
  'CONTAINER_RECORD_TOO_LARGE',
  'SINGLE_OBJECT_HEADER',
  'SINGLE_OBJECT_SCHEMA',
  'CONTAINER_FIELD_DIFFERS',
  'MEMBER_PART_UNUSABLE',
  'RELEASE_ASK',
  'RECORDS_UNLAWFUL',
  'OBJECT_TOO_LARGE',
  'BLOB_UNKNOWN',
  'BLOB_CORRUPT',
  'BLOB_STORE_UNFIT',
  'CONVERTER_OUT_OF_REACH',
  'CONVERTER_NULLS_LEFT',
  'CONVERSION_ENDED',
  'FUNCTION_FIELDS_ALIKE',
  'FUNCTION_ENDED',
  'FUNCTIONS_NOT_RUN',
  'FUNCTION_UNAVAILABLE',
  'FUNCTION_ANSWER_BROKEN',
  'SPILL_UNWRITABLE',
  'REGISTERED_FULL',
  'TOKENS_TOO_MANY',
  'TOKEN_ID_TAKEN',
  'FILE_OVERTAKEN',
];

describe('the tests', () => {
  it.each(Object.keys(FAULTS))(
    'ask for %s where a user would meet it, or the lists here say that none does',
    code => {
      const found = names(DOORS, code) ? 'at a door' : names(TESTS, code) ? 'below the doors' : 'nowhere';
      const listed =
        code in UNRAISED ? 'nowhere' : BELOW_DOORS.includes(code) ? 'below the doors' : 'at a door';
      expect(found).toBe(listed);
    },
  );

  it('list no code that is none', () => {
    for (const code of [...BELOW_DOORS, ...Object.keys(UNRAISED)])
      expect(Object.keys(FAULTS)).toContain(code);
  });
});
