import pc from 'picocolors';

/** Where a command speaks. Handed in, so that `demo` and the tests hear what a person would. */
export type Output = {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Colour only where a person looks: a terminal, and NO_COLOR unset. */
  readonly colour: boolean;
  /** Columns to fill. */
  readonly width: number;
};

export type Paint = ReturnType<typeof pc.createColors>;

export const paintOf = (output: Output): Paint => pc.createColors(output.colour);

/** Rows of cells, columns aligned on the longest cell; numbers stand right. */
export function table(rows: ReadonlyArray<readonly string[]>, indent = ''): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => width(row[column] ?? ''))));
  return rows
    .map(row => {
      const cells = row.map((cell, column) => pad(cell, widths[column]!, column === row.length - 1));
      return `${indent}${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

const NUMERIC = /^-?[\d.,]+ ?%?$/;

function pad(cell: string, columns: number, last: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(cell)));
  if (NUMERIC.test(plain(cell))) return space + cell;
  return last ? cell : cell + space;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters.
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');
const width = (text: string): number => plain(text).length;
