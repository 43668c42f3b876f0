import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { parseConfig } from '../../src/service/config.ts';

const consumer = (more: object = {}) => ({
  name: 'trainer',
  kind: 'trainer',
  subject: 'a.b',
  reads: { from: 1 },
  purpose: 'trains',
  ...more,
});

const parse = (exported: unknown) => parseConfig('registry.config.ts', exported);

describe('registry.config.ts', () => {
  it('may leave everything out', () =>
    expect(parse({})).toEqual({
      schemas: 'schemas',
      golden: 'golden',
      store: '.assay/registry.sqlite',
      producers: [],
      consumers: [],
    }));

  it('gives a consumer that names no last version none', () =>
    expect(parse({ consumers: [consumer()] })).toMatchObject({
      consumers: [{ reads: { from: 1, to: undefined } }],
    }));

  const wrong: ReadonlyArray<readonly [what: string, exported: unknown, key: string]> = [
    ['nothing', undefined, '(the default export)'],
    ['a function', () => ({}), '(the default export)'],
    ['an unknown key', { schema: 'x' }, '(the default export)'],
    ['an absolute folder', { schemas: '/etc' }, 'schemas'],
    ['a folder above', { golden: 'a/../../b' }, 'golden'],
    ['a store above', { store: '..' }, 'store'],
    ['an unknown kind of consumer', { consumers: [consumer({ kind: 'reader' })] }, 'consumers.0.kind'],
    ['a version 0', { consumers: [consumer({ reads: { from: 0 } })] }, 'consumers.0.reads.from'],
    ['a name of a path', { consumers: [consumer({ name: '../a' })] }, 'consumers.0.name'],
    ['a purpose that is none', { consumers: [consumer({ purpose: '' })] }, 'consumers.0.purpose'],
    [
      'more consumers than one subject has',
      { consumers: Array.from({ length: LIMITS.consumers_max + 1 }, (_, n) => consumer({ name: `a${n}` })) },
      'consumers',
    ],
    [
      'a producer that writes nothing',
      { producers: [{ name: 'a', subject: 'a.b', writes: [] }] },
      'producers.0.writes',
    ],
    [
      'a version written twice',
      { producers: [{ name: 'a', subject: 'a.b', writes: [1, 2, 1] }] },
      'producers.0.writes.2',
    ],
    [
      'one producer of a subject twice',
      {
        producers: [
          { name: 'a', subject: 'a.b', writes: [1] },
          { name: 'a', subject: 'a.b', writes: [2] },
        ],
      },
      'producers.1.name',
    ],
    ['a purpose that is blank', { consumers: [consumer({ purpose: ' ' })] }, 'consumers.0.purpose'],
  ];
  for (const [what, exported, key] of wrong)
    it(`is refused with ${what}`, () =>
      expect(parse(exported)).toMatchObject({ code: 'CONFIG_INVALID', exit: 2, facts: { key } }));

  it('names the key that was meant', () => {
    expect(parse({ schema: 'x' })).toMatchObject({
      facts: { problem: expect.stringContaining('did you mean schemas?') },
    });
    expect(parse({ consumers: [consumer({ raeds: { from: 1 } })] })).toMatchObject({
      facts: { key: 'consumers.0', problem: expect.stringContaining('did you mean reads?') },
    });
    expect(parse({ zebra: 1 })).toMatchObject({ facts: { problem: expect.stringContaining('golden') } });
  });

  it('is refused with one consumer twice, and takes one name under two subjects', () => {
    expect(parse({ consumers: [consumer(), consumer()] })).toMatchObject({
      code: 'CONSUMER_TWICE',
      facts: { consumer: 'trainer' },
    });
    expect(parse({ consumers: [consumer(), consumer({ subject: 'a.c' })] })).toMatchObject({
      consumers: [{ subject: 'a.b' }, { subject: 'a.c' }],
    });
  });

  it('is refused with an interval that ends before it begins', () => {
    expect(parse({ consumers: [consumer({ reads: { from: 3, to: 2 } })] })).toMatchObject({
      code: 'CONSUMER_RANGE',
      facts: { from: 3, to: 2 },
    });
    expect(parse({ consumers: [consumer({ reads: { from: 3, to: 3 } })] })).toMatchObject({
      consumers: [{ reads: { from: 3, to: 3 } }],
    });
  });
});
