import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { FAULTS } from '../../src/base/fault.ts';
import { DIFF_FAULTS } from '../../src/release/verify-release.ts';
import {
  OBJECT_CHECKS,
  RECORD_CHECKS,
  type ShardFound,
  verifyShard,
} from '../../src/release/verify-shard.ts';
import { descriptorOf, manifestOf } from './fixtures.ts';
import { CARRIAGE } from './sample-release.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/release-format.md'), 'utf8');

/** The codes of the table below a line of the page. */
function printed(heading: string): string[] {
  const [, rest = ''] = page.split(`\n${heading}:\n`);
  const table = rest.slice(0, rest.search(/\n\n[^|]/) + 1 || rest.length);
  return [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code!);
}

describe('the order of the checks', () => {
  it('is the one the page prints for a shard', () => {
    expect(printed('Each shard')).toEqual([
      ...OBJECT_CHECKS.map(([code]) => code),
      'SHARD_UNREADABLE',
      'SCHEMA_MIXED',
      ...RECORD_CHECKS.map(([code]) => code),
    ]);
  });

  it('is the one the page prints for the set', () => {
    expect(printed('The set').slice(0, DIFF_FAULTS.length)).toEqual(DIFF_FAULTS.map(([, code]) => code));
  });

  it('names no code on the page that does not exist', () => {
    const codes = ['Documents', 'Each shard', 'The set'].flatMap(printed);
    expect(codes.length).toBeGreaterThan(30);
    for (const code of codes) expect(Object.keys(FAULTS)).toContain(code);
  });

  const answer = (change: object, found: ShardFound): string | undefined => {
    const shards = manifestOf().shards.with(0, { ...descriptorOf(0, 4), ...change });
    return verifyShard(manifestOf({ shards }), shards[0]!, found, CARRIAGE).fault?.code;
  };
  const bytes = Buffer.from('some bytes');
  const read = (objectVersion: string): ShardFound => ({ kind: 'read', objectVersion, bytes });

  it('puts the media type first, because nothing is read of what nobody here can read', () => {
    expect(answer({ mediaType: 'text/csv' }, { kind: 'absent' })).toBe('MEDIA_TYPE_MISMATCH');
  });

  it('puts the version before the size, because another version is another object', () => {
    expect(answer({}, read('gen-7'))).toBe('OBJECT_VERSION_MISMATCH');
    expect(answer({}, read('gen-0'))).toBe('SIZE_MISMATCH');
  });

  it('puts the size before the digest, because bytes of another size need no hashing', () => {
    expect(answer({}, { kind: 'unread', objectVersion: 'gen-0', size: 9 })).toBe('SIZE_MISMATCH');
    expect(answer({ size: bytes.length }, read('gen-0'))).toBe('DIGEST_MISMATCH');
  });

  it('puts the digest before what the bytes say, because nothing in other bytes can be believed', () => {
    expect(answer({ size: bytes.length, digest: sha256(bytes) }, read('gen-0'))).toBe('SHARD_UNREADABLE');
  });

  it('does not take what was too large to read for what was read', () => {
    expect(answer({ size: 9 }, { kind: 'unread', objectVersion: 'gen-0', size: 9 })).toBe('SHARD_UNREADABLE');
  });
});
