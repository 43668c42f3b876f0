import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { LIMITS } from '../../src/base/limits.ts';
import { emptyFolder } from './harness.ts';

/** A field of each kind in turn, and what the next version makes of it. */
const KINDS: readonly (readonly [before: string, after: string])[] = [
  [
    'physical: int64, logical: quantity, unit: s, nullable: false',
    'physical: int64, logical: quantity, unit: ms, nullable: false',
  ],
  [
    'physical: float64, logical: quantity, unit: m, nullable: true',
    'physical: float64, logical: quantity, unit: km, nullable: true',
  ],
  ['physical: int32, logical: number, nullable: true', 'physical: int64, logical: number, nullable: true'],
  ['physical: bool, logical: flag, nullable: true', 'physical: bool, logical: flag, nullable: false'],
];
const FIELDS = 1_400;
const contract = (version: number): string =>
  `schema: wide.v${version}\nfields:\n${Array.from(
    { length: FIELDS },
    (_, at) => `  - {id: ${at + 1}, name: feature_${at + 1}, ${KINDS[at % KINDS.length]![version - 1]}}\n`,
  ).join('')}`;

it('proposes a version in which more than a thousand fields changed, and keeps every row that proves it', async () => {
  const { root, write, assay } = emptyFolder();
  write('registry.config.ts', 'export default {};\n');
  write(
    'schemas/wide/subject.yaml',
    'subject: wide\ncompatibility: full\ndefaults: {owner: data, sensitivity: internal}\nmembers:\n  sampleId: {envelope: sampleId}\n  sourceId: {envelope: sourceId}\n  sourceVersion: {envelope: sourceVersion}\n  split: {envelope: split}\n',
  );
  write('schemas/wide/v1.yaml', contract(1));
  expect((await assay('propose', 'wide@1')).exit).toBe(0);
  write('schemas/wide/v2.yaml', contract(2));
  write(
    'schemas/wide/changes/v1-v2.yaml',
    'changes: version\nsubject: wide\nfrom: 1\nto: 2\nclass: migrate\nreason: every feature is measured anew\nconsumers: []\nbackfill: {kind: lazy}\nwithdraw_by: 2036-12-31\n',
  );
  const proposed = await assay('propose', 'wide@2', '--json');
  expect(proposed.json().state ?? proposed.json()).toBe('proposed');

  const db = new DatabaseSync(path.join(root, '.assay', 'registry.sqlite'), { readOnly: true });
  const objects = db
    .prepare('SELECT bytes FROM objects')
    .all()
    .map(({ bytes }) => Buffer.from(bytes as Uint8Array));
  db.close();
  const byDigest = new Map<string, Buffer>(objects.map(bytes => [sha256(bytes), bytes]));
  const matrix = objects
    .map(bytes => bytes.toString('utf8'))
    .filter(text => text.startsWith('{"cells":'))
    .map(text => JSON.parse(text))
    .find(({ cells }) => cells.length === 6);
  for (const { more, cell } of matrix.cells.filter(
    (one: { cell: { reason: string } }) => one.cell.reason !== 'round-trip',
  )) {
    const { rows, parts } = more.fields;
    const found = parts.flatMap((digest: string) => JSON.parse(byDigest.get(digest)!.toString('utf8')).rows);
    expect({ cell, rows, found: found.length }).toEqual({ cell, rows, found: rows });
    const changed = found.filter(({ alone }: { alone: unknown }) => alone !== null);
    expect(changed).toHaveLength(FIELDS);
  }
  for (const bytes of objects) expect(bytes.length).toBeLessThan(LIMITS.object_bytes_max);
  expect((await assay('show', 'wide@2')).exit).toBe(0);
});
