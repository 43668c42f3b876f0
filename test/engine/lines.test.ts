import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachLine } from '../../src/engine/lines.ts';

function linesOf(chunks: readonly Uint8Array[], bytesMax: number): Promise<readonly string[]> {
  const stream = Readable.from(chunks.map(chunk => Buffer.from(chunk)));
  const heard: string[] = [];
  eachLine(
    stream,
    bytesMax,
    line => heard.push(line),
    () => heard.push('too long'),
  );
  return new Promise(resolve => stream.on('end', () => resolve(heard)));
}

describe('the lines of a stream', () => {
  it('are what stood between line feeds, however the stream was cut', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', '\u2028', '\r', 'ü', '🌫') })),
        fc.array(fc.nat(40), { maxLength: 6 }),
        async (lines, cuts) => {
          const bytes = Buffer.from(lines.map(line => `${line}\n`).join(''));
          const ends = [...new Set([...cuts.filter(cut => cut < bytes.length), bytes.length])].sort(
            (a, b) => a - b,
          );
          const chunks = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
          expect(
            await linesOf(
              chunks.filter(({ length }) => length > 0),
              1_000,
            ),
          ).toEqual(lines);
        },
      ),
      { numRuns: 50 },
    ));

  it('end with the first that is too long, because whoever writes it may never stop', async () => {
    const chunks = ['ab\nabc', 'd', 'e\nab\n'].map(text => Buffer.from(text));
    expect(await linesOf(chunks, 3)).toEqual(['ab', 'too long']);
  });
});
