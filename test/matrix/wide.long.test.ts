import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import type { Field } from '../../src/contract/field.ts';
import type { PlainReaders } from '../../src/engine/port.ts';
import type { Side } from '../../src/matrix/cell.ts';
import { prepareCell, type RanCell } from '../../src/matrix/cell-report.ts';
import { chance } from '../../src/matrix/chance.ts';
import { placeOf } from '../../src/matrix/place-of.ts';
import {
  type CodecName,
  PLAIN_CODECS,
  type PlainAnswer,
  type PlainTask,
} from '../../src/matrix/plain-lane.ts';
import { type Ask, type Asked, askPart } from '../../src/matrix/trial.ts';
import { isTooLarge, variantsOf } from '../../src/matrix/variants.ts';
import { answered, CODECS, inProcess, probesOfAll, run, runCell } from './run.ts';
import { field, listOf, side, unit, vocabulary } from './schemas.ts';

const NULL = { kind: 'value', value: null, means: 'unknown' } as const;
const TERMS = vocabulary('sun', 'rain', 'snow');

/** A field of each kind in turn, by its id. */
function nth(id: number): Field {
  const name = `field_${id}`;
  const kinds: readonly (() => Field)[] = [
    () => field(id, name, 'int64', { unit: unit('s'), range: { min: 0n, max: 600n } }),
    () => field(id, name, 'float64', { nullable: true, default: NULL }),
    () => field(id, name, 'string'),
    () => field(id, name, 'string', { vocabulary: TERMS, unknownPolicy: { kind: 'reject' } }),
    () => field(id, name, 'int32', { vocabulary: TERMS, unknownPolicy: { kind: 'pass' } }),
    () => field(id, name, listOf(field(id + 100_000, 'element', 'float32'), 1, 4)),
    () => field(id, name, 'date'),
    () => field(id, name, 'bytes', { nullable: true }),
    () => field(id, name, 'bool'),
  ];
  return kinds[id % kinds.length]!();
}
const fields = (count: number, from = 1): readonly Field[] =>
  Array.from({ length: count }, (_, index) => nth(from + index));
const wide = (count: number): Side => side(1, ...fields(count));

const partsAsked = (writer: Side, reader: Side, codec: CodecName): readonly Asked[] => {
  const cell = { writer: writer.version, reader: reader.version, codec, reason: 'supported' } as const;
  return prepareCell(cell, writer, reader).parts.map((part, number) =>
    askPart(part, 1, number, inProcess.parquet),
  );
};
const asksOf = (writer: Side, reader: Side, codec: CodecName): readonly { ask: Ask; width: number }[] =>
  partsAsked(writer, reader, codec).flatMap(({ part, asks }) =>
    asks.map(ask => ({ ask, width: Math.max(part.writer.fields.length, part.reader.fields.length) })),
  );
/** Each field that is read alone, and in which probes: asked for, or as the only field of a record. */
const aloneOf = (
  writer: Side,
  reader: Side,
  codec: CodecName,
): readonly { readonly field: Field; readonly probes: readonly string[] }[] =>
  partsAsked(writer, reader, codec).flatMap(({ asks, changed, sole }) =>
    changed.map(one => ({
      field: one,
      probes: asks
        .filter(({ probe, wanted }) =>
          sole === one ? [undefined, one.id].includes(probe.field) : wanted.alone === one,
        )
        .map(({ probe }) => probe.id),
    })),
  );

