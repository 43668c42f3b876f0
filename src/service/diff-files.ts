import path from 'node:path';
import { Fault } from '../base/fault.ts';
import type { PlainReaders } from '../engine/port.ts';
import { contractPair } from './contract-files.ts';
import { type ContractDiff, diffContracts } from './diff.ts';
import { type AnyComparison, type NativeFile, openNativeFile } from './native-format.ts';
import { FORMATS, NATIVE_FORMATS, type NativeFormat } from './native-formats.ts';

export type FileDiff = {
  readonly format: NativeFormat;
  readonly comparison: AnyComparison;
  /** Of two contracts, what bytes show as well; of other formats, definitions are all there is. */
  readonly tried: ContractDiff | undefined;
};

/**
 * Two schemas in files, both ways. Their format is what both of them look like, unless it is named.
 *
 * @param folder  where names that are not absolute begin
 * @faults PLAIN_READER_UNAVAILABLE FILE_UNREADABLE NATIVE_FORMAT_UNKNOWN NATIVE_FORMATS_DIFFER, those of `contractPair` and of the format
 */
export async function diffFiles(
  folder: string,
  older: string,
  newer: string,
  plain: PlainReaders,
  named?: NativeFormat,
): Promise<FileDiff | Fault> {
  const before = openNativeFile(older, path.resolve(folder, older));
  if (before instanceof Fault) return before;
  const after = openNativeFile(newer, path.resolve(folder, newer));
  if (after instanceof Fault) return after;
  const format = named ?? formatOf(before, after);
  if (format instanceof Fault) return format;
  const { files } = FORMATS[format];
  if (files === undefined) return unknown(before);
  const pair = format === 'contract' ? contractPair(before, after) : undefined;
  if (pair instanceof Fault) return pair;
  if (pair !== undefined) {
    const tried = await diffContracts(...pair, plain);
    return tried instanceof Fault ? tried : { format, comparison: tried.comparison, tried };
  }
  const comparison = await files.compare(before, after);
  return comparison instanceof Fault ? comparison : { format, comparison, tried: undefined };
}

/** The one format both look like. A file that looks like nothing tells what is wrong with it, where it is text. */
function formatOf(older: NativeFile, newer: NativeFile): NativeFormat | Fault {
  const [before, after] = [looksLike(older), looksLike(newer)];
  const shared = before.filter(format => after.includes(format));
  if (shared.length === 1) return shared[0]!;
  const [first, second] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1)
    return new Fault('NATIVE_FORMATS_DIFFER', { older: first!, newer: second! });
  return unknown(before.length === 1 ? newer : older);
}

const looksLike = (file: NativeFile): readonly NativeFormat[] =>
  NATIVE_FORMATS.filter(format => FORMATS[format].files?.detects(file) === true);

function unknown(file: NativeFile): Fault {
  const document = file.document();
  const isText = file.head[0] === 0x7b || file.head[0] === 0x5b;
  if (document instanceof Fault && isText) return document;
  const known = NATIVE_FORMATS.filter(format => FORMATS[format].files !== undefined).join(', ');
  return new Fault('NATIVE_FORMAT_UNKNOWN', { file: file.name, known });
}
