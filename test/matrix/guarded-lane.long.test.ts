import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/contract/field.ts';
import type { Outcome } from '../../src/matrix/outcome.ts';
import { isColumnar, PLAIN_CODECS } from '../../src/matrix/plain-lane.ts';
import { PROBE_KINDS, type ProbeKind } from '../../src/matrix/probe.ts';
import type { Trial } from '../../src/matrix/trial.ts';
import { triedCell } from './run.ts';
import { field, listOf, side, unit, V3, vocabulary } from './schemas.ts';

const LABELS = vocabulary('sun', 'rain', 'snow');
const closed = { vocabulary: LABELS, unknownPolicy: { kind: 'reject' }, logical: 'label' } as const;

/** One field of each kind that can go wrong, and ranges, so that every probe has something to hit. */
const WIDE: readonly Field[] = [
  field(1, 'count', 'int32', { range: { min: 0n, max: 1_000n } }),
  field(2, 'latency', 'int64', { unit: unit('ms'), range: { min: 0n, max: 600_000n }, nullable: true }),
  field(3, 'ratio', 'float64', { range: { min: 0, max: 1 } }),
  field(4, 'weight', 'float32'),
  field(5, 'text', 'string'),
  field(6, 'weather', 'string', closed),
  field(7, 'class', 'int32', { ...closed, ignoreValue: -100n }),
  field(8, 'tokens', listOf(field(9, 'element', 'int32'), 1, 4)),
  field(10, 'words', listOf(field(11, 'element', 'string'), 0, 3)),
  field(12, 'day', 'date'),
  field(13, 'blob', 'bytes'),
  field(14, 'flag', 'bool'),
  field(15, 'depth', 'int32', { range: { min: 0n, max: 9n }, sentinels: [{ value: -1, means: 'unknown' }] }),
  field(16, 'score', 'float64', { nan: 'refuse', infinity: 'refuse' }),
];
const READER = side(2, ...WIDE, field(20, 'added', 'int32'));
const WRITER = side(1, ...WIDE);

const trialsOf = async (
  writer = WRITER,
  reader = WRITER,
  codec: (typeof PLAIN_CODECS)[number] = 'avro',
): Promise<readonly Trial[]> => (await triedCell(writer, reader, codec, 7)).flatMap(({ trials }) => trials);

const ends = (
  trials: readonly Trial[],
  lane: Trial['lane'],
  kind: ProbeKind,
  about?: number,
): readonly string[] => [
  ...new Set(
    trials
      .filter(trial => trial.lane === lane && trial.probe.kind === kind && trial.alone === undefined)
      .filter(trial => about === undefined || trial.probe.field === about)
      .map(({ observed, judged }) => (observed.kind === 'refused' ? observed.code : judged.outcome)),
  ),
];

/** What the guarded lane must say, and nothing else, for every probe of a kind, about a field where one is named. */
const MUST: ReadonlyArray<
  readonly [
    kind: ProbeKind,
    about: number | undefined,
    says: readonly string[],
    json?: readonly string[],
    columns?: readonly string[],
  ]
> = [
  ['typical', undefined, ['same']],
  ['term', undefined, ['same']],
  ['unknown-field', undefined, ['UNKNOWN_FIELD']],
  ['unknown-term', undefined, ['UNKNOWN_ENUM']],
  ['ignore-value', 7, ['same']],
  ['sentinel', 15, ['same']],
  ['null', 1, ['NULL_NOT_ALLOWED']],
  ['null', 2, ['same']],
  ['extreme', 1, ['RANGE', 'same']],
  ['extreme', 2, ['RANGE', 'same']],
  ['extreme', 5, ['same']],
  // A column has one type: a number that doesn't fit it stands in a wider one. 64 bits have none.
  ['overflow', 1, ['OVERFLOW'], ['OVERFLOW'], ['TYPE_MISMATCH']],
  ['overflow', 2, ['OVERFLOW'], ['OVERFLOW'], []],
  ['invalid-utf8', undefined, ['INVALID_UTF8']],
  ['over-long', undefined, ['ARRAY_TOO_LONG']],
  ['empty-list', 8, ['ARRAY_TOO_SHORT']],
  ['empty-list', 10, ['same']],
  // A bare NaN is no JSON at all.
  ['nan', 3, ['NAN_NOT_ALLOWED'], ['TYPE_MISMATCH', 'MALFORMED']],
  ['nan', 4, ['same'], ['TYPE_MISMATCH', 'MALFORMED']],
  ['nan', 16, ['NAN_NOT_ALLOWED'], ['TYPE_MISMATCH', 'MALFORMED']],
  ['infinity', 16, ['INFINITY_NOT_ALLOWED'], []],
  ['infinity', 3, ['RANGE'], []],
  ['infinity', 4, ['same'], []],
  ['truncated', undefined, ['TRUNCATED']],
  ['trailing', undefined, ['TRUNCATED', 'TRAILING_BYTES'], ['TRAILING_BYTES', 'MALFORMED']],
  ['missing-field', undefined, [], ['MISSING_FIELD'], ['MISSING_FIELD']],
  ['duplicate-key', undefined, [], ['DUPLICATE_KEY'], ['DUPLICATE_KEY']],
];

