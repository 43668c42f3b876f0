/** One question that was asked, and whether the answer is the one that was hoped for. */
export type Case = {
  readonly name: string;
  /** What stands beside the answer, whichever it is. */
  readonly note?: string;
  readonly problem?: { readonly kind: 'failure' | 'error'; readonly type: string; readonly text: string };
};
