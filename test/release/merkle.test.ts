import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inclusionPath, leafHash, rootFromPath, treeRoot } from '../../src/release/merkle.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The eight leaves and the roots of their prefixes that Certificate Transparency implementations test with. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(data => leafHash(Buffer.from(data, 'hex')));

const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the Merkle tree', () => {
  for (const [size, root] of ROOTS.entries())
    it(`has the known root over the first ${size} known leaves`, () => {
      expect(hex(treeRoot(LEAVES.slice(0, size)))).toBe(root);
    });

  it('gives the known path for the first of eight leaves', () => {
    expect(inclusionPath(LEAVES, 0).map(hex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
  });

  const tree = fc
    .array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 })
    .map(items => items.map(leafHash));
  const treeAndIndex = tree.chain(leaves => fc.tuple(fc.constant(leaves), fc.nat(leaves.length - 1)));

  it('leads every leaf to the root by its path', () => {
    fc.assert(
      fc.property(treeAndIndex, ([leaves, index]) => {
        const path = inclusionPath(leaves, index);
        const root = rootFromPath(leaves[index]!, index, leaves.length, path);
        expect(root && hex(root)).toBe(hex(treeRoot(leaves)));
      }),
    );
  });

  it('leads no other leaf there, and none by a path that is cut or lengthened', () => {
    fc.assert(
      fc.property(treeAndIndex, ([leaves, index]) => {
        const path = inclusionPath(leaves, index);
        const root = hex(treeRoot(leaves));
        const under = (leaf: Uint8Array, steps: readonly Uint8Array[]) => {
          const found = rootFromPath(leaf, index, leaves.length, steps);
          return found && hex(found);
        };
        expect(under(leafHash(Buffer.from('another leaf, longer than eight')), path)).not.toBe(root);
        expect(under(leaves[index]!, [...path, leaves[0]!])).toBeUndefined();
        if (path.length > 0) expect(under(leaves[index]!, path.slice(1))).toBeUndefined();
      }),
    );
  });

  it('tells a leaf from an inner node, because otherwise two leaves could be swapped for one', () => {
    const inner = Buffer.concat([LEAVES[0]!, LEAVES[1]!]);
    expect(hex(leafHash(inner))).not.toBe(hex(treeRoot(LEAVES.slice(0, 2))));
  });

  it('refuses an index outside the tree', () => {
    expect(() => inclusionPath(LEAVES, 8)).toThrow(RangeError);
    expect(rootFromPath(LEAVES[0]!, 8, 8, [])).toBeUndefined();
    expect(rootFromPath(LEAVES[0]!, -1, 8, [])).toBeUndefined();
  });
});
