import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A library of Avro in another language, installed once below node_modules by the machine's own pip or Maven. */
export type AvroPeer = {
  readonly name: string;
  /** @throws Error with what the program said, where it can't be installed or ends otherwise than well */
  readonly run: (words: readonly string[]) => void;
};

const HERE = join(import.meta.dirname, 'peers');
const INSTALLED = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'assay-foreign');
const JARS = join(INSTALLED, 'java');
const WHEELS = join(INSTALLED, 'python');

export const FASTAVRO: AvroPeer = {
  name: 'fastavro 1.13.1',
  run: words => {
    // What fastavro unpacks snappy and zstandard with.
    const packages = ['fastavro==1.13.1', 'cramjam==2.14.0', 'backports.zstd==1.8.0'];
    once(WHEELS, folder => run('pip', ['install', '-q', '--target', folder, ...packages]));
    run('python3', [join(HERE, 'fastavro_files.py'), ...words], { PYTHONPATH: WHEELS });
  },
};

export const AVRO_JAVA: AvroPeer = {
  name: 'Avro Java 1.12.2',
  run: words => {
    const pom = join(HERE, 'pom.xml');
    once(JARS, folder =>
      run('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]),
    );
    run('java', ['-cp', join(JARS, '*'), join(HERE, 'AvroJavaFiles.java'), ...words]);
  },
};

/** A folder that stands was filled by an earlier run: it gets its name when it is full. */
function once(folder: string, fill: (folder: string) => void): void {
  if (existsSync(folder)) return;
  const filling = `${folder}.${process.pid}`;
  mkdirSync(INSTALLED, { recursive: true });
  try {
    fill(filling);
    renameSync(filling, folder);
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
}

function run(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const ran = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (ran.error !== undefined) throw new Error(`${program} does not run here: ${ran.error.message}`);
  if (ran.status !== 0) throw new Error(`${program} ended with ${ran.status}: ${ran.stderr.slice(-2_000)}`);
}
