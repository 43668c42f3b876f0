import type { Place } from '../base/fault.ts';

const QUOTE = '"';

/**
 * Where a cell of a CSV text begins, its opening quote included.
 *
 * @param text  a well-formed CSV file, without a byte order mark
 * @param record, cell  from 0, the header counted
 */
export function csvPlace(file: string, text: string, record: number, cell: number): Place {
  const end = lineEnd(text);
  let [line, start, at] = [1, 0, 0];
  let [records, cells, isQuoted] = [0, 0, false];
  while (at < text.length && (records < record || cells < cell)) {
    const char = text[at]!;
    const isEnd = !isQuoted && text.startsWith(end, at);
    at += isEnd ? end.length : 1;
    // Two quotes in a quoted cell close and open it again.
    if (char === QUOTE) isQuoted = !isQuoted;
    if (char === '\n' || isEnd) [line, start] = [line + 1, at];
    if (isEnd) [records, cells] = [records + 1, 0];
    else if (char === ',' && !isQuoted) cells++;
  }
  return { file, line, column: [...text.slice(start, at)].length + 1 };
}

/** The first line end outside of quotes is that of the file. */
function lineEnd(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === QUOTE) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (text[at] === '\n') return '\n';
    if (text[at] === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r';
  }
  return '\n';
}
