import type { Fault } from '../base/fault.ts';
import type { Contract } from '../contract/contract.ts';
import type { Draft, PinnedDraft } from '../exchange/draft.ts';
import type { Note } from '../exchange/note.ts';
import type { NativeFile } from './native-format.ts';

/** How files of a format are told, and read as the draft of a contract. */
export type ImportRow = {
  readonly detects: (file: NativeFile) => boolean;
  /** @param object  which of several kinds of record */
  readonly draft: (file: NativeFile, object: string | undefined) => Draft | Fault;
};

/** A contract in another format, as the bytes of a file. */
export type ExportedFile = { readonly content: string | Uint8Array; readonly notes: readonly Note[] };

export type ExportFile = (
  contract: Contract,
  pinned: readonly PinnedDraft[],
) => ExportedFile | Promise<ExportedFile>;
