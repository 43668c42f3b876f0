import { createHash } from 'node:crypto';
import avsc from 'avsc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestBytes, sha256 } from '../../src/base/digest.ts';
import {
  entryAt,
  leafHashesOf,
  memberListOf,
  membersBlob,
  memberTreeRoot,
  orderedMemberTupleRoot,
  readMembersBlob,
} from '../../src/release/member-list.ts';
import { decodeTuple, encodeTuple, entryOf, TUPLE_PARTS } from '../../src/release/member-tuple.ts';
import { treeRoot } from '../../src/release/merkle.ts';
import { tupleOf } from './fixtures.ts';

const avroTuple = avsc.Type.forSchema({
  type: 'record',
  name: 'tuple',
  fields: TUPLE_PARTS.map(name => ({ name, type: 'string' })),
});

const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const anyTuple = fc
  .record({ sampleId: text, sourceId: text, sourceVersion: text, split: text, content: text })
  .map(({ content, ...parts }) => tupleOf({ ...parts, logicalContentDigest: sha256(content) }));
const anyTuples = fc.array(anyTuple, { maxLength: 40 });

describe('a member tuple', () => {
  it('is encoded as any Avro library encodes a record of six strings', () => {
    fc.assert(
      fc.property(anyTuple, tuple => {
        expect(Buffer.from(encodeTuple(tuple)).equals(avroTuple.toBuffer(tuple))).toBe(true);
      }),
    );
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(anyTuple, tuple => {
        const encoded = encodeTuple(tuple);
        expect(decodeTuple(encoded, 0)).toEqual({ tuple, end: encoded.length });
      }),
    );
  });

  it('is not read from bytes that are cut anywhere', () => {
    const encoded = encodeTuple(tupleOf({}));
    for (let end = 0; end < encoded.length; end++)
      expect(decodeTuple(encoded.subarray(0, end), 0)).toBeUndefined();
  });

  it('cannot be imitated by moving characters over a delimiter, because lengths stand before the parts', () => {
    const split = encodeTuple(tupleOf({ sampleId: 'a\u001fb', sourceId: '' }));
    const joined = encodeTuple(tupleOf({ sampleId: 'a', sourceId: 'b' }));
    const shifted = encodeTuple(tupleOf({ sampleId: 'a', sourceId: '\u001fb' }));
    expect(new Set([split, joined, shifted].map(bytes => sha256(bytes))).size).toBe(3);
  });

  it('has an entry that begins with the hash of its sample id', () => {
    const tuple = tupleOf({ sampleId: 'héllo' });
    const encoded = encodeTuple(tuple);
    const expected = Buffer.concat([
      createHash('sha256').update('héllo').digest(),
      createHash('sha256').update(encoded).digest(),
    ]);
    expect(Buffer.from(entryOf('héllo', encoded)).equals(expected)).toBe(true);
  });

  it('refuses a lone surrogate, because two different ones would have the same UTF-8', () => {
    expect(() => encodeTuple(tupleOf({ sampleId: '\ud800' }))).toThrow(TypeError);
  });
});

describe('a member list', () => {
  it('stands in ascending entry order and keeps duplicates, whatever order the members came in', () => {
    fc.assert(
      fc.property(anyTuples, tuples => {
        const twice = [...tuples, ...tuples];
        const list = memberListOf(twice);
        const entries = Array.from({ length: list.count }, (_, place) => Buffer.from(entryAt(list, place)));
        expect(entries).toHaveLength(twice.length);
        expect(entries).toEqual([...entries].sort(Buffer.compare));
        expect(memberTreeRoot(memberListOf(twice.reverse()))).toBe(memberTreeRoot(list));
      }),
    );
  });

  it('survives being written as a blob', () => {
    fc.assert(
      fc.property(anyTuples, tuples => {
        const list = memberListOf(tuples);
        const read = readMembersBlob(membersBlob(list));
        if ('brokenAt' in read) throw new Error('the blob did not read');
        expect(Buffer.from(read.entries).equals(Buffer.from(list.entries))).toBe(true);
      }),
    );
  });

  it('is not read from a blob that is cut, or whose members are out of order', () => {
    const list = memberListOf([tupleOf({ sampleId: 'a' }), tupleOf({ sampleId: 'b' })]);
    const blob = membersBlob(list);
    const second = list.encoded(0).length;
    expect(readMembersBlob(blob.subarray(0, -1))).toEqual({ brokenAt: second });
    const swapped = Buffer.concat([list.encoded(1), list.encoded(0)]);
    expect(readMembersBlob(swapped)).toEqual({ brokenAt: list.encoded(1).length });
  });

  it('has 1,024 entries to a leaf, and the last leaf has the rest', () => {
    const list = memberListOf(
      Array.from({ length: 2_100 }, (_, index) => tupleOf({ sampleId: `s${index}` })),
    );
    const leaves = leafHashesOf(list.entries);
    expect(leaves).toHaveLength(3);
    const last = createHash('sha256')
      .update(Buffer.concat([Buffer.of(0), list.entries.subarray(2_048 * 64)]))
      .digest();
    expect(Buffer.from(leaves[2]!).equals(last)).toBe(true);
    expect(memberTreeRoot(list)).toBe(`sha256:${Buffer.from(treeRoot(leaves)).toString('hex')}`);
  });
});

describe('orderedMemberTupleRoot', () => {
  const bound = {
    datasetSnapshot: sha256('snapshot'),
    tombstoneWatermark: 44_192,
    benchmarkFence: 3_908,
    count: 2,
    memberTreeRoot: sha256('tree'),
  };

  it('is the hash of its domain, the snapshot, both watermarks, the count and the tree', () => {
    const bytes = Buffer.concat([
      Buffer.from('assay.orderedMemberTupleRoot.v1\0'),
      digestBytes(bound.datasetSnapshot),
      Buffer.from('000000000000aca0', 'hex'),
      Buffer.from('0000000000000f44', 'hex'),
      Buffer.from('0000000000000002', 'hex'),
      digestBytes(bound.memberTreeRoot),
    ]);
    expect(orderedMemberTupleRoot(bound)).toBe(sha256(bytes));
  });

  it('changes with each thing it binds', () => {
    const changed = [
      { ...bound, datasetSnapshot: sha256('other') },
      { ...bound, tombstoneWatermark: 44_193 },
      { ...bound, benchmarkFence: 3_909 },
      { ...bound, count: 3 },
      { ...bound, memberTreeRoot: sha256('other') },
    ];
    expect(new Set([bound, ...changed].map(orderedMemberTupleRoot)).size).toBe(6);
  });

  it('does not change when members move between shards', () => {
    const tuples = Array.from({ length: 50 }, (_, index) => tupleOf({ sampleId: `s${index}` }));
    const oneWay = [tuples.slice(0, 20), tuples.slice(20)].flat();
    const otherWay = [tuples.slice(30), tuples.slice(0, 30)].flat();
    expect(memberTreeRoot(memberListOf(oneWay))).toBe(memberTreeRoot(memberListOf(otherWay)));
  });
});