type Edit = (fields: readonly Field[]) => readonly Field[];
const at = (id: number, edit: (before: Field) => readonly Field[]): Edit => {
  return before => before.flatMap(one => (one.id === id ? edit(one) : [one]));
};
const anyId = fc.integer({ min: 1, max: 90 });
/** What versions do to each other, at any place of a wide record. */
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  anyId.map(id => at(id, () => [])),
  anyId.map(id => at(id, one => [{ ...one, nullable: !one.nullable, default: { kind: 'none' } }])),
  anyId.map(id => at(id, one => [{ ...one, name: `${one.name}_renamed`, aliases: [one.name] }])),
  // Another id under the old name.
  anyId.map(id => at(id, one => [{ ...nth(id + 1_000), name: one.name }])),
  fc.constant<Edit>(before => [...before, field(5_000, 'added', 'int32', { nullable: true, default: NULL })]),
  // Each takes the name of the one before it, so that all of them hang together.
  fc.constant<Edit>(before =>
    before.map((one, index) => ({ ...one, name: before.at(index - 1)!.name, aliases: [] })),
  ),
  fc.constant<Edit>(before => before.toReversed()),
);
const anyWidePair = fc
  .tuple(fc.integer({ min: 33, max: 90 }), fc.array(anyEdit, { maxLength: 3 }))
  .map(([count, edits]) => {
    const written = fields(count);
    const read = edits.reduce<readonly Field[]>((now, edit) => edit(now), written);
    const ids = new Set<number>();
    return [side(1, ...written), side(2, ...read.filter(({ id }) => !ids.has(id) && ids.add(id)))] as const;
  });

