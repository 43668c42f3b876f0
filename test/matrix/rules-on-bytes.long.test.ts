import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avroCodec } from '../../src/codec/avro.ts';
import { CATALOGUE } from '../../src/compat/catalogue.ts';
import { classify } from '../../src/compat/classify.ts';
import type { Direction } from '../../src/compat/finding.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import { announcedBy } from '../../src/matrix/announced.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { controlTasks, disagreementsOf } from '../../src/matrix/disagreement.ts';
import { type CodecName, PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { type SchemaWords, schemaOf } from '../compat/schema-of.ts';
import { answered, runCell, triedCell } from './run.ts';

type Case = {
  readonly name: string;
  readonly direction?: Direction;
  readonly writer: SchemaWords;
  readonly reader: SchemaWords;
  readonly breaks: readonly string[];
  readonly notes?: readonly string[];
};

const CASES = new URL('../compat/cases/', import.meta.url);
const casesOf = (rule: string): readonly Case[] =>
  readdirSync(new URL(`${rule}/`, CASES)).map(name => ({
    name,
    ...JSON.parse(readFileSync(new URL(`${rule}/${name}/case.json`, CASES), 'utf8')),
  }));

const sideOf = (version: number, words: SchemaWords): Side => {
  const schema = schemaOf(words);
  return { version, schema, recordSchema: recordSchemaDigest(schema) };
};

/** The two versions of a case, numbered so that the newer one is the one its direction says. */
function sidesOf({ direction, writer, reader }: Case): readonly [writer: Side, reader: Side] {
  return direction === 'forward'
    ? [sideOf(2, writer), sideOf(1, reader)]
    : [sideOf(1, writer), sideOf(2, reader)];
}

/** What the bytes say that nobody would have announced, had the catalogue not this rule. */
async function unsaid(
  rule: string,
  writer: Side,
  reader: Side,
  codec: CodecName,
): Promise<readonly string[]> {
  const direction = reader.version > writer.version ? 'backward' : 'forward';
  const findings = classify(writer.schema, reader.schema, direction);
  const announced = announcedBy(findings.filter(found => found.rule !== rule));
  const parts = await triedCell(writer, reader, codec, 1, part => ({ ...part, announced }));
  const each = parts.map(async ({ asked, trials }) =>
    disagreementsOf(asked, trials, await answered(controlTasks(asked, trials))),
  );
  return (await Promise.all(each)).flat().map(({ kind, code }) => `${kind} ${code ?? ''}`.trim());
}

const isBroken = ({ breaks, notes = [] }: Case, rule: string): boolean =>
  [...breaks, ...notes].includes(rule);

/** Rules of which no pair of the cases can show anything; each is shown apart, below. */
const APART: readonly string[] = ['ALIASES_KEPT', 'FIELD_ORDER_SAME'];

for (const [level, , , { id }] of CATALOGUE.filter(([at]) => at === 'wire' || at === 'read'))
  describe(`${id}, at level ${level}`, () => {
    const pairs = casesOf(id).flatMap(one =>
      PLAIN_CODECS.map(codec => ({ one, codec, sides: sidesOf(one) })),
    );

    it('is never contradicted by bytes, in any of its cases', async () => {
      for (const { one, codec, sides } of pairs) {
        const { disagreements, broken } = await runCell(...sides, codec);
        expect({ of: one.name, codec, disagreements, broken }).toEqual({
          of: one.name,
          codec,
          disagreements: [],
          broken: [],
        });
        if (!isBroken(one, id)) expect(await unsaid(id, ...sides, codec), one.name).toEqual([]);
      }
    });

    if (!APART.includes(id))
      it('is seen on bytes: without it, a change would have been announced by nobody', async () => {
        const seen: string[] = [];
        for (const { codec, sides } of pairs.filter(pair => isBroken(pair.one, id))) {
          const [own, cell] = [await runCell(sides[0], sides[0], codec), await runCell(...sides, codec)];
          const worse = (['encoding', 'meaning'] as const).filter(
            verdict => own[verdict] === 'passes' && cell[verdict] === 'fails',
          );
          seen.push(...worse, ...(await unsaid(id, ...sides, codec)));
        }
        expect(seen).not.toEqual([]);
      });
  });

describe('what a pair alone can not show', () => {
  it('shows a lost alias to the reader of records older than the rename', async () => {
    const version = (number: number, name: string, aliases: readonly string[]): Side =>
      sideOf(number, { fields: [{ id: 1, name, type: 'int64', aliases }] });
    const old = version(1, 'latency', []);
    const [kept, lost] = [version(3, 'delay', ['latency']), version(3, 'delay', [])];
    expect((await runCell(old, kept, 'avro')).encoding).toBe('passes');
    expect((await runCell(old, lost, 'avro')).unread).toEqual([
      expect.objectContaining({ code: 'FIELD_MISSING' }),
    ]);
  });

  it('shows a changed order to a reader that goes by places, in silence', () => {
    const [writer, reader] = [['width', 'height'] as const, ['height', 'width'] as const].map(names =>
      schemaOf({
        fields: names.map(name => ({ id: name === 'width' ? 1 : 2, name, type: 'int64' as const })),
      }),
    );
    const batch = batchOf(writer!, [[640n, 480n]]);
    const bytes = avroCodec.encode(writer!, batch);
    const read = bytes instanceof Uint8Array ? avroCodec.decode(reader!, bytes) : undefined;
    // Width is 640 for the writer, and 480 for a reader that has it in second place.
    expect(read?.kind === 'decoded' && rowsOf(reader!, read.batch)).toEqual([[640n, 480n]]);
  });
});
