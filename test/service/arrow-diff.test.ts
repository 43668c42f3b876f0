import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { openNativeFile } from '../../src/service/native-format.ts';
import { FORMATS } from '../../src/service/native-formats.ts';
import { REPOSITORY } from '../cli/repository.ts';
import { must } from '../contract/small-subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder();

function written(
  name: string,
  isOrdered: boolean,
  labels: readonly string[],
  kind: 'file' | 'stream',
): string {
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 1, isOrdered);
  const grade = arrow.vectorFromArray(labels, type);
  const place = path.join(folder, name);
  writeFileSync(place, arrow.tableToIPC(new arrow.Table({ grade }), kind));
  return place;
}

async function compared(older: string, newer: string) {
  const [before, after] = [older, newer].map(place => must(openNativeFile(path.basename(place), place)));
  return must(await FORMATS.arrow.files!.compare(before!, after!));
}

describe('two Arrow files with dictionaries', () => {
  const grades = ['low', 'mid', 'high'];

  it('mean something else where both say that their order counts, and it is another one', async () => {
    const older = written('older.arrow', true, grades, 'file');
    const newer = written('newer.arrows', true, grades.toReversed(), 'stream');
    const { class: is, levels, findings } = await compared(older, newer);
    expect(findings.map(({ rule, direction }) => [rule, direction])).toEqual([
      ['DICTIONARY_REORDERED', 'backward'],
      ['DICTIONARY_REORDERED', 'forward'],
    ]);
    expect(is).toBe('migrate');
    expect(levels.train).toEqual({ backward: false, forward: false });
    expect(levels.read).toEqual({ backward: true, forward: true });
  });

  it('are compatible where nobody says that it counts', async () => {
    const older = written('one.arrow', false, grades, 'file');
    const newer = written('other.arrow', false, grades.toReversed(), 'file');
    expect(await compared(older, newer)).toMatchObject({
      class: 'compatible',
      for: ['backward', 'forward'],
      findings: [{ rule: 'DICTIONARY_PLACES_CHANGED' }, { rule: 'DICTIONARY_PLACES_CHANGED' }],
    });
  });

  it('are identical where one holds fewer of the values in the same order, because a file lists what is in it', async () => {
    const older = written('all.arrow', true, grades, 'file');
    const newer = written('some.arrow', true, grades.slice(0, 2), 'stream');
    expect(await compared(older, newer)).toMatchObject({ class: 'identical', findings: [] });
  });

  it('are compared where polars wrote them behind the records, and packed', async () => {
    const [older, newer] = ['enum-zstd', 'enum-turned-lz4'].map(name =>
      path.join(REPOSITORY, 'test/codec/arrow/polars', `${name}.arrow`),
    );
    const { findings } = await compared(older!, newer!);
    expect(findings.map(({ rule }) => rule)).toContain('DICTIONARY_REORDERED');
  });
});
