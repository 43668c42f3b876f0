import pc from 'picocolors';

/** Where a command speaks. Handed in, so that `demo` and the tests hear what a person would. */
export type Output = {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Records, where they are asked for; resolves when there is room for more, and to false when nobody reads any longer. */
  readonly writeBytes: (bytes: Uint8Array) => Promise<boolean>;
  /** Colour only where a person looks: a terminal, and NO_COLOR unset. */
  readonly colour: boolean;
  readonly errorColour: boolean;
  /** Whether a line that moves would be seen moving. */
  readonly showsProgress: boolean;
  /** Columns to fill. */
  readonly width: number;
};

export type Paint = ReturnType<typeof pc.createColors>;

/** How a text is to look: its colours, and the columns it has. */
export type Look = { readonly paint: Paint; readonly width: number };

export const lookOf = ({ colour, width }: Output): Look => ({ paint: pc.createColors(colour), width });
export const errorLookOf = ({ errorColour, width }: Output): Look => ({
  paint: pc.createColors(errorColour),
  width,
});

/** Rows of cells, columns aligned on the longest cell; numbers stand right, and a last column too long goes on below. */
export function table(rows: ReadonlyArray<readonly string[]>, indent = '', columns = Infinity): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => width(row[column] ?? ''))));
  return rows
    .map(row => {
      const cells = row.map((cell, column) => pad(cell, widths[column]!, column === row.length - 1));
      const last = cells.pop() ?? '';
      const head = `${indent}${cells.map(cell => `${cell}  `).join('')}`;
      return width(head + last) <= columns ? (head + last).trimEnd() : fill(head, last.split(' '), columns);
    })
    .join('\n');
}

/** Parts one after the other behind `head`, on as many lines as they need; later lines begin where the first part did. */
export function fill(head: string, parts: readonly string[], columns: number): string {
  const indent = ' '.repeat(width(head));
  const lines: string[] = [];
  let line = head;
  for (const part of parts) {
    const begins = line === head || line === indent;
    if (!begins && width(line) + 1 + width(part) > columns) {
      lines.push(line);
      line = indent + part;
    } else line += begins ? part : ` ${part}`;
  }
  return [...lines, line].map(text => text.trimEnd()).join('\n');
}

/**
 * Text that came from outside, with nothing in it that a terminal would obey: an escape could paint over the verdict
 * above it, and a mark of direction turn it round.
 */
export const visible = (text: string): string => text.replace(UNSEEN, escaped);

/**
 * Texts to be shown beside each other. Where two that differ would look the same, as é does composed and decomposed, every
 * letter beyond ASCII is written out in all of them.
 */
export function distinct<T extends readonly string[]>(...texts: T): { readonly [K in keyof T]: string } {
  const looks = new Map<string, string>();
  const isAlike = texts.some(text => {
    const look = visible(text).normalize('NFKC');
    const other = looks.get(look) ?? text;
    looks.set(look, text);
    return other !== text;
  });
  return texts.map(text => (isAlike ? visible(text).replace(BEYOND_ASCII, escaped) : visible(text))) as {
    readonly [K in keyof T]: string;
  };
}

const escaped = (found: string): string => `\\u{${found.codePointAt(0)!.toString(16)}}`;

const BEYOND_ASCII = /[^\p{ASCII}]/gu;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const NUMERIC = /^-?[\d.,]+ ?%?$/;

function pad(cell: string, columns: number, last: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(cell)));
  if (NUMERIC.test(plain(cell))) return space + cell;
  return last ? cell : cell + space;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters.
const plain = (text: string): string => text.replace(/\u001b\[[0-9;]*m/g, '');
const width = (text: string): number => plain(text).length;
