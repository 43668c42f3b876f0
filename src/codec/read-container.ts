import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type Block, BlockSplitter, type ContainerHeader } from './container/block-splitter.ts';
import { blockFault } from './container/container-faults.ts';
import { unpack } from './container/packing.ts';

/** A container file taken apart. Its records are still packed: `unpackBlock`. */
export type Container = ContainerHeader & { readonly blocks: readonly Block[] };

/**
 * Header and blocks of a whole file.
 *
 * @faults those of `BlockSplitter`; CONTAINER_HEADER for a file larger than one batch
 */
export function readContainer(bytes: Uint8Array): Container | Fault {
  if (bytes.length > LIMITS.codec_bytes_max)
    return new Fault('CONTAINER_HEADER', {
      problem: 'the file is larger than one batch may be',
      offset: 0,
    });
  const blocks: Block[] = [];
  const splitter = new BlockSplitter({ block: block => void blocks.push(block) });
  const fault = splitter.push(bytes) ?? splitter.end();
  if (fault !== undefined) return fault;
  return { ...splitter.header!, blocks };
}

/** The records of a block. @faults CONTAINER_BLOCK where it doesn't unpack, or unpacks to too much */
export function unpackBlock({ codec, blocks }: Container, index: number): Uint8Array | Fault {
  const { packed, offset } = blocks[index]!;
  const unpacked = unpack(codec, packed);
  return typeof unpacked === 'string' ? blockFault(unpacked, index, offset) : unpacked;
}