describe('a wide pair of schemas', () => {
  it('is probed in each field as a narrow one is: the same kinds and variants, none lost and none twice', () =>
    fc.assert(
      fc.property(anyWidePair, fc.constantFrom(...PLAIN_CODECS), ([writer, reader], codec) => {
        const asks = asksOf(writer, reader, codec).map(({ ask }) => ask);
        const all = probesOfAll(writer.schema, reader.schema, CODECS[codec].probes, 1).probes;
        const ofFields = (ids: readonly { id: string; field: number | undefined }[]) =>
          ids.flatMap(({ id, field: about }) => (about === undefined ? [] : [id])).sort();
        const asked = asks.filter(({ wanted }) => wanted.alone === undefined).map(({ probe }) => probe);
        expect(ofFields(asked)).toEqual(ofFields(all));
        // And each field that changed is read alone: in what is about it, and in typical records.
        for (const { field: one, probes: alone } of aloneOf(writer, reader, codec)) {
          // What is about the record and no field is asked of the whole record.
          const due = all.filter(({ kind, field: about }) => kind === 'typical' || about === one.id);
          expect([...alone].sort()).toEqual(due.map(({ id }) => id).sort());
        }
      }),
      { numRuns: 12 },
    ));

  it('asks what is about the record of the whole record, once, and typical records of all fields there', () => {
    const newer = side(2, ...fields(60), field(9_000, 'added', 'int32', { nullable: true, default: NULL }));
    const parts = partsAsked(wide(60), newer, 'avro');
    const about = (kind: string) =>
      parts.map(({ asks }) => asks.filter(({ probe }) => probe.kind === kind).length);
    expect(about('unknown-field')).toEqual([1, ...parts.slice(1).map(() => 0)]);
    const { probe_typical_records: all, probe_typical_again: again } = LIMITS;
    expect(about('typical')).toEqual([
      all,
      ...parts.slice(1).map(({ changed }) => (changed.length > 0 ? all : again)),
    ]);
  });

  it('reads every changed field alone, and asks once what is the same of the record and of its only field', () => {
    const reader = side(2, ...fields(60).map(one => ({ ...one, aliases: [`old_${one.id}`] })));
    expect(new Set(aloneOf(wide(60), reader, 'avro').map(({ field: one }) => one.id)).size).toBe(60);
    const asks = asksOf(wide(60), reader, 'avro');
    expect(asks.filter(({ ask }) => ask.wanted.alone !== undefined)).toEqual([]);
  });

  it.each(PLAIN_CODECS)('hears of a record with one field what it hears of the field alone, in %s', codec =>
    fc.assert(
      fc.asyncProperty(anyWidePair, async ([writer, reader]) => {
        const parts = partsAsked(writer, reader, codec).filter(({ sole }) => sole !== undefined);
        const tasks = parts.slice(0, 3).flatMap(({ asks }) => asks.map(({ task }) => task));
        const select = (one: PlainTask): PlainTask => {
          const { sole, form, part } = parts.find(({ asks }) => asks.some(({ task }) => task === one))!;
          return {
            ...one,
            select: { kind: 'field', name: form.namesOf(part.reader)[placeOf(part.reader, sole!.id)!]! },
          };
        };
        const [whole, alone] = [await answered(tasks), await answered(tasks.map(select))];
        // A reader of a record hands over what it was not asked for, too; whoever asked looks at its field.
        const seen = ({ kind, ...rest }: PlainAnswer, name: string) =>
          'values' in rest
            ? { kind, values: rest.values.filter(([member]) => member === name) }
            : { kind, ...rest };
        for (const task of tasks.map(select)) {
          const name = task.select.kind === 'field' ? task.select.name : '';
          expect(seen(whole.get(task.id)!, name)).toEqual(seen(alone.get(task.id)!, name));
        }
      }),
      { numRuns: 12 },
    ),
  );

  it('costs what its fields cost and not their square, counted in fields read', () => {
    const cost = (count: number) => {
      const newer = side(2, ...fields(count).map(one => ({ ...one, aliases: [`old_${one.id}`] })));
      return asksOf(wide(count), newer, 'json').reduce((sum, { width }) => sum + width, 0);
    };
    const [some, twice] = [cost(250), cost(500)];
    expect(twice / some).toBeLessThan(2.2);
  });

  it('is taken apart so that a probe of one field never carries more than a few', () => {
    const asks = asksOf(wide(400), wide(400), 'avro');
    const narrow = asks.filter(({ width }) => width <= LIMITS.matrix_projection_fields_max);
    const whole = asks.filter(({ width }) => width === 400);
    expect(narrow.length + whole.length).toBe(asks.length);
    // Typical records, three cuts, a byte too many, and a field nobody registered.
    expect(whole.length).toBe(LIMITS.probe_typical_records + 5);
  });

  it('asks what two versions have in common once, because a version more costs its changes', async () => {
    const asked = async (writers: readonly Side[]): Promise<number> => {
      let count = 0;
      const plain: PlainReaders = {
        parquet: inProcess.parquet,
        read: tasks => {
          count += tasks.length;
          return inProcess.read(tasks);
        },
      };
      const version = writers.at(-1)!.version;
      await run({ writers, readers: writers, proposed: version, plain });
      return count;
    };
    const [older, newer] = [
      wide(70),
      side(2, ...fields(70), field(9_000, 'added', 'int32', { nullable: true, default: NULL })),
    ];
    const [alone, both] = [await asked([newer]), await asked([older, newer])];
    expect(both).toBeLessThan(alone * 1.6);
  });

  const report = async (writer: Side, reader: Side, codec: CodecName): Promise<RanCell> =>
    runCell(writer, reader, codec);

  it.each(PLAIN_CODECS)('finds of a changed field what a narrow pair finds, in %s', async codec => {
    const millis = (one: Field): Field => (one.id === 9 ? { ...one, unit: unit('ms') } : one);
    const before = fields(20);
    const [narrow, broad] = await Promise.all([
      report(side(1, ...before), side(2, ...before.map(millis)), codec),
      report(
        side(1, ...before, ...fields(30, 21)),
        side(2, ...[...before, ...fields(30, 21)].map(millis)),
        codec,
      ),
    ]);
    const evidence = ({ fields: found }: RanCell) => found.find(({ field: id }) => id === 9);
    expect(evidence(narrow)?.sample?.written?.unit).toBe('s');
    expect(evidence(broad)?.sample).toEqual(evidence(narrow)?.sample);
    // Three cuts, a byte too many, and a field nobody registered are about the record.
    const probes = (cell: RanCell): number => evidence(cell)!.alone!.plain.probes;
    expect(probes(narrow) - probes(broad)).toBe(5);
    for (const { encoding, meaning, broken, disagreements } of [narrow, broad])
      expect({ encoding, meaning, broken, disagreements }).toEqual({
        encoding: 'passes',
        meaning: 'fails',
        broken: [],
        disagreements: [],
      });
  });

  it.each(PLAIN_CODECS)('sees names that were exchanged between its ends, in %s', async codec => {
    const ends = [field(1, 'low', 'int32'), field(900, 'high', 'int32')] as const;
    const between = fields(40, 2);
    const [low, high] = ends;
    const swapped = side(2, { ...low, name: 'high' }, ...between, { ...high, name: 'low' });
    const { fields: found } = await report(side(1, low, ...between, high), swapped, codec);
    for (const id of [1, 900])
      expect(found.find(({ field: one }) => one === id)?.sample).toMatchObject({ truth: 'written' });
  });

  it('names the field for which an ordinary reader refuses the whole', async () => {
    const reader = side(
      2,
      ...fields(60).map(one => (one.id === 11 ? { ...one, type: { kind: 'int64' as const } } : one)),
    );
    const { encoding, unread } = await report(wide(60), reader, 'avro');
    expect(encoding).toBe('fails');
    expect(unread).toEqual([
      { lane: 'plain', field: 11, name: 'field_11', probe: 'typical/0', code: 'TYPE_MISMATCH' },
    ]);
  });
});

