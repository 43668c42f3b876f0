import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareCell } from '../../src/matrix/cell-report.ts';
import { PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { type Ask, type Asked, askPart, tryPart } from '../../src/matrix/trial.ts';
import { answered, inProcess } from './run.ts';
import { field, listOf, side } from './schemas.ts';

const COUNT = field(1, 'count', 'int64');
const TEXT = field(2, 'text', 'string', { nullable: true });
const WORDS = field(3, 'words', listOf(field(4, 'element', 'string'), 0, 3));
const SIZE = field(5, 'size', 'float32');
const [WRITER, READER] = [side(1, COUNT, TEXT, WORDS, SIZE), side(2, COUNT, SIZE)];

/** The digits of an ask’s bytes: what is edited in place shows. */
const bytesOf = ({ asks }: Asked): readonly string[] =>
  asks.map(({ task }) => Buffer.from(task.bytes).toString('hex'));

const copied = (ask: Ask): Ask => {
  const bytes = Buffer.from(ask.task.bytes);
  return { ...ask, probe: { ...ask.probe, bytes }, task: { ...ask.task, bytes } };
};

/** How each ask ended in each lane; the guarded lane goes first where it is said to. */
async function outcomes(asked: Asked, first: 'plain' | 'guarded'): Promise<ReadonlyMap<string, unknown>> {
  const none = new Map(
    asked.asks.map(({ task: { id } }) => [id, { id, kind: 'crash', how: 'none' } as const]),
  );
  if (first === 'guarded') tryPart(asked, none);
  const answers = await answered(asked.asks.map(({ task }) => task));
  const trials = tryPart(asked, answers)!;
  return new Map(
    trials.map(({ lane, probe, alone, observed, judged }) => [
      `${lane} ${probe.id} ${alone?.id ?? 'record'}`,
      [judged.outcome, observed],
    ]),
  );
}

describe('probes of a version without a text that another has', () => {
  it.each(PLAIN_CODECS)(
    'end alike alone and together, in any order, whichever lane goes first, in %s',
    async codec => {
      const cell = { writer: 1, reader: 2, codec, reason: 'supported' } as const;
      const asked = askPart(prepareCell(cell, WRITER, READER).parts[0]!, 1, 0, inProcess.parquet);
      expect(asked.asks.some(({ probe }) => probe.kind === 'invalid-utf8')).toBe(true);
      const written = bytesOf(asked);
      const alone = new Map<string, unknown>();
      for (const ask of asked.asks)
        for (const [id, end] of await outcomes({ ...asked, asks: [copied(ask)] }, 'plain'))
          alone.set(id, end);
      const { length } = asked.asks;
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...asked.asks], { minLength: length, maxLength: length }),
          fc.constantFrom('plain', 'guarded'),
          async (asks, first) => {
            expect(await outcomes({ ...asked, asks }, first)).toEqual(alone);
            expect(bytesOf(asked)).toEqual(written);
          },
        ),
        { numRuns: 4 },
      );
    },
  );
});
