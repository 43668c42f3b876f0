import { canonicalJson, type Json } from './canonical-json.ts';
import { type Digest, sha256 } from './digest.ts';
import { LIMITS } from './limits.ts';

type JsonObject = { readonly [key: string]: Json };

/** A report as it is kept: its bytes, and the objects its bytes name, which hold the rows they leave out. */
export type KeptReport = { readonly bytes: Uint8Array; readonly rows: readonly Uint8Array[] };

export const ROWS_FORMAT = 'assay.report-rows/1';

/**
 * One object where the report is no larger than a report may be. Else its long lists are cut, those of the rows of
 * `within` first, and then its own: what is cut stands, whole, in objects that are named by digest. So the digest of
 * the report still covers every row.
 *
 * @param within  the list whose rows have lists of their own
 */
export function keptReport(document: JsonObject, within?: string): KeptReport {
  const whole = bytesOf(document);
  if (isSmall(whole)) return { bytes: whole, rows: [] };
  const rows: Uint8Array[] = [];
  const list = within === undefined ? undefined : document[within];
  const inner: JsonObject = isList(list)
    ? { ...document, [within!]: list.map(row => (isObject(row) ? rowsApart(row, rows) : row)) }
    : document;
  const cut = bytesOf(inner);
  return isSmall(cut) ? { bytes: cut, rows } : { bytes: bytesOf(rowsApart(inner, rows)), rows };
}

/** The object with the first rows of each long list, and under `more` how many there are and what holds them all. */
function rowsApart(object: JsonObject, kept: Uint8Array[]): JsonObject {
  const long = Object.entries(object).filter(
    (member): member is [string, readonly Json[]] =>
      isList(member[1]) && member[1].length > LIMITS.evidence_rows_max,
  );
  if (long.length === 0) return object;
  const more = long.map(([name, rows]) => {
    const parts = partsOf(name, rows);
    kept.push(...parts);
    return [name, { rows: rows.length, parts: parts.map((bytes): Digest => sha256(bytes)) }] as const;
  });
  const first = long.map(([name, rows]) => [name, rows.slice(0, LIMITS.evidence_rows_max)] as const);
  return { ...object, ...Object.fromEntries(first), more: Object.fromEntries(more) };
}

/** The rows in their order, as many to an object as fit, and at least one. Each is written once: canonical text has no context. */
function partsOf(name: string, rows: readonly Json[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let texts: string[] = [];
  let chars = 0;
  const close = (): void => {
    const head = `{"format":${canonicalJson(ROWS_FORMAT)},"of":${canonicalJson(name)},"rows":[`;
    if (texts.length > 0) parts.push(Buffer.from(`${head}${texts.join(',')}]}`, 'utf8'));
    [texts, chars] = [[], 0];
  };
  for (const row of rows) {
    const text = canonicalJson(row);
    if (chars + text.length > LIMITS.report_rows_chars_max) close();
    texts.push(text);
    chars += text.length;
  }
  close();
  return parts;
}

const bytesOf = (document: Json): Uint8Array => Buffer.from(canonicalJson(document), 'utf8');
const isSmall = (bytes: Uint8Array): boolean => bytes.length <= LIMITS.report_bytes_max;
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
