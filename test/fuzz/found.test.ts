import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { parseSubject } from '../../src/contract/subject.ts';
import type { DraftField } from '../../src/exchange/draft.ts';
import { unheldIn } from '../../src/exchange/unheld.ts';
import { parseAvro } from '../../src/native/avro/parse-avro.ts';
import { isProblem } from '../../src/native/problem.ts';
import { SCHEMA_LINE } from '../../src/service/inline-contract.ts';
import { judgeLine } from '../../src/service/judge-pairs.ts';
import { cpuTime_ms } from '../cpu-time.ts';

describe('what the fuzzer found', () => {
  it('a file of blank lines is told to be no contract in the time it takes to read', () => {
    const blank = '\n'.repeat(1 << 18);
    expect(cpuTime_ms(() => expect(SCHEMA_LINE.test(blank)).toBe(false))).toBeLessThan(500);
    expect(SCHEMA_LINE.exec(`${blank}{\n  "schema": "a.v1"`)?.[1]).toBe('a');
  });

  it('a key of thousands of characters is refused in a text that a person reads', () => {
    const refused = parseSubject(
      'subject.yaml',
      Buffer.from(`{"${'k'.repeat(50_000)}": 1}
`),
    );
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({
      code: 'UNKNOWN_KEY',
      facts: { key: 'k'.repeat(LIMITS.echoed_chars_max) },
    });
  });

  it('a list of required names that has what is no name is refused, whatever it is', () => {
    const required = [{ toString: null }, { toString: null }];
    const line = JSON.stringify({ id: 1, format: 'json-schema', writer: { required }, reader: true });
    expect(judgeLine(1, Buffer.from(line)).answer).toMatchObject({ code: 'JSON_SCHEMA_SHAPE' });
  });

  it('a name of thousands of characters is refused in a text that a person reads', () => {
    const symbols = ['x'.repeat(50_000), 'x'.repeat(50_000)];
    const problem = parseAvro({ type: 'enum', name: 'e', symbols });
    if (!isProblem(problem)) throw new Error('it was read');
    expect(problem.fault([])).toMatchObject({ code: 'AVRO_NAME_TWICE' });
    expect(problem.fault([]).message.length).toBeLessThan(2_000);
  });

  it('a map whose key is of a type that contracts have none like is refused for it', () => {
    const part = (physical: Json): DraftField =>
      ({ path: '/a', keys: { physical }, proposed: new Set(), parts: {} }) as never;
    const map = { ...part('map'), parts: { key: part(1), value: part('string') } };
    expect(unheldIn(map)).toMatchObject([{ why: expect.stringContaining('no type') }]);
  });
});
