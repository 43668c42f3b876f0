import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { parseConfig } from '../../src/service/config.ts';
import { keyTwice, literalPlaces } from '../../src/service/literal-places.ts';

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
    expect(parse({})).toMatchObject({
      schemas: 'schemas',
      golden: 'golden',
      store: '.assay/registry.sqlite',
      codecs: ['avro', 'json'],
      producers: [],
      consumers: [],
    }));

  it('may name a database as the store, by its address or by the variable that has it', () => {
    expect(parse({ store: { postgres: { urlFrom: 'DATABASE_URL' } } })).toMatchObject({
      store: { postgres: { urlFrom: 'DATABASE_URL', schema: 'assay', connections: 10 } },
    });
    const postgres = { url: 'postgres://h/d', schema: 'team_a', connections: 3 };
    expect(parse({ store: { postgres } })).toMatchObject({ store: { postgres } });
  });

  it('never repeats an address, because it may have a password', () => {
    const fault = parse({ store: { postgres: { url: 'postgres://a:geheim@h' } } });
    expect(fault).toMatchObject({ code: 'CONFIG_INVALID' });
    expect((fault as Error).message).not.toContain('geheim');
  });

  it('gives a consumer that names no last version none', () =>
    expect(parse({ consumers: [consumer()] })).toMatchObject({
      consumers: [{ reads: { from: 1, to: undefined } }],
    }));

  const wrong: ReadonlyArray<readonly [what: string, exported: unknown, key: string]> = [
    ['nothing', undefined, '(the default export)'],
    ['a function', () => ({}), '(the default export)'],
    ['an unknown key', { schema: 'x' }, '(the default export)'],
    ['an absolute folder', { schemas: '/etc' }, 'schemas'],
    ['a codec twice', { codecs: ['arrow', 'arrow'] }, 'codecs.1'],
    ['no codec', { codecs: [] }, 'codecs'],
    ['a codec that nobody has', { codecs: ['orc'] }, 'codecs.0'],
    ['a folder above', { golden: 'a/../../b' }, 'golden'],
    ['a store above', { store: '..' }, 'store'],
    ['a store of another kind', { store: { mysql: { url: 'mysql://h/d' } } }, 'store'],
    ['a database without an address', { store: { postgres: {} } }, 'store.postgres'],
    [
      'a database with two addresses',
      { store: { postgres: { url: 'postgres://h/d', urlFrom: 'DATABASE_URL' } } },
      'store.postgres',
    ],
    ['an address that is none', { store: { postgres: { url: 'h/d' } } }, 'store.postgres.url'],
    ['a variable that can be none', { store: { postgres: { urlFrom: 'A-B' } } }, 'store.postgres.urlFrom'],
    [
      "PostgreSQL's own schema",
      { store: { postgres: { urlFrom: 'A', schema: 'pg_catalog' } } },
      'store.postgres.schema',
    ],
    [
      'no connections',
      { store: { postgres: { urlFrom: 'A', connections: 0 } } },
      'store.postgres.connections',
    ],
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

  const SOURCE = [
    "import type { RegistryConfig } from 'assay';",
    '// consumers: [{ name: not here }]',
    "const shared = { name: 'a', kind: 'trainer', subject: 'a.b', reads: { from: 1 }, purpose: 'x' };",
    'export default {',
    "  schemas: '/etc',",
    '  consumers: [',
    "    { name: 'é', kind: 'reader', reads: { from: 3, to: 2 } }, shared,",
    '    { ...shared, purpose: two },',
    '  ],',
    '  "golden": makeUp({ golden: 1 }),',
    '} satisfies RegistryConfig;',
  ].join('\n');
  it.each([
    ['a value', ['schemas'], 5, 12],
    ['a value of a list in it', ['consumers', 0, 'kind'], 7, 24],
    ['a value deeper still', ['consumers', 0, 'reads', 'to'], 7, 56],
    ['what is named from elsewhere, where it comes in', ['consumers', 1, 'reads', 'from'], 7, 63],
    ['what is spread, by what it is spread into', ['consumers', 2, 'kind'], 8, 5],
    ['what is computed, where it comes in', ['golden', 'golden'], 10, 13],
    ['a missing key, by what should have it', ['consumers', 0, 'purpose'], 7, 5],
    ['a missing list, by the whole', ['producers'], 4, 16],
  ] as const)('has a place for %s', (_, path, line, column) =>
    expect(literalPlaces('c.ts', SOURCE)(path)).toEqual({ file: 'c.ts', line, column }),
  );

  it.each([
    ['a variable that is exported', "const config: C = { schemas: '/etc' };\nexport default config;", 1, 30],
    ['a key', "export default {\n  'schema': 1 }", 2, 3],
    ['no default export', 'export const a = 1;', 1, 1],
    ['a template with something in it', `const a = \`\${1}\`;\nexport default { schemas: a };`, 1, 1],
    ['a regular expression', 'export default { store: /"/.source, schemas: 1 };', 1, 16],
    ['a key that is written over', "export default { schemas: '/', ...other }", 1, 16],
    ['nothing', '', 1, 1],
  ])('is placed beside %s', (_, source, line, column) => {
    const exported = source.includes("'schema'") ? { schema: 1 } : { schemas: '/etc' };
    expect(parseConfig('c.ts', exported, source)).toMatchObject({
      code: 'CONFIG_INVALID',
      at: { file: 'c.ts', line, column },
    });
  });

  it.each([
    ['at the top', "export default { schemas: 'a',\n  schemas: 'b' }", 'schemas', 2, 3],
    ['once in quotes', "export default { schemas: 'a', 'schemas': 'b' }", 'schemas', 1, 32],
    [
      'below',
      'const c = { consumers: [{ reads: { from: 1, to: 2, from: 3 } }] };\nexport default c;',
      'consumers.0.reads.from',
      1,
      52,
    ],
    ['beside what is spread', "export default { store: 'a', ...other, store: 'b' }", 'store', 1, 40],
    ['as a shorthand', "export default { schemas: 'a', schemas }", 'schemas', 1, 32],
  ] as const)(
    'is refused where a key stands twice %s, because the first would not count',
    (_, source, key, line, column) => {
      expect(parseConfig('c.ts', {}, source)).toMatchObject({
        code: 'CONFIG_INVALID',
        facts: { key: key ?? 'consumers.0.reads.from' },
        at: { file: 'c.ts', line, column },
      });
    },
  );

  it.each([
    ["export default { producers: [{ name: 'a' }, { name: 'a' }] }"],
    ['export default { get a() { return 1; }, get b() { return 2; }, [k]: 1, [k]: 2 }'],
    ["export default { schemas: 'a', golden: { schemas: 'a' } }"],
    ["const other = { schemas: 'a' };\nexport default { schemas: 'b', ...other }"],
  ])('has no key twice in %s', source => expect(keyTwice('c.ts', source)).toBeUndefined());

  it('has the place of everything in a literal, however it is laid out', () => {
    const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
    // A key with an escape in it is not read, nor is what holds it.
    const key = fc.string().filter(text => !JSON.stringify(text).includes('\\'));
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.nat(3), (exported, indent) => {
        const source = `/* { */ export default ${JSON.stringify(exported, null, indent)};`;
        const lines = source.split('\n');
        const placeOf = literalPlaces('c.ts', source);
        for (const [path, inside] of everything(exported)) {
          const { line, column } = placeOf(path);
          const rest = [...lines[line - 1]!].slice(column - 1).join('');
          const written = JSON.stringify(inside, null, indent).split('\n')[0]!;
          expect(rest.startsWith(written), `${path.join('.')} of ${source}`).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function* everything(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<readonly [path: readonly (string | number)[], value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inside] of entries) yield* everything(inside, [...path, key]);
}