describe('the guarded lane', () => {
  for (const codec of PLAIN_CODECS)
    for (const [kind, about, says, inJson = says, inColumns = says] of MUST) {
      const allowed = isColumnar(codec) ? inColumns : codec === 'json' ? inJson : says;
      it(`ends ${codec} probes of kind ${kind} about field ${about ?? 'any'} with ${allowed.join(' or ') || 'nothing, having none'}`, async () => {
        const said = ends(await trialsOf(WRITER, WRITER, codec), 'guarded', kind, about);
        for (const code of said) expect(allowed).toContain(code);
        // Each says at least one of them: a kind without probes would be a promise without a check.
        expect(said.length > 0).toBe(allowed.length > 0);
      });
    }

  it.each(PLAIN_CODECS)('refuses a field nobody wrote and that has no default, in %s', async codec => {
    expect(ends(await trialsOf(WRITER, READER, codec), 'guarded', 'missing-default')).toEqual([
      'MISSING_DEFAULT',
    ]);
  });

  it('says at which byte the text stops being UTF-8', async () => {
    const trials = (await trialsOf()).filter(
      ({ probe, lane }) => lane === 'guarded' && probe.kind === 'invalid-utf8',
    );
    for (const { observed, probe } of trials) {
      const offset = observed.kind === 'refused' ? observed.offset! : -1;
      expect([0x80, 0xc0, 0xed, 0xff]).toContain(probe.bytes[offset]);
    }
    expect(trials.length).toBeGreaterThan(3);
  });

  it.each(PLAIN_CODECS)('never changes a value in silence and never crashes, in %s', async codec => {
    const bad: readonly Outcome[] = ['silent-change', 'crash'];
    for (const { lane, judged, probe } of await trialsOf(WRITER, WRITER, codec))
      if (lane === 'guarded') expect(bad, probe.id).not.toContain(judged.outcome);
  });

  it('has a probe of every kind in one codec or the other, because a kind nobody makes is a promise nobody keeps', async () => {
    const made = new Set<string>();
    for (const codec of PLAIN_CODECS)
      for (const { probe } of await trialsOf(WRITER, READER, codec)) made.add(probe.kind);
    expect([...made].sort()).toEqual([...PROBE_KINDS].sort());
  });
});

describe('the plain lane', () => {
  it('is seen to take a null for a value that its contract promises, from a column that may have some', async () => {
    for (const codec of ['arrow', 'parquet'] as const)
      expect(ends(await trialsOf(WRITER, WRITER, codec), 'plain', 'null', 1)).toEqual(['silent-change']);
  });

  it('is seen to take the place of a text that is beyond its dictionary for a text, where our lane refuses it', async () => {
    const trials = (await trialsOf(WRITER, WRITER, 'arrow')).filter(
      ({ probe }) => probe.kind === 'dictionary',
    );
    const told = (lane: Trial['lane'], name: string) =>
      trials
        .filter(trial => trial.lane === lane && trial.probe.id === `dictionary/5/${name}`)
        .map(({ observed, judged }) => (observed.kind === 'refused' ? observed.code : judged.outcome));
    expect(told('plain', 'in another order')).toEqual(['same']);
    expect(told('guarded', 'in another order')).toEqual(['same']);
    expect(told('plain', 'beyond its end')).toEqual(['silent-change']);
    expect(told('guarded', 'beyond its end')).toEqual(['MALFORMED']);
  });

  it('is seen to decode invalid UTF-8 to another text', async () =>
    expect(ends(await trialsOf(), 'plain', 'invalid-utf8', 5)).toEqual(['silent-change']));

  it('is seen to keep one of two values of a key', async () =>
    expect(ends(await trialsOf(WRITER, WRITER, 'json'), 'plain', 'duplicate-key', 5)).toEqual([
      'silent-change',
    ]));

  it('is seen to hand on a term that its contract rejects, where our lane refuses it', async () => {
    const trials = await trialsOf();
    expect(ends(trials, 'plain', 'unknown-term', 6)).toEqual(['silent-change']);
    expect(ends(trials, 'guarded', 'unknown-term', 6)).toEqual(['UNKNOWN_ENUM']);
  });

  it('is seen to skip a field nobody registered, where our lane refuses it', async () => {
    const trials = await trialsOf(WRITER, WRITER, 'json');
    expect(ends(trials, 'plain', 'unknown-field')).toEqual(['same']);
    expect(ends(trials, 'guarded', 'unknown-field')).toEqual(['UNKNOWN_FIELD']);
  });

  it('is seen to round an int64 in JSON, and to refuse it in Avro', async () => {
    const long = side(1, field(1, 'n', 'int64'));
    const odd = async (codec: (typeof PLAIN_CODECS)[number]): Promise<readonly string[]> =>
      (await trialsOf(long, long, codec))
        .filter(({ lane, probe }) => lane === 'plain' && probe.id === 'extreme/1/9007199254740993')
        .map(({ observed, judged }) => (observed.kind === 'refused' ? observed.code : judged.outcome));
    expect(await odd('json')).toEqual(['silent-change']);
    expect(await odd('avro')).toEqual(['PRECISION_LOSS']);
  });

  it('is seen to hand out a default of zero where nobody knows, and a null where a file has no defaults', async () => {
    const added = side(
      4,
      ...V3.schema.fields,
      field(30, 'retries', 'int32', { default: { kind: 'value', value: 0, means: 'unknown' } }),
    );
    for (const codec of PLAIN_CODECS) {
      const trials = await trialsOf(V3, added, codec);
      expect(ends(trials, 'plain', 'missing-default', 30)).toEqual([
        isColumnar(codec) ? 'converted' : 'silent-change',
      ]);
      expect(ends(trials, 'guarded', 'missing-default', 30)).toEqual(['converted']);
    }
  });

  it('does no harm with a default that every older record truly held', async () => {
    const added = side(
      4,
      ...V3.schema.fields,
      field(30, 'retries', 'int32', { default: { kind: 'value', value: 0, means: 'value' } }),
    );
    expect(ends(await trialsOf(V3, added), 'plain', 'missing-default', 30)).toEqual(['converted']);
  });
});
