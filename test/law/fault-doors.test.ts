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
  LIST_ELEMENT: 'the shape of a contract refuses a default of an element before it is looked at',
  VOCABULARY_UNEDITABLE: 'no spelling was found that can be read and can not be added to',
  SHARD_TOO_LARGE: 'it takes a shard of 1 GiB',
  EVIDENCE_BROKEN: 'it is a fault of ours: a matrix that contradicts itself',
};

/** Raised by tests of the functions that return them, and by none that goes through a command or a request. */
const BELOW_DOORS: readonly string[] = [
  'BASE_ORDER',
  'FILE_CHANGED',
  'REVISION_TAKEN_ELSEWHERE',
  'NATIVE_TOO_LARGE',
  'CONTAINER_MAGIC',
  'CONTAINER_TRUNCATED',
  'CONTAINER_HEADER',
  'CONTAINER_SCHEMA_DIFFERS',
  'CONTAINER_CODEC_UNKNOWN',
  'CONTAINER_BLOCK',
  'CONTAINER_SYNC',
  'CONTAINER_RECORD',
  'CONTAINER_RECORD_TOO_LARGE',
  'SINGLE_OBJECT_HEADER',
  'JSON_LINE',
  'SINGLE_OBJECT_SCHEMA',
  'CONTAINER_FIELD_DIFFERS',
  'KEY_NOT_DECLARED',
  'CHANGE_FROM_TO',
  'REVISION_TAKEN',
  'EXPECTED_HEAD_MOVED',
  'LEDGER_RETIREMENT',
  'RETIREMENT_ORDER',
  'VERSION_STILL_OFFERED',
  'OBJECT_IRREGULAR',
  'SHARD_ID_FORMAT',
  'SHARD_ID_SET',
  'SHARD_REPEATED',
  'SHARDING_MISMATCH',
  'EMPTY_RELEASE',
  'TOTALS_MISMATCH',
  'SCHEMA_REPORT_UNBOUND',
  'READER_MISMATCH',
  'KEY_MISMATCH',
  'MEDIA_TYPE_MISMATCH',
  'OBJECT_VERSION_MISMATCH',
  'SIZE_MISMATCH',
  'SHARD_UNREADABLE',
  'SCHEMA_MIXED',
  'RECORD_COUNT',
  'TOKENS_UNPROVEN',
  'LOGICAL_DIGEST_MISMATCH',
  'MEMBER_SET_MISMATCH',
  'TUPLE_ROOT_MISMATCH',
  'SNAPSHOT_MISMATCH',
  'MEMBER_MISSING',
  'MEMBER_EXTRA',
  'MEMBER_DUPLICATE',
  'CONTENT_REPLACED',
  'SPLIT_CONFLICT',
  'MEMBER_PART_UNUSABLE',
  'RECORDS_UNLAWFUL',
  'RELEASE_FOLDER_UNUSABLE',
  'RELEASE_UNFINISHED',
  'STAGING_CONFLICT',
  'OP_ID_REUSED',
  'OBJECT_TOO_LARGE',
  'BLOB_UNKNOWN',
  'BLOB_CORRUPT',
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
