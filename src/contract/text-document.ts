import { Fault, type Place } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { invalidUtf8Offset } from '../base/utf8.ts';

/** A document's text as every reader sees it: no byte order mark, line ends as `\n`. */
export type TextDocument = { readonly file: string; readonly text: string };

/** How much of a document is read at all. */
export type Bounds = { readonly bytes_max: number; readonly tokens_max: number };

export const DOCUMENT_BOUNDS: Bounds = {
  bytes_max: LIMITS.document_bytes_max,
  tokens_max: LIMITS.document_tokens_max,
};

/**
 * Size before content, encoding before text. A BOM and CRLF are accepted and leave no trace.
 *
 * @faults DOCUMENT_TOO_LARGE INVALID_UTF8 CONTROL_CHARACTER
 */
export function readText(
  file: string,
  bytes: Uint8Array,
  bounds: Bounds = DOCUMENT_BOUNDS,
): TextDocument | Fault {
  const tooLarge = sizeFault(file, bytes.length, bounds.bytes_max);
  if (tooLarge) return tooLarge;
  const offset = invalidUtf8Offset(bytes);
  if (offset !== undefined) {
    const before = linesOf(bytes.subarray(0, offset));
    return new Fault('INVALID_UTF8', { offset }, placeAt({ file, text: before }, before.length));
  }
  const document = { file, text: linesOf(bytes) };
  const control = CONTROL.exec(document.text);
  if (control === null) return document;
  const code = `U+${control[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return new Fault('CONTROL_CHARACTER', { code }, placeAt(document, control.index));
}

/** What can be said before a file is opened. Line 1, because no line was read. */
export function sizeFault(file: string, bytes: number, limit_bytes: number): Fault | undefined {
  if (bytes <= limit_bytes) return undefined;
  return new Fault('DOCUMENT_TOO_LARGE', { bytes, limit_bytes }, { file, line: 1, column: 1 });
}

/** The line and column, in characters, of an offset in UTF-16 code units. */
export function placeAt({ file, text }: TextDocument, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  const end = text.indexOf('\n', offset);
  const whole = [...text.slice(start, end < 0 ? undefined : end)];
  const line = before.split('\n').length;
  const column = [...before.slice(start)].length + 1;
  const shown = LIMITS.snippet_chars_max;
  if (column <= shown) return { file, line, column, snippet: whole.slice(0, shown).join('') };
  // A document on one line: what stands around the place, so that the place is seen.
  const from = column - shown / 2;
  return { file, line, column, snippet: whole.slice(from - 1, from - 1 + shown).join(''), snippetFrom: from };
}

const linesOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');

/** What YAML calls non-printable, a bare carriage return, and the marks that break lines or hide in them. */
const CONTROL = /(?![\t\n])[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;
