/** The first few columns of a file, as a fault names them: `id, opened, state and 4 more`. */
export function columnList(columns: readonly { readonly name: string }[]): string {
  const shown = columns.slice(0, SHOWN).map(({ name }) => (name === '' ? '""' : name.slice(0, NAME_CHARS)));
  const more = columns.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const [SHOWN, NAME_CHARS] = [8, 64];
