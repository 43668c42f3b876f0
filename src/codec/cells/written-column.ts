import type { Spans } from './spanned-column.ts';

/** What JSON says that a value is; in CSV all is text. */
export const WRITTEN_KINDS = ['null', 'text', 'number', 'bool', 'nested'] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

/** A column of a file without a schema, as it is written there. */
export type WrittenColumn = {
  readonly name: string;
  /** Null where the file has nothing; numbers as their literals, what is nested as canonical JSON. */
  readonly cells: readonly (string | null)[];
  /** Undefined in CSV. */
  readonly kinds: readonly WrittenKind[] | undefined;
  /** Records of JSON without the key, whose cells are null here. */
  readonly absent: number;
  /** Where the cells stand in their file, if that is known: who reads numbers there has no need of `cells`. */
  readonly spans?: Spans;
  /** The kinds that occur. */
  readonly seen?: ReadonlySet<WrittenKind>;
};

export type WrittenTable = { readonly columns: readonly WrittenColumn[]; readonly rows: number };
