import { row } from './row.ts';

/** What is said on the side of whoever asks a registry from afar. */
export const CLIENT_FAULTS = {
  REGISTRY_UNREACHABLE: row<{ url: string; problem: string }>({
    status: 503,
    exit: 4,
    say: f => `the registry at ${f.url} gave no answer: ${f.problem}`,
    remedy: f => `see that ${f.url} is its address and that it runs; what was asked may be asked again`,
  }),
  REGISTRY_STRANGE: row<{ url: string; problem: string }>({
    status: 503,
    exit: 4,
    say: f => `what answers at ${f.url} is no registry that this program understands: ${f.problem}`,
    remedy: f =>
      `see that ${f.url} is an assay serve of this release, and that nothing in between answers for it`,
  }),
  REGISTRY_READ_ONLY: row<{ url: string }>({
    status: 405,
    exit: 2,
    say: f => `the registry at ${f.url} takes no changes of this kind`,
    remedy: () =>
      'whoever runs it sets auth in registry.config.ts, and makes you a token with assay token new',
  }),
  REGISTRY_URL_INVALID: row<{ problem: string }>({
    status: 422,
    exit: 2,
    say: f => `ASSAY_URL is no address of a registry: ${f.problem}`,
    remedy: () => 'write it as https://registry.example, or http:// and the loopback, with nothing behind it',
  }),
  TOKEN_FILE_UNFIT: row<{ file: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `${f.file} can't be used as the file of a token: ${f.problem}`,
    remedy: f =>
      `let ASSAY_TOKEN_FILE name a file with the token in one line that you alone can read: chmod 600 ${f.file}`,
  }),
  STORE_ELSEWHERE: row<{ command: string; url: string }>({
    status: 422,
    exit: 2,
    say: f => `assay ${f.command} works on the store itself, and ASSAY_URL names the registry at ${f.url}`,
    remedy: () => 'unset ASSAY_URL, or name the store with --store',
  }),
} as const;
