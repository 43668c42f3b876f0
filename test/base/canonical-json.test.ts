import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json } from '../../src/base/canonical-json.ts';

/** RFC 8785 appendix B: IEEE 754 bits and the text they must have. */
const NUMBERS: ReadonlyArray<readonly [bits: string, text: string]> = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

const numberOf = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE();

describe('canonical JSON', () => {
  it.each(NUMBERS)('writes the double %s as %s, because RFC 8785 appendix B does', (bits, text) =>
    expect(canonicalJson(numberOf(bits))).toBe(text),
  );

  it('writes the example of RFC 8785 section 3.2.2 as section 3.2.3 shows it', () => {
    const document = {
      numbers: [JSON.parse('333333333.33333329') as number, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\u0022/",
      literals: [null, true, false],
    };
    expect(canonicalJson(document)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys by UTF-16 code units, as in RFC 8785 section 3.2.3', () => {
    const document = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': 7,
    };
    expect(canonicalJson(document)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
  });

  it.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    undefined,
    '\ud800',
    Symbol('x'),
    new Date(0),
    new Map(),
    [undefined],
    new Array(1),
  ])('refuses %s, because it has no JSON text', value =>
    expect(() => canonicalJson(value as Json)).toThrow(TypeError),
  );

  it('refuses a cycle, because it would never end, and accepts one value in two places', () => {
    const cycle: { self?: Json } = {};
    cycle.self = cycle as Json;
    expect(() => canonicalJson(cycle as Json)).toThrow(/cycle/);
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it('keeps every bit of an integer beyond 2^53, as a decimal string', () => {
    expect(canonicalJson(9007199254740993n)).toBe('"9007199254740993"');
    expect(canonicalJson([9007199254740991n, -9007199254740992n])).toBe(
      '[9007199254740991,"-9007199254740992"]',
    );
  });

  it('agrees with another implementation on any JSON value', () =>
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        expect(canonicalJson(value as Json)).toBe(canonicalize(value));
      }),
    ));

  it('does not depend on the order in which keys were set', () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), record => {
        const turned = Object.fromEntries(Object.entries(record).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson({ ...record }));
      }),
    ));
});
