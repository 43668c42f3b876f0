/** Other text in place of what stands from one offset to another; where they are equal, more text. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string };
