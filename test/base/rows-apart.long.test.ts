import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { type KeptReport, keptReport } from '../../src/base/rows-apart.ts';

type JsonObject = { readonly [key: string]: Json };

const row = (index: number): JsonObject => ({ field: index, said: `row ${index} ${'é'.repeat(300)}` });
const rowsOf = (count: number): readonly JsonObject[] => Array.from({ length: count }, (_, at) => row(at));
const parsed = (bytes: Uint8Array): JsonObject => JSON.parse(Buffer.from(bytes).toString('utf8'));

/** What a reader does who fetches by digest. */
function joined({ bytes, rows }: KeptReport): JsonObject {
  const byDigest = new Map(rows.map(part => [sha256(part) as string, parsed(part)]));
  const whole = (object: JsonObject): JsonObject => {
    const { more, ...rest } = object;
    if (more === undefined) return rest;
    const lists = Object.entries(more as { [name: string]: { rows: number; parts: string[] } });
    const filled = lists.map(([name, { rows: count, parts }]) => {
      const all = parts.flatMap(digest => {
        const part = byDigest.get(digest)!;
        expect(part['of']).toBe(name);
        return part['rows'] as readonly Json[];
      });
      expect(all).toHaveLength(count);
      expect(all.slice(0, (rest[name] as readonly Json[]).length)).toEqual(rest[name]);
      return [name, all];
    });
    return { ...rest, ...Object.fromEntries(filled) };
  };
  const outer = whole(parsed(bytes));
  return Array.isArray(outer['cells']) ? { ...outer, cells: outer['cells'].map(whole) } : outer;
}

describe('a report as it is kept', () => {
  it('is its own one text while it is small, however long its lists, because what was kept once keeps its digest', () => {
    const report = { kind: 'matrix', cells: [{ fields: rowsOf(100) }] };
    expect(keptReport(report, 'cells')).toEqual({ bytes: Buffer.from(canonicalJson(report)), rows: [] });
  });

  it.each([
    ['a long list of its own', { class: 'migrate', findings: rowsOf(9_000) }, undefined],
    [
      'a long list in a row',
      { kind: 'matrix', cells: [{ fields: rowsOf(9_000), gaps: rowsOf(3) }] },
      'cells',
    ],
    [
      'many rows with lists',
      { kind: 'matrix', cells: rowsOf(600).map(one => ({ ...one, fields: rowsOf(30) })) },
      'cells',
    ],
  ] as const)(
    'has all its rows under digests when it has %s, in objects that can be kept',
    (_, report, within) => {
      const kept = keptReport(report, within);
      expect(joined(kept)).toEqual(parsed(Buffer.from(canonicalJson(report))));
      expect(kept.bytes.length).toBeLessThan(LIMITS.report_bytes_max);
      for (const part of kept.rows) {
        // Text of another language than English takes more bytes than characters.
        expect(part.length).toBeLessThan(2 * LIMITS.report_rows_chars_max);
        expect(canonicalJson(parsed(part))).toBe(Buffer.from(part).toString('utf8'));
      }
    },
  );

  it('has another digest when any row is another, the last one too, because the digest is what is approved', () => {
    const report = (last: string): KeptReport => keptReport({ findings: [...rowsOf(9_000), { said: last }] });
    expect(sha256(report('a').bytes)).not.toBe(sha256(report('b').bytes));
  });
});
