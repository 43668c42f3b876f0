import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXPORTS } from '../../../src/service/exchange-formats.ts';
import { openNativeFile } from '../../../src/service/native-format.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';
import { ANIMALS, must, parseText, SMALL } from '../../contract/small-subject.ts';
import { PINNED } from '../../exchange/any-contract.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder();

const TEXT = `schema: s.v1
fields:
  - {id: 5, name: latency, physical: int64, nullable: false, logical: quantity, unit: s}
  - id: 6
    name: animal
    physical: string
    nullable: false
    logical: category
    vocabulary: ${ANIMALS.digest}
    unknownPolicy: reject
  - id: 7
    name: box
    physical: list
    nullable: false
    logical: sequence
    length: 4
    convention: xyxy
    element: {id: 8, physical: float32, nullable: false, logical: number}
  - {id: 9, name: age, physical: int32, nullable: false, logical: number, sentinels: [{value: -9, means: unknown}]}
  - {id: 10, name: note, physical: string, logical: text, nullable: true, nullMeans: unknown}
  - id: 11
    name: place
    physical: struct
    nullable: false
    logical: structure
    fields:
      - {id: 12, name: far, physical: float64, nullable: false, logical: quantity, unit: m}
      - {id: 13, name: near, physical: float64, nullable: false, logical: quantity, unit: km}
  - id: 14
    name: by_year
    physical: map
    nullable: false
    logical: mapping
    maxEntries: 5
    key: {id: 15, physical: int32, nullable: false, logical: identifier}
    value:
      id: 16
      physical: struct
      nullable: false
      logical: structure
      fields:
        - {id: 17, name: speed, physical: float64, nullable: false, logical: quantity, unit: m/s}
        - {id: 18, name: code, physical: int16, nullable: false, logical: number, sentinels: [{value: -7, means: unknown}]}
  - id: 19
    name: by_word
    physical: map
    nullable: false
    logical: mapping
    maxEntries: 5
    key: {id: 20, physical: string, nullable: false, logical: text}
    value: {id: 21, physical: float64, nullable: false, logical: quantity, unit: kg}
`;

async function written(format: 'avro' | 'json-schema' | 'arrow' | 'parquet', name: string, text: string) {
  const { content } = await EXPORTS[format](must(parseText(text)), PINNED);
  const place = path.join(folder, `${name}.${format}`);
  writeFileSync(place, content as Uint8Array);
  return must(openNativeFile(name, place));
}

describe.each(['avro', 'json-schema', 'arrow', 'parquet'] as const)('two exports in %s', format => {
  const compared = async (text: string) =>
    must(
      await FORMATS[format].files!.compare(
        await written(format, 'older', TEXT),
        await written(format, 'newer', text),
      ),
    );

  it.each([
    ['another unit', 'unit: s}', 'unit: ms}', 'unit'],
    ['another vocabulary', ANIMALS.digest, SMALL.digest, 'vocabulary'],
    ['another convention', 'convention: xyxy', 'convention: xywh', 'convention'],
    ['another sentinel', 'value: -9', 'value: -1', 'sentinels'],
    ['another meaning of null', 'nullMeans: unknown', 'nullMeans: none', 'nullMeans'],
    ['another unit inside', 'logical: quantity, unit: m}', 'logical: quantity, unit: mm}', 'unit'],
    ['another unit in a map whose keys are no texts', 'unit: m/s}', 'unit: km/h}', 'unit'],
    ['another sentinel there', 'value: -7', 'value: -8', 'sentinels'],
    ['another meaning of its keys', 'logical: identifier}', 'logical: number}', 'logical'],
    ['another unit in a map of texts', 'unit: kg}', 'unit: g}', 'unit'],
    [
      'another meaning of keys that are texts',
      'nullable: false, logical: text}',
      'nullable: false, logical: identifier}',
      'logical',
    ],
  ])('break training for %s, because the bytes are read alike', async (_, from, to, key) => {
    const { levels, findings, class: verdict } = await compared(TEXT.replace(from, to));
    expect(TEXT).toContain(from);
    expect([verdict, levels.train]).toEqual(['migrate', { backward: false, forward: false }]);
    const told = findings.filter(({ rule }) => rule === 'CONTRACT_MEANING_CHANGED');
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told.every(finding => 'from' in finding && String(finding.from).includes(key))).toBe(true);
  });

  it('are told apart by an owner, and break nothing by it', async () => {
    const { levels, class: verdict } = await compared(
      TEXT.replace('logical: number, ', 'logical: number, owner: p, '),
    );
    expect([verdict, levels.train]).toEqual(['compatible', { backward: true, forward: true }]);
  });

  it('find what is inside a struct by its name, because its fields may stand in another order', async () => {
    const [, far = '', near = ''] = /( {6}- {id: 12.*\n)( {6}- {id: 13.*\n)/.exec(TEXT) ?? [];
    const { findings } = await compared(TEXT.replace(far + near, near + far));
    expect(findings.map(({ rule }) => rule)).not.toContain('CONTRACT_MEANING_CHANGED');
  });

  it('are identical where one contract was exported twice', async () => {
    expect(await compared(TEXT)).toMatchObject({ class: 'identical', findings: [] });
  });
});
