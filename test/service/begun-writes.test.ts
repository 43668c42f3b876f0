import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/base/digest.ts';
import { beginWrites, endBegunWrites, endingOf } from '../../src/service/begun-writes.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A project in which a process said what it writes, and ended. */
function left(
  places: Readonly<Record<string, string>>,
  drafts: readonly string[] = ['data 2', 'manifest 2'],
) {
  const root = temporaryFolder();
  for (const folder of ['a', '.assay']) mkdirSync(path.join(root, folder));
  for (const [name, text] of Object.entries(places)) writeFileSync(path.join(root, 'a', name), text);
  for (const [index, text] of drafts.entries())
    if (text !== '') writeFileSync(path.join(root, '.assay', `op.${index}.draft`), text);
  const isNew = !('data' in places) || places['data'] === '';
  beginWrites(
    root,
    [
      {
        name: 'a/data',
        draft: 'op.0.draft',
        before: isNew ? null : sha256('data 1'),
        after: sha256('data 2'),
      },
      {
        name: 'a/manifest',
        draft: 'op.1.draft',
        before: isNew ? null : sha256('manifest 1'),
        after: sha256('manifest 2'),
      },
    ],
    'op',
  );
  return {
    root,
    read: (name: string) =>
      existsSync(path.join(root, 'a', name)) ? readFileSync(path.join(root, 'a', name), 'utf8') : null,
    kept: () => readdirSync(path.join(root, '.assay')),
  };
}

describe('files that a process began to write and did not end', () => {
  it('are all written where one of them was, because half of a golden set is none', () => {
    const { root, read, kept } = left({ data: 'data 2', manifest: 'manifest 1' }, ['', 'manifest 2']);
    expect(endBegunWrites(root)).toBeUndefined();
    expect([read('data'), read('manifest')]).toEqual(['data 2', 'manifest 2']);
    expect(kept()).toEqual(['writing.lock']);
  });

  it('stay as they were where none of them was written', () => {
    const { root, read, kept } = left({ data: 'data 1', manifest: 'manifest 1' });
    expect(endBegunWrites(root)).toBeUndefined();
    expect([read('data'), read('manifest')]).toEqual(['data 1', 'manifest 1']);
    expect(kept()).toEqual(['writing.lock']);
  });

  it('are left alone where somebody has put something else there, who knows more', () => {
    const { root, read, kept } = left({ data: 'data 2', manifest: 'by hand' }, ['', 'manifest 2']);
    expect(endBegunWrites(root)).toBeUndefined();
    expect([read('data'), read('manifest')]).toEqual(['data 2', 'by hand']);
    expect(kept()).toEqual(['writing.lock']);
  });

  it('are left alone where a draft is torn', () => {
    const { root, read } = left({ data: 'data 2', manifest: 'manifest 1' }, ['', 'manif']);
    expect(endBegunWrites(root)).toBeUndefined();
    expect(read('manifest')).toBe('manifest 1');
  });

  it('cost a project nothing in which there are none', () => {
    const root = temporaryFolder();
    expect(endBegunWrites(root)).toBeUndefined();
    expect(readdirSync(root)).toEqual([]);
  });

  it.each([
    'null',
    '{"format":"assay.begun-writes/1","files":[',
    `{"format":"assay.begun-writes/1","files":[{"name":"../x","draft":"op.0.draft","before":null,"after":"${sha256('')}"}]}`,
    `{"format":"assay.begun-writes/1","files":[{"name":"x","draft":"../op.0.draft","before":null,"after":"${sha256('')}"}]}`,
  ])('are refused where the journal is none of this program: %s', text => {
    const root = temporaryFolder();
    mkdirSync(path.join(root, '.assay'));
    writeFileSync(path.join(root, '.assay', 'writing.json'), text);
    expect(endBegunWrites(root)).toMatchObject({
      code: 'FILE_UNREADABLE',
      facts: { path: '.assay/writing.json' },
    });
  });

  it.each([
    [['before', 'before'], 'leave'],
    [['after', 'before'], 'forward'],
    [['before', 'after'], 'forward'],
    [['after', 'after'], 'leave'],
    [['after', 'other', 'before'], 'leave'],
  ] as const)('%s: %s', (standing, ending) => expect(endingOf(standing)).toBe(ending));
});
