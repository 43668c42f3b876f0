import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import { applyConversion } from '../../src/convert/apply-conversion.ts';
import { applyChain, chainOf, chainSteps } from '../../src/convert/chain.ts';
import { parseConverter } from '../../src/convert/converter.ts';
import type { FunctionAsk, FunctionMade } from '../../src/convert/function-plan.ts';
import { planDigest, planDocument } from '../../src/convert/plan-document.ts';
import { makeField, makeSchema, makeStruct } from '../contract/make-field.ts';
import { bytesOf, must } from '../contract/small-subject.ts';
import { converterText, faultsOf, parsed, planned, planOf } from './converters.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const declared = (more = ''): string =>
  `functions:\n  - {name: seconds, module: seconds.ts, takes: [1, 2], digest: "${DIGEST}"${more}}\n`;

const from = makeSchema([
  makeField('int64', { id: 1, name: 'whole', range: { min: 0n, max: 100n } }),
  makeField('string', { id: 2, name: 'word', nullable: true }),
]);
const to = makeSchema([
  makeField('int64', { id: 3, name: 'sum', range: { min: 0n, max: 50n } }),
  makeField('string', { id: 4, name: 'text', nullable: true }),
]);
const MADE = [
  '{id: 3, steps: [{kind: function, name: seconds}]}',
  '{id: 4, steps: [{kind: function, name: seconds}]}',
];
const plan = planOf(from, to, MADE, `${declared(', rejects: [ODD, EMPTY]')}where: "whole != 7"\n`);

/** What stands in for a function: the sum of a number and a length, and the word; odd numbers above 90 are left out. */
function act({ columns, rows }: FunctionAsk): FunctionMade {
  const [whole, word] = columns as [(typeof columns)[0], (typeof columns)[0]];
  const numbers = new BigInt64Array(whole!.values.slice().buffer);
  const sums = numbers.map((each, row) => each + BigInt(word!.offsets![row + 1]! - word!.offsets![row]!));
  const rejected = Uint16Array.from(numbers, each => (each > 90n && each % 2n === 1n ? 1 : 0));
  return {
    columns: [{ ...whole!, values: new Uint8Array(sums.buffer) }, word!],
    rejected: rows > 0 ? rejected : undefined,
  };
}

function converted(rows: readonly RecordValues[], asked: number[] = []) {
  const steps = chainSteps(chainOf([plan]), batchOf(from, rows));
  let next = steps.next();
  while (next.done !== true) {
    asked.push(next.value.rows);
    next = steps.next(act(next.value));
  }
  return next.value;
}

describe('a plan with functions', () => {
  it('names what each takes and makes, and what runs', () => {
    expect(plan.functions).toMatchObject([
      { name: 'seconds', exported: 'default', isolation: 'process', limit_ms: 10_000, memory_mib: 512 },
    ]);
    expect(planDocument(plan).functions).toMatchObject([{ takes: [1, 2], makes: [3, 4], digest: DIGEST }]);
    const other = planOf(from, to, MADE, declared().replaceAll('aaa', 'bbb'));
    expect(planDigest(other)).not.toBe(planDigest(planOf(from, to, MADE, declared())));
  });

  it('has a converter of another digest where a function is another, or is run otherwise', () => {
    const digests = [
      declared(),
      declared(', isolation: quickjs'),
      declared(', rejects: [ODD]'),
      declared(', limit_ms: 9'),
      declared().replaceAll('aaa', 'bbb'),
    ].map(more => parsed(MADE, more).digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(parsed(MADE, declared(', doc: text')).digest).toBe(digests[0]);
  });

  it('asks nothing of records that are left out before, and holds what comes against the new version', () => {
    const asked: number[] = [];
    const done = converted(
      [
        [1n, 'abc'],
        [101n, 'beyond its own range'],
        [7n, 'passed over'],
        [49n, 'ab'],
        [93n, ''],
        [2n, null],
      ],
      asked,
    );
    expect(asked).toEqual([4]);
    expect(rowsOf(to, done.converted)).toEqual([
      [4n, 'abc'],
      [2n, null],
    ]);
    expect([...done.rows]).toEqual([0, 5]);
    expect(done.rejects).toEqual([
      { row: 1, field: 1, code: 'RANGE', plan: 0 },
      { row: 3, field: 3, code: 'RANGE', plan: 0 },
      { row: 4, field: 3, code: 'REJECTED_BY_FUNCTION', reason: 'ODD', plan: 0 },
    ]);
    expect(done.counts).toMatchObject([{ read: 6, converted: 2, rejected: 3, skipped: 1 }]);
  });

  it('asks nothing where no record is left', () => {
    const asked: number[] = [];
    expect(converted([[7n, 'a']], asked).counts).toMatchObject([{ read: 1, skipped: 1 }]);
    expect(converted([], asked).counts).toMatchObject([{ read: 0 }]);
    expect(asked).toEqual([]);
  });

  it('gives the same however records are cut', () => {
    const row = fc.tuple(
      fc.bigInt({ min: -5n, max: 110n }),
      fc.option(fc.string({ maxLength: 60, unit: 'grapheme' }), { nil: null }),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), fc.nat(20), (rows, cut) => {
        const whole = converted(rows);
        const [head, tail] = [converted(rows.slice(0, cut)), converted(rows.slice(cut))];
        expect([...rowsOf(to, head.converted), ...rowsOf(to, tail.converted)]).toEqual(
          rowsOf(to, whole.converted),
        );
        const moved = tail.rejects.map(reject => ({
          ...reject,
          row: reject.row + Math.min(cut, rows.length),
        }));
        expect([...head.rejects, ...moved]).toEqual(whole.rejects);
        const [counts] = whole.counts;
        expect(counts!.converted + counts!.rejected + counts!.skipped).toBe(rows.length);
      }),
      { numRuns: 40 },
    );
  });

  it('makes members of a struct that the old version has not', () => {
    const nested = makeSchema([makeStruct(to.fields, { id: 9, name: 'both' })]);
    const inside = planOf(
      from,
      nested,
      ['{id: 9, steps: [{kind: nest}]}', ...MADE],
      declared(', rejects: [ODD]'),
    );
    const steps = chainSteps(
      chainOf([inside]),
      batchOf(from, [
        [1n, 'a'],
        [95n, ''],
      ]),
    );
    const next = steps.next();
    const done = next.done === true ? next.value : steps.next(act(next.value)).value;
    const { converted: batch, rejects } = done as Exclude<typeof done, FunctionAsk>;
    expect(rowsOf(nested, batch)).toEqual([[[2n, 'a']]]);
    expect(rejects).toMatchObject([{ row: 1, field: 9, code: 'REJECTED_BY_FUNCTION', reason: 'ODD' }]);
  });

  it('is not applied by who can run no function', () => {
    const batch = batchOf(from, [[1n, 'a']]);
    expect(() => applyConversion(plan, batch)).toThrow(TypeError);
    expect(() => applyChain(chainOf([plan]), batch)).toThrow(TypeError);
  });
});

