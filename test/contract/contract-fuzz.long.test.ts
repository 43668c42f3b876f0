import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { parseContract } from '../../src/contract/parse-contract.ts';
import { schemaDocument, schemaFromDocument } from '../../src/contract/schema-document.ts';
import { cpuTime_ms } from '../cpu-time.ts';
import { bytesOf, CONTEXT, must, NORMALIZER, parseText, SMALL } from './small-subject.ts';

const WHOLE = `schema: s.v1
doc: all a contract can say
fields:
  - {id: 1, name: day, physical: date, logical: date, nullable: false, range: ["2000-01-01", null]}
  - id: 2
    name: latency
    aliases: [delay, wait]
    physical: int64
    logical: duration
    unit: millisecond
    nullable: true
    range: [0, 9007199254740993]
    default: {value: 5, means: value}
    sensitivity: internal
  - {id: 3, name: kind, physical: string, logical: label, nullable: false, vocabulary: "${SMALL.digest}", unknownPolicy: {map: dog}, ignoreValue: -100}
  - id: 4
    name: tokens
    physical: list
    logical: sequence
    nullable: false
    maxLength: 9
    default: [1, 2]
    element: {id: 5, physical: int32, logical: count, unit: "{token}", nullable: false, range: [0, 99]}
normalizer: ${NORMALIZER}
key: [day]
label: kind
slices:
  - {name: month, field: day, by: month}
`;

/** Words that mean something somewhere in a contract, and would mean something else elsewhere. */
const WORDS = [
  'null',
  '~',
  '""',
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1.5',
  '1e308',
  '-0.0',
  'true',
  'no',
  '[]',
  '{}',
  '[[]]',
  'string',
  'list',
  'int32',
  'label',
  'date',
  'ms',
  '2020-02-30',
  'day',
  'tokens',
  SMALL.digest,
  '\n',
  '  ',
  ': ',
  '- ',
  ', ',
  '#',
  '&a',
  '*a',
  '!!int',
  '"\\ud800"',
  '\u0000',
  '\ufeff',
  '{value: {}, means: value}',
  '{map: 1}',
  '<<',
];

const parse = (text: string) => parseContract('v1.yaml', bytesOf(text), CONTEXT);

describe('a contract under attack', () => {
  it('is read as it stands', () => {
    expect(must(parseText(WHOLE)).schema.fields).toHaveLength(4);
  });

  it('ends in a contract that has a canonical document, or in a fault with a place', () => {
    const splice = fc.record({
      at: fc.nat({ max: WHOLE.length }),
      cut: fc.nat({ max: 30 }),
      put: fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 5 })),
    });
    let read = 0;
    fc.assert(
      fc.property(fc.array(splice, { minLength: 1, maxLength: 3 }), splices => {
        const text = splices.reduce(
          (whole, { at, cut, put }) => whole.slice(0, at) + put + whole.slice(at + cut),
          WHOLE,
        );
        const result = parse(text);
        if (result instanceof Fault) {
          expect(result.at, result.code).toMatchObject({ file: 'v1.yaml' });
          return;
        }
        read++;
        const document = canonicalJson(schemaDocument(result.schema));
        expect(schemaFromDocument(document, CONTEXT.vocabularies)).toEqual(result.schema);
      }),
      { numRuns: 2_000 },
    );
    expect(read, 'mutants that are contracts').toBeGreaterThan(0);
  });

  it('ends so whatever a single value is replaced by', () => {
    const values = [...WHOLE.matchAll(/(?<=: )[^{}[\],\n]+/g)];
    for (const value of values)
      for (const word of WORDS) {
        const result = parse(WHOLE.slice(0, value.index) + word + WHOLE.slice(value.index + value[0].length));
        if (result instanceof Fault)
          expect(result.at, `${result.code} ${word}`).toMatchObject({ file: 'v1.yaml' });
      }
  });

  it('of five thousand fields is read in bounded time', () => {
    const fields = Array.from(
      { length: 5_000 },
      (_, index) =>
        `  - {id: ${index + 1}, name: f${index}, physical: int64, logical: number, nullable: true}\n`,
    );
    const took_ms = cpuTime_ms(() =>
      expect(must(parse(`schema: s.v1\nfields:\n${fields.join('')}`)).schema.fields).toHaveLength(5_000),
    );
    expect(took_ms).toBeLessThan(10_000);
  });
});
