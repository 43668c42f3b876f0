import { execFile } from 'node:child_process';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { GitFiles } from './port.ts';

/**
 * The git that is installed, run without a shell, a hook or a write. A ref is only ever handed over behind the mark that
 * ends options, and everything after it goes by the object ids git gave.
 */
export const gitProcess = (): GitFiles => ({
  async filesNamed({ root, ref, folder, name, most_bytes: limit_bytes }) {
    const commit = await git(root, ref, [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${ref}^{commit}`,
    ]);
    if (commit instanceof Fault) return commit;
    const sha = commit.toString('latin1').trim();
    if (!OBJECT_ID.test(sha)) return new Fault('GIT_UNREADABLE', { ref, reason: 'it names no commit' });
    const listing = await git(root, ref, ['ls-tree', '-r', '-z', '-l', sha, '--', `${folder}/`]);
    if (listing instanceof Fault) return listing;
    const files = new Map<string, Uint8Array>();
    for (const { path, object, bytes } of entriesIn(listing.toString('utf8'))) {
      const inner = path.slice(folder.length + 1).split('/');
      if (!path.startsWith(`${folder}/`) || inner.length !== 2 || inner[1] !== name) continue;
      if (bytes > limit_bytes) return new Fault('DOCUMENT_TOO_LARGE', { bytes, limit_bytes });
      const content = await git(root, ref, ['cat-file', 'blob', object]);
      if (content instanceof Fault) return content;
      files.set(path, content);
    }
    return files;
  },
});

const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

type Entry = { readonly path: string; readonly object: string; readonly bytes: number };

/** Plain files alone: a link would lead out of the tree. */
const entriesIn = (listing: string): readonly Entry[] =>
  listing.split('\0').flatMap(line => {
    const [, object, bytes, path] = /^100(?:644|755) blob ([0-9a-f]+) +([0-9]+)\t(.+)$/s.exec(line) ?? [];
    return object === undefined || path === undefined ? [] : [{ path, object, bytes: Number(bytes) }];
  });

function git(root: string, ref: string, words: readonly string[]): Promise<Buffer | Fault> {
  const options = {
    encoding: 'buffer',
    env: environment(),
    timeout: LIMITS.git_ms,
    maxBuffer: LIMITS.git_listing_bytes_max,
  } as const;
  return new Promise(resolve => {
    execFile('git', ['-C', root, ...words], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const { code } = error as { readonly code?: unknown };
      if (code === 'ENOENT') return resolve(new Fault('GIT_UNAVAILABLE', { reason: 'it is not installed' }));
      if (error.killed === true) return resolve(new Fault('GIT_UNAVAILABLE', { reason: 'it took too long' }));
      resolve(new Fault('GIT_UNREADABLE', { ref, reason: reasonIn(stderr.toString('utf8')) }));
    });
  });
}

/** A hook that runs us has variables that lead git elsewhere. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  LC_ALL: 'C',
});

const reasonIn = (said: string): string =>
  said
    .split('\n')[0]!
    .replace(/^(?:fatal|error): /, '')
    .replaceAll(/[^ -~]/g, '?')
    .slice(0, LIMITS.echoed_chars_max) || 'there is no such commit';
