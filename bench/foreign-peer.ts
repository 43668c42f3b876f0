import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from './measure.ts';

/** A peer in another language, or why it could not be installed here. */
export type ForeignFigure = { readonly name: string } & (
  | { readonly median_us: number }
  | { readonly missing: string }
);

/** Avro Java and fastavro, installed once below node_modules by the machine's own Maven and pip, judging one pair. */
export function foreignFigures(writer: unknown, reader: unknown, plan: Plan): readonly ForeignFigure[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const files = [join(folder, 'writer.avsc'), join(folder, 'reader.avsc')] as const;
    writeFileSync(files[0], JSON.stringify(writer));
    writeFileSync(files[1], JSON.stringify(reader));
    const words = [...files, String(plan.warmUps), String(plan.rounds), String(plan.runsPerRound)];
    return PEERS.map(({ name, install, run }) => {
      const problem = install();
      if (problem !== undefined) return { name, missing: problem };
      const answer = spoken(run(words));
      if ('problem' in answer) return { name, missing: answer.problem };
      const figure = Number(answer.text);
      return figure > 0 ? { name, median_us: figure } : { name, missing: 'it printed no figure' };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const HERE = join(import.meta.dirname, 'peers');
const INSTALLED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'assay-bench');
const JARS = join(INSTALLED, 'java');
const WHEELS = join(INSTALLED, 'python');
const ARROW_WHEELS = join(INSTALLED, 'python-arrow');

type Command = readonly [program: string, words: readonly string[], env?: Readonly<Record<string, string>>];
type Peer = {
  readonly name: string;
  readonly install: () => string | undefined;
  readonly run: (words: readonly string[]) => Command;
};

/** A command that reads probes as docs/foreign-readers.md has it, or why its library could not be installed here. */
export type ForeignReader = { readonly exec: readonly [string, ...string[]] } | { readonly missing: string };

const READERS = join(import.meta.dirname, '..', 'docs', 'readers');

export function avroJavaReader(): ForeignReader {
  const missing = installJava();
  return missing === undefined
    ? { exec: ['java', '-cp', join(JARS, '*'), join(READERS, 'AvroJavaReader.java')] }
    : { missing };
}

export function fastavroReader(): ForeignReader {
  const missing = installPython();
  return missing === undefined
    ? { exec: ['env', `PYTHONPATH=${WHEELS}`, 'python3', join(READERS, 'fastavro_reader.py')] }
    : { missing };
}

/** Reads files of columns. */
export function pyarrowReader(): ForeignReader {
  const missing = once(ARROW_WHEELS, ['pip', ['install', '-q', '--target', ARROW_WHEELS, 'pyarrow==26.0.1']]);
  return missing === undefined
    ? { exec: ['env', `PYTHONPATH=${ARROW_WHEELS}`, 'python3', join(READERS, 'pyarrow_reader.py')] }
    : { missing };
}

const PEERS: readonly Peer[] = [
  {
    name: 'Avro Java 1.12 SchemaCompatibility',
    install: installJava,
    run: words => ['java', ['-cp', join(JARS, '*'), join(HERE, 'AvroJavaPeer.java'), ...words]],
  },
  {
    name: 'fastavro 1.13, which resolves as it reads one record',
    install: installPython,
    run: words => ['python3', [join(HERE, 'fastavro_peer.py'), ...words], { PYTHONPATH: WHEELS }],
  },
];

function installJava(): string | undefined {
  const words = ['-q', '-B', '-f', join(HERE, 'pom.xml'), 'dependency:copy-dependencies'];
  return once(JARS, ['mvn', [...words, `-DoutputDirectory=${JARS}`]]);
}

function installPython(): string | undefined {
  return once(WHEELS, ['pip', ['install', '-q', '--target', WHEELS, 'fastavro==1.13.1']]);
}

/** What went wrong, if anything did; a folder that stands was filled by an earlier run. */
function once(folder: string, command: Command): string | undefined {
  if (existsSync(folder)) return undefined;
  mkdirSync(INSTALLED, { recursive: true });
  const answer = spoken(command);
  if (!('problem' in answer)) return undefined;
  rmSync(folder, { recursive: true, force: true });
  return answer.problem;
}

function spoken([program, words, env]: Command): { readonly text: string } | { readonly problem: string } {
  const ran = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (ran.error !== undefined) return { problem: `${program} does not run here` };
  if (ran.status === 0) return { text: ran.stdout.trim() };
  return { problem: `${program} ended with ${ran.status}: ${ran.stderr.trim().split('\n').at(-1) ?? ''}` };
}
