import { row } from './row.ts';

export const CLI_FAULTS = {
  USAGE: row<{ problem: string; command: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.problem}`,
    remedy: f =>
      `run \`assay ${f.command === '' ? '' : `${f.command} `}--help\` for its arguments and examples`,
  }),
  FILE_UNREADABLE: row<{ path: string; reason: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.path} can't be read: ${f.reason}`,
    remedy: f => `check that ${f.path} exists, is a file and may be read`,
  }),
  FOLDER_UNREADABLE: row<{ path: string; reason: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.path} can't be read as a folder: ${f.reason}`,
    remedy: f => `check that ${f.path} exists, is a folder and may be read`,
  }),
  FILE_UNWRITABLE: row<{ path: string; reason: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.path} can't be written: ${f.reason}`,
    remedy: f => `make ${f.path} writable, or name another place where the command asks for one`,
  }),
  OUTPUT_CLOSED: row<{ records: number }>({
    status: 503,
    exit: 4,
    say: f =>
      `standard output was closed when at least ${f.records} records had been written, and not all of them`,
    remedy: () => 'read what is piped to its end, or write it to a file with --out',
  }),
  CONFIG_INVALID: row<{ key: string; problem: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.key}: ${f.problem}`,
    remedy: f => `correct ${f.key}; docs/cli.md lists what registry.config.ts may hold`,
  }),
  CONFIG_UNLOADABLE: row<{ reason: string }>({
    status: 400,
    exit: 2,
    say: f => `the settings can't be loaded: ${f.reason}`,
    remedy: () =>
      'let the file run to its end and export a default object; `assay init` writes one that works',
  }),
  PROJECT_NOT_FOUND: row<{ folder: string; where: 'in' | 'in or above' }>({
    status: 404,
    exit: 2,
    say: f => `there is no registry.config.ts ${f.where} ${f.folder}`,
    remedy: () =>
      'name the folder of a project with --root, or make one with `assay init` in an empty folder',
  }),
  PATH_OUTSIDE: row<{ path: string; root: string }>({
    status: 400,
    exit: 2,
    say: f => `${f.path} leads out of ${f.root}`,
    remedy: f => `move the file below ${f.root} and name it from there`,
  }),
  FOLDER_NOT_EMPTY: row<{ folder: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.folder} already holds files`,
    remedy: f => `name an empty or new folder instead of ${f.folder}`,
  }),
  FAULT_UNKNOWN: row<{ code: string }>({
    status: 404,
    exit: 2,
    say: f => `no fault has the code ${f.code}`,
    remedy: f => `run \`assay faults\` for the list that ${f.code} is not in`,
  }),
  LINT_TARGET_UNKNOWN: row<{ word: string; nearest: string }>({
    status: 404,
    exit: 2,
    say: f => `${f.word} is no subject, and no file of a contract below the folder of schemas`,
    remedy: f =>
      f.nearest === ''
        ? 'name a subject, or a file such as schemas/training.example/v4.yaml'
        : `did you mean ${f.nearest}?`,
  }),
  JSON_SCHEMA_UNKNOWN: row<{ name: string; nearest: string; known: string }>({
    status: 404,
    exit: 2,
    say: f => `no document is called ${f.name}`,
    remedy: f =>
      f.nearest === '' ? `name one of ${f.known}` : `did you mean ${f.nearest}? there are ${f.known}`,
  }),
  RULE_UNKNOWN: row<{ rule: string }>({
    status: 404,
    exit: 2,
    say: f => `no rule has the id ${f.rule}`,
    remedy: f => `run \`assay rules\` for the list that ${f.rule} is not in`,
  }),
  NODE_TOO_OLD: row<{ found: string; needed: number; way: string }>({
    status: 503,
    exit: 4,
    say: f => `this needs Node ${f.needed} or newer, and runs in Node ${f.found}`,
    remedy: f => `there is one to be had: ${f.way}`,
  }),
  INTERNAL: row<{ reason: string }>({
    status: 500,
    exit: 4,
    say: f => `an internal error: ${f.reason}`,
    remedy: () => 'report it with the command that led here; `assay log` shows whether anything was stored',
  }),
} as const;
