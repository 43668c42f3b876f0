import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Digest, documentDigest, sha256 } from '../base/digest.ts';

/** Whatever can change what a cell finds, or what golden samples prove, lies in these folders, or below one of them. */
const DECIDING = ['base', 'contract', 'compat', 'convert', 'codec', 'matrix', 'golden', 'engine'] as const;

/** What ordinary readers are made of. */
const LIBRARIES = ['avsc', 'ajv', 'apache-arrow', 'hyparquet', 'parquet-wasm'] as const;

/**
 * The code of this program that decides about cells, and the libraries and the Node it runs on. Whoever changes a line
 * of it need not remember that findings were kept: none of them is found again.
 */
export function ownCode(): Digest {
  const top = new URL('../', import.meta.url);
  const files = DECIDING.flatMap(folder =>
    readdirSync(new URL(`${folder}/`, top), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
      .map(({ parentPath, name }) => `${parentPath}/${name}`),
  );
  const root = fileURLToPath(top);
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(new URL('../package.json', top), 'utf8'),
  ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return documentDigest({
    node: process.versions.node,
    libraries: LIBRARIES.map(name => [name, dependencies[name] ?? devDependencies[name] ?? null]),
    files: files.sort().map(file => [file.slice(root.length), sha256(readFileSync(file))]),
  });
}
