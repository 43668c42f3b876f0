import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/store/make-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const top = temporaryFolder();
const at = (...parts: string[]): string => path.join(top, ...parts);

describe('a folder is made', () => {
  it('with all that is missing above it, and names the first of them', () => {
    expect(makeFolder(at('a/b/c'))).toBe(at('a'));
    expect(existsSync(at('a/b/c'))).toBe(true);
    expect(makeFolder(at('a/b/d'))).toBe(at('a/b/d'));
  });

  it('or is there already, behind a link too', () => {
    mkdirSync(at('real'));
    symlinkSync('real', at('link'));
    expect(makeFolder(at('real'))).toBeUndefined();
    expect(makeFolder(at('link'))).toBeUndefined();
    expect(makeFolder(at('link/below'))).toBe(at('link/below'));
    expect(existsSync(at('real/below'))).toBe(true);
  });

  it('or not, and the system says why: it is not asked for ever', () => {
    writeFileSync(at('file'), '');
    symlinkSync('nowhere', at('dangling'));
    expect(() => makeFolder('/proc/assay/below')).toThrow('ENOENT');
    expect(() => makeFolder(at('file'))).toThrow('EEXIST');
    expect(() => makeFolder(at('file/below'))).toThrow('ENOTDIR');
    expect(() => makeFolder(at('dangling'))).toThrow();
  });
});