describe('a pair with long lists', () => {
  const floats = (id: number, length: number): Field =>
    field(id, `vector_${id}`, listOf(field(id + 100, 'element', 'float32'), length, length));

  it('is taken apart too, because every probe would carry all of them', () => {
    const vectors = side(1, ...Array.from({ length: 12 }, (_, index) => floats(index + 1, 1_000)));
    const values = (ask: Ask): number =>
      ask.probe.truth.kind === 'record'
        ? ask.probe.truth.values.reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : 1), 0)
        : 0;
    const sizes = asksOf(vectors, vectors, 'avro').map(({ ask }) => values(ask));
    const whole = sizes.filter(size => size >= 12_000).length;
    expect(whole).toBe(LIMITS.probe_typical_records + 1);
    expect(sizes.filter(size => size > LIMITS.matrix_projection_values_max + 1_001)).toHaveLength(whole);
  });

  it('leaves blank what has no typical record of a size anybody could read, and a blank is no pass', async () => {
    const deep = Array.from({ length: 29 }, (_, depth) => depth + 10).reduce<Field>(
      (element, id) => field(id, 'element', listOf(element, 0, 9)),
      field(9, 'element', 'int32'),
    );
    for (const type of [listOf(deep, 0, 9), listOf(field(2, 'element', 'int32'), 2 ** 31 - 1, 2 ** 31 - 1)]) {
      const huge = side(1, field(1, 'huge', type));
      const { cells, conditions } = await run({ writers: [huge], readers: [huge] });
      expect(cells).toMatchObject([{ kind: 'blank', why: 'too-large' }]);
      expect(conditions).toEqual(['INCOMPLETE']);
    }
  });

  it('says which variants of its elements are left out, because together they would fill the memory', () => {
    const terms = Array.from({ length: 30 }, (_, index) => `term ${index}`);
    const element = field(2, 'element', 'string', { vocabulary: vocabulary(...terms) });
    const labels = field(1, 'labels', listOf(element, 1 << 18, 1 << 19));
    const made = variantsOf(labels, labels, chance(1, 'variants'));
    expect(made.filter(one => !isTooLarge(one) && one.kind === 'term')).toHaveLength(
      LIMITS.probe_variant_elements_max >> 18,
    );
    for (const kind of ['term', 'over-long']) expect(made).toContainEqual({ kind, tooLarge: true });
  });
});
