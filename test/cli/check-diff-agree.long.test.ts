import { describe, expect, it } from 'vitest';
import { emptyFolder, type Folder } from './harness.ts';

const FIRST = `  - {id: 1, name: ticket, physical: int64, logical: identifier, nullable: false}
  - {id: 2, name: opened, physical: date, logical: date, nullable: false}
`;
const OPTIONAL = `  - {id: 3, name: note, physical: string, logical: text, nullable: true, default: null}
`;
const COMPATIBILITIES = ['backward', 'forward', 'full'] as const;

/** Two versions of a subject, the second proposed. */
function project(compatibility: string, older: string, newer: string): Folder {
  const folder = emptyFolder();
  folder.write('registry.config.ts', 'export default { producers: [], consumers: [] };\n');
  folder.write(
    'schemas/desk/subject.yaml',
    `subject: desk
compatibility: ${compatibility}
defaults: {owner: desk, sensitivity: internal}
members:
  sampleId: {field: 1}
  sourceId: {constant: desk}
  sourceVersion: {constant: one}
  split: {constant: train}
`,
  );
  folder.write('schemas/desk/v1.yaml', `schema: desk.v1\nfields:\n${older}key: [ticket]\n`);
  folder.write('schemas/desk/v2.yaml', `schema: desk.v2\nfields:\n${newer}key: [ticket]\n`);
  return folder;
}

/** An id beyond 2^53, which an ordinary Avro reader can't hold. */
const huge = (...versions: readonly string[]) =>
  versions.map(text =>
    text.replace('nullable: false}', 'nullable: false, range: [9007199254740994, 9007199254750000]}'),
  ) as [string, string];

async function verdicts(folder: Folder) {
  const check = await folder.assay('check', 'desk', '--json');
  const diff = await folder.assay('diff', 'desk@1', 'desk@2', '--json');
  const version = check.json().subjects[0].versions.find((one: { to: number }) => one.to === 2);
  return { version, diff: diff.json(), exit: diff.exit };
}

describe('assay check and assay diff', () => {
  for (const compatibility of COMPATIBILITIES)
    it.each([
      ['adds an optional field', FIRST, FIRST + OPTIONAL],
      ['removes a field that has a default', FIRST + OPTIONAL, FIRST],
    ])(
      `agree under ${compatibility} on a version that %s, because ordinary readers skip what they don’t know`,
      async (_, older, newer) => {
        const { version, diff, exit } = await verdicts(project(compatibility, older, newer));
        expect([diff.class, diff.for, exit]).toEqual(['compatible', ['backward', 'forward'], 0]);
        expect(version).toMatchObject({ encoding: 'passes', meaning: 'passes', unread: [] });
      },
    );

  const renamed = FIRST.replace('name: opened', 'name: opened_on, aliases: [opened]');
  const written = FIRST.replace('name: opened', 'name: opened_on');

  it.each([
    ['is renamed with an alias', FIRST, renamed],
    ['is renamed without one', FIRST, written],
    [
      'changes its type',
      FIRST,
      FIRST.replace('physical: date, logical: date', 'physical: string, logical: text'),
    ],
    [
      'joins without a default',
      FIRST,
      FIRST + OPTIONAL.replace(', default: null', '').replace('true', 'false'),
    ],
    ['stays out of reach of ordinary readers', ...huge(FIRST, FIRST + OPTIONAL)],
    ['stays as it is', FIRST, FIRST],
  ])('come to the same verdicts, and exit by them, where a field %s', async (_, older, newer) => {
    const { version, diff, exit } = await verdicts(project('full', older, newer));
    expect([diff.encoding, diff.meaning]).toEqual([version.encoding, version.meaning]);
    expect(diff.unread).toEqual(version.unread);
    const holds = version.encoding === 'passes' && version.meaning === 'passes' && diff.for.length === 2;
    expect(exit).toBe(holds ? 0 : 1);
  });

  const retyped = FIRST.replace('physical: date, logical: date', 'physical: string, logical: text');

  it('name codec, lane, field, probe and remedy where ordinary readers refuse what is ordinarily written', async () => {
    const folder = project('full', FIRST, retyped);
    const { version, diff } = await verdicts(folder);
    expect([version.encoding, diff.for]).toEqual(['fails', []]);
    const found = version.unread.map(({ code, facts }: { code: string; facts: object }) => ({
      code,
      ...facts,
    }));
    const told = { code: 'READER_REFUSES', lane: 'plain', field: 'opened (2)', probe: 'typical/0' };
    // A date is a text in JSON, and another text than some: old records are read, new ones mostly aren't.
    expect(found).toEqual([
      { ...told, code: 'TYPE_MISMATCH', codec: 'avro', writer: 1, reader: 2 },
      { ...told, code: 'TYPE_MISMATCH', codec: 'avro', writer: 2, reader: 1 },
      { ...told, code: 'SCHEMA_PATTERN', codec: 'json', writer: 2, reader: 1 },
    ]);
    for (const { remedy } of version.unread) expect(remedy).toMatch(/opened \(2\)/);
    const { out } = await folder.assay('check', 'desk');
    const text = out.replaceAll(/\s+/g, ' ');
    for (const fact of ['ordinary avro reader', 'plain lane', 'opened (2)', 'typical/0', 'READER_REFUSES'])
      expect(text).toContain(fact);
  });

  it('name the field of a round trip too, though nothing in it changed', async () => {
    const huge = FIRST.replace(
      'nullable: false}',
      'nullable: false, range: [9007199254740994, 9007199254750000]}',
    );
    const { version } = await verdicts(project('full', FIRST, huge));
    const round = version.unread.filter(
      ({ facts }: { facts: { writer: number; reader: number } }) => facts.writer === 2 && facts.reader === 2,
    );
    expect(round).toMatchObject([
      { facts: { codec: 'avro', field: 'ticket (1)', code: 'PRECISION_LOSS', probe: 'typical/0' } },
    ]);
  });
});
