/** Whoever writes a subject's records, and the versions it can write. */
export type Producer = {
  readonly name: string;
  readonly subject: string;
  readonly writes: readonly number[];
};
