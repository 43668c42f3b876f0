import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../src/compat/classify.ts';
import { announcedBy, isAnnounced } from '../../src/matrix/announced.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { type CodecName, PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import type { Unread } from '../../src/matrix/unread.ts';
import { anyPair } from './any-pair.ts';
import { runCell } from './run.ts';
import { field } from './schemas.ts';

/** What holds for every pair of versions that anybody may write; `runs` is how many are tried in a codec. */
export function pairProperties(runs: (codec: CodecName) => number): void {
  describe('any writer, and any reader that grew out of it', () => {
    it.each(PLAIN_CODECS)(
      'never surprise the rules: what bytes show, a finding has said; and the guarded lane changes nothing in silence, in %s',
      codec =>
        fc.assert(
          fc.asyncProperty(anyPair, async ([writer, reader, seed]) => {
            const { broken, disagreements, fields, unread } = await runCell(writer, reader, codec, seed);
            expect({
              broken,
              disagreements,
              fields: disagreements.length > 0 ? fields : [],
              unexplained: await unexplained(unread, writer, reader, codec, seed),
            }).toEqual({ broken: [], disagreements: [], fields: [], unexplained: [] });
          }),
          { numRuns: runs(codec) },
        ),
    );

    it.each(PLAIN_CODECS)('are the same among forty fields that stay as they were, in %s', codec =>
      fc.assert(
        fc.asyncProperty(anyPair, async ([writer, reader, seed]) => {
          const [broad, broader] = [amongOthers(writer), amongOthers(reader)];
          const { broken, disagreements } = await runCell(broad, broader, codec, seed);
          expect({ broken, disagreements }).toEqual({ broken: [], disagreements: [] });
        }),
        { numRuns: Math.ceil(runs(codec) / 10) },
      ),
    );
  });
}

/** Ordinary readers refuse only where a finding says so, or what they do not read of their own. */
async function unexplained(
  unread: readonly Unread[],
  writer: Side,
  reader: Side,
  codec: CodecName,
  seed: number,
): Promise<readonly Unread[]> {
  if (unread.length === 0) return [];
  const own = [await runCell(writer, writer, codec, seed), await runCell(reader, reader, codec, seed)];
  const announced = announcedBy(classify(writer.schema, reader.schema));
  const isExplained = ({ field, code }: Unread): boolean =>
    isAnnounced(announced, field ?? undefined) ||
    (field === null && announced.fields.size > 0) ||
    own.some(cell => cell.unread.some(one => one.field === field && one.code === code));
  return unread.filter(one => !isExplained(one));
}

/** So many that the pair is taken apart; ids on both sides of those that a pair has. */
function amongOthers({ schema, ...side }: Side): Side {
  const other = (index: number) => field(index < 20 ? 10 + index : 5_000 + index, `other_${index}`, 'bool');
  return {
    ...side,
    schema: { ...schema, fields: [...schema.fields, ...Array.from({ length: 40 }, (_, at) => other(at))] },
  };
}
