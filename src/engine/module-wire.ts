/** What the child says of a module, on one line. */
export type ModuleSaid =
  | { readonly kind: 'exports'; readonly value: unknown }
  /** Somewhere in the default export stands what is no data. */
  | { readonly kind: 'stray'; readonly path: readonly string[]; readonly found: string }
  /** The message of an error, null where something else was thrown. */
  | { readonly kind: 'threw'; readonly message: string | null; readonly stack: string };

/** How it ended where it said nothing. */
export type ModuleRead = ModuleSaid | { readonly kind: 'silent'; readonly how: string };

/** The pipe the child speaks on: what a module prints goes to the ordinary ones, and nowhere. */
export const SAID_ON = 3;
