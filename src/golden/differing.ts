/** Which rows differ: a flag a row, and the places of those that do. Mostly they are few, and counted alone. */
export type Differing = { readonly flags: Uint8Array; readonly rows: Uint32Array };

export function differingOf(flags: Uint8Array): Differing {
  let count = 0;
  for (let row = 0; row < flags.length; row++) count += flags[row]!;
  const rows = new Uint32Array(count);
  for (let row = 0, at = 0; row < flags.length; row++) if (flags[row] === 1) rows[at++] = row;
  return { flags, rows };
}
