import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { reasonOf } from './read-file.ts';

/** A file's bytes in pieces and, when they were read to the end, what they hash to. @faults FILE_UNREADABLE */
export async function* fileBytes(place: string, path: string): AsyncGenerator<Uint8Array, Digest | Fault> {
  const hash = createHash('sha256');
  try {
    for await (const piece of createReadStream(place, { highWaterMark: PIECE_BYTES })) {
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    return unreadable(path, error);
  }
  return `sha256:${hash.digest('hex')}`;
}

/** A pipe or a device gives its bytes once, and they are read more often. @faults FILE_UNREADABLE */
export async function notAFile(place: string, path: string): Promise<Fault | undefined> {
  try {
    const found = await stat(place);
    if (found.isFile()) return undefined;
    const reason = found.isDirectory()
      ? 'it is a folder'
      : 'it is a pipe or a device, which can be read only once';
    return new Fault('FILE_UNREADABLE', { path, reason });
  } catch (error) {
    return unreadable(path, error);
  }
}

/** The digest of a file of any size. @faults FILE_UNREADABLE */
export async function fileDigest(place: string, path: string): Promise<Digest | Fault> {
  const pieces = fileBytes(place, path);
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) return next.value;
  }
}

/** How a file begins and ends, each as far as `most_bytes`. */
export type FileEnds = { readonly head: Uint8Array; readonly tail: Uint8Array };

/** @faults FILE_UNREADABLE */
export async function fileEnds(place: string, path: string, most_bytes: number): Promise<FileEnds | Fault> {
  try {
    await using file = await open(place);
    const { size } = await file.stat();
    const length = Math.min(size, most_bytes);
    const head = await stretch(file, 0, length);
    return { head, tail: size <= most_bytes ? head : await stretch(file, size - length, length) };
  } catch (error) {
    return unreadable(path, error);
  }
}

async function stretch(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

const unreadable = (path: string, error: unknown): Fault =>
  new Fault('FILE_UNREADABLE', { path, reason: reasonOf(error) });

/** What is read at a time: fewer calls make nothing faster, and a pipe gets its first records soon. */
const PIECE_BYTES = 1 << 20;
