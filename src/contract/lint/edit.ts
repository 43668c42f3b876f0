import type { Path } from '../yaml-document.ts';

/** A change of the text that a rule proposes; whether it may be made, and says the same afterwards, is asked later. */
export type Edit =
  /** Another text in place of a value. */
  | { readonly kind: 'replace'; readonly path: Path; readonly text: string }
  /** Text before and behind a value, as it stands, in braces. */
  | { readonly kind: 'wrap'; readonly path: Path; readonly before: string; readonly behind: string }
  /** An entry of a map, behind that of another key. */
  | { readonly kind: 'entry'; readonly path: Path; readonly behind: string; readonly text: string }
  /** An item at the end of a list. */
  | { readonly kind: 'item'; readonly path: Path; readonly text: string }
  /** The entries of a map in this order; the others behind them, as they are. */
  | { readonly kind: 'order'; readonly path: Path; readonly keys: readonly string[] }
  /** One line end at the end. */
  | { readonly kind: 'end' };
