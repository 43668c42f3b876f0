import { row } from './row.ts';

export const CLI_FAULTS = {
  USAGE: row<{ problem: string; command: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.problem}`,
    remedy: f => `run \`assay ${f.command} --help\` for its arguments and examples`,
  }),
  FILE_UNREADABLE: row<{ path: string; reason: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.path} can't be read: ${f.reason}`,
    remedy: f => `check that ${f.path} exists, is a file and may be read`,
  }),
} as const;