describe('a function of a converter', () => {
  const codes = (entries: readonly string[], more: string) => faultsOf(from, to, entries, more);

  it('is declared once, known, used, and bound', () => {
    expect(codes(MADE, declared())).toEqual([]);
    expect(codes(MADE, `${declared()}${declared().slice('functions:\n'.length)}`)).toEqual([
      'FUNCTION_TWICE',
    ]);
    expect(codes([MADE[0]!, MADE[1]!.replace('seconds', 'other')], declared())).toEqual(['FUNCTION_UNKNOWN']);
    const unused = declared().replace('seconds,', 'unused,');
    expect(codes(MADE, `${declared()}${unused.slice('functions:\n'.length)}`)).toEqual(['FUNCTION_UNUSED']);
    expect(codes(MADE, declared().replace(/, digest: [^}]*/, ''))).toEqual(['FUNCTION_UNBOUND']);
  });

  it('takes fields of the old record, whole, and uses them', () => {
    expect(codes(MADE, declared().replace('[1, 2]', '[1]'))).toEqual(['CONVERTER_FIELD_LEFT']);
    expect(codes(MADE, declared().replace('[1, 2]', '[1, 2, 8]'))).toEqual(['CONVERTER_FIELD_UNKNOWN']);
    expect(codes(MADE, `${declared()}drop: [2]\n`)).toEqual(['CONVERTER_DROP_USED']);
    const held = makeSchema([makeStruct(from.fields, { id: 9, name: 'both' })]);
    expect(faultsOf(held, to, MADE, declared().replace('[1, 2]', '[1]'))).toContain('CONVERTER_OUT_OF_REACH');
  });

  it('makes a field alone, out of nothing else', () => {
    expect(
      codes(['{id: 3, from: 1, steps: [{kind: function, name: seconds}]}', MADE[1]!], declared()),
    ).toEqual(['CONVERTER_STEP_UNFIT']);
    const more = '{id: 3, from: 1, steps: [{kind: unit, to: ms}, {kind: function, name: seconds}]}';
    expect(codes([more, MADE[1]!], declared())).toContain('CONVERTER_STEP_UNFIT');
  });

  it('makes one field of a name, because columns are told by their names', () => {
    const alike = makeSchema([
      makeField('int64', { id: 3, name: 'sum' }),
      makeStruct([makeField('string', { id: 4, name: 'sum', nullable: true })], { id: 9, name: 'x' }),
    ]);
    expect(faultsOf(from, alike, [...MADE, '{id: 9, steps: [{kind: nest}]}'], declared())).toEqual([
      'FUNCTION_FIELDS_ALIKE',
    ]);
  });

  it('is told where it is written', () => {
    const [fault] = planned(from, to, MADE, declared().replace(/, digest: [^}]*/, '')) as readonly Fault[];
    expect(fault!.at).toMatchObject({ file: 'c.yaml', line: 8 });
  });

  it('lies in a module whose path is one, with codes that are codes', () => {
    for (const [written, wrong] of [
      ['module: seconds.ts', 'module: /etc/x.ts'],
      ['module: seconds.ts', 'module: a/../b.ts'],
      ['module: seconds.ts', 'module: seconds'],
      ['module: seconds.ts', 'module: "http://x/y.ts"'],
      ['takes: [1, 2]', 'takes: [1, 1]'],
      ['name: seconds', 'name: seconds, isolation: none'],
      ['name: seconds', 'name: seconds, rejects: [odd]'],
      ['name: seconds', 'name: seconds, limit_ms: 0'],
    ] as const) {
      const text = converterText(MADE, declared().replace(written, wrong));
      expect(parseConverter('c.yaml', bytesOf(text)), wrong).toBeInstanceOf(Fault);
    }
    const up = converterText(MADE, declared().replace('seconds.ts', '../../lib/seconds.mts'));
    expect(must(parseConverter('c.yaml', bytesOf(up))).functions[0]!.module).toBe('../../lib/seconds.mts');
  });
});
