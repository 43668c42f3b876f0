import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Plugin, RolldownLog } from 'rolldown';
import { documentDigest, sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Isolation } from '../../convert/converter-shape.ts';
import type { FunctionBundle } from '../../convert/function-plan.ts';

export type BundleAsk = {
  /** The folder of the project: nothing is imported from elsewhere but packages. */
  readonly root: string;
  /** The module, below it, with `/` between its parts. */
  readonly module: string;
  readonly exported: string;
  readonly isolation: Isolation;
};

/** What runs it: results of two engines need not be the same to the last bit. */
const ENGINES: Readonly<Record<Isolation, string>> = {
  process: 'node',
  quickjs: 'quickjs-emscripten-core@0.32.0',
};

/**
 * One file of a module and of all that it imports, the same bytes wherever it is made. Nothing of it is run.
 *
 * @faults FUNCTION_IMPORT_REFUSED FUNCTION_UNPARSED FUNCTION_EXPORT_MISSING DOCUMENT_TOO_LARGE
 */
export async function bundleFunction(ask: BundleAsk): Promise<FunctionBundle | readonly Fault[]> {
  const { module, exported, isolation } = ask;
  const root = realpathSync.native(ask.root);
  const made = await bundled(path.join(root, ...module.split('/')), root);
  if (!('text' in made)) return made;
  const { text, map, exports } = made;
  if (!exports.includes(exported)) {
    const facts = { module, export: exported, known: exports.join(', ') };
    return [new Fault('FUNCTION_EXPORT_MISSING', facts, startOf(module))];
  }
  const bytes = Buffer.byteLength(text);
  const limit_bytes = LIMITS.function_bundle_bytes_max;
  if (bytes > limit_bytes) return [new Fault('DOCUMENT_TOO_LARGE', { bytes, limit_bytes }, startOf(module))];
  const harness = await harnessText();
  const digest = documentDigest({
    format: 'assay.function/1',
    engine: ENGINES[isolation],
    export: exported,
    harness: sha256(Buffer.from(harness)),
    bundle: sha256(Buffer.from(text)),
  });
  return { digest, text, harness, map };
}

const startOf = (file: string) => ({ file, line: 1, column: 1 });

/** Beside this file, in the language this file is in: `.ts` from the sources, `.js` from the build. */
const HARNESS = fileURLToPath(
  new URL(`harness${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
);

let harness: Promise<string> | undefined;

/** It is our own, so that it can't be made is a mistake of ours. */
function harnessText(): Promise<string> {
  harness ??= bundled(HARNESS, path.parse(HARNESS).root).then(made => {
    if ('text' in made) return made.text;
    throw new TypeError('what runs functions can not be made');
  });
  return harness;
}

type Made = { readonly text: string; readonly map: string; readonly exports: readonly string[] };

async function bundled(file: string, root: string): Promise<Made | readonly Fault[]> {
  const faults: Fault[] = [];
  // It is large, and few commands bundle anything.
  const [{ rolldown }, { parseSync }] = await Promise.all([import('rolldown'), import('rolldown/utils')]);
  try {
    await using build = await rolldown({
      input: file,
      cwd: root,
      tsconfig: false,
      // Whatever a package has for one machine or another is left aside.
      platform: 'neutral',
      resolve: { mainFields: ['module', 'main'], conditionNames: ['import', 'default'] },
      transform: { target: 'es2022' },
      plugins: [within(root, faults), unusedImports(parseSync, root, faults)],
      onLog: (_, log) => {
        if (log.code === 'UNRESOLVED_IMPORT') faults.push(refusedImport(log, root));
      },
    });
    const { output } = await build.generate({
      format: 'iife',
      exports: 'named',
      strict: true,
      sourcemap: 'hidden',
      codeSplitting: false,
      comments: false,
      // Without names of files, which differ from machine to machine; what things are called stays.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
    if (faults.length > 0) return distinct(faults);
    const [chunk] = output;
    return { text: chunk.code, map: mapText(chunk.map, root), exports: chunk.exports };
  } catch (error) {
    const logs = (error as { readonly errors?: readonly RolldownLog[] }).errors;
    if (logs === undefined) throw error;
    return distinct([
      ...faults,
      ...logs.map(log =>
        log.code === 'UNRESOLVED_IMPORT' ? refusedImport(log, root) : unparsed(log, root, file),
      ),
    ]);
  }
}

/** One a place: what is imported and used is refused where it stands, and where it is sought. */
const distinct = (faults: readonly Fault[]): readonly Fault[] => [
  ...new Map(faults.map(fault => [`${fault.at?.file} ${fault.at?.line} ${fault.message}`, fault])).values(),
];

/** Refuses files that lie outside of the project, but in packages, and whatever lies on a network. */
const within = (root: string, faults: Fault[]): Plugin => ({
  name: 'assay:within',
  async resolveId(source, importer, options) {
    if (importer === undefined) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    if (found === null || (found.external === false && isWithin(root, found.id))) return found;
    const place = placeIn(importer, source);
    faults.push(
      new Fault(
        'FUNCTION_IMPORT_REFUSED',
        { specifier: shown(source), because: isFar(source) ? NOT_FETCHED : 'it lies outside of the project' },
        { ...place, file: below(root, importer) },
      ),
    );
    return { id: source, external: true };
  },
});

/** An address, with its scheme or without; what a `data:` holds is written here. */
const isFar = (specifier: string): boolean =>
  specifier.startsWith('//') ||
  (/^[a-z][a-z\d+.-]+:/i.test(specifier) && !/^(?:node|data|file):/i.test(specifier));

const NOT_FETCHED = 'nothing is fetched from a network';

type Parse = typeof import('rolldown/utils').parseSync;

/** In TypeScript an import that nothing uses is nowhere, and would be sought by nobody; it is refused all the same. */
const unusedImports = (parse: Parse, root: string, faults: Fault[]): Plugin => ({
  name: 'assay:unused-imports',
  async transform(code, id, { moduleType }) {
    if (moduleType !== 'ts' && moduleType !== 'tsx') return null;
    // What can't be parsed is told of by whoever bundles it.
    for (const { moduleRequest, entries } of parse(id, code, { lang: moduleType }).module.staticImports) {
      const { value, start } = moduleRequest;
      const isType = entries.length > 0 && entries.every(entry => entry.isType);
      const because = isOwn(value) ? OF_THE_MACHINE : isFar(value) ? NOT_FETCHED : undefined;
      if (isType || because === undefined) continue;
      // A package may have the name of a module of Node.
      if ((await this.resolve(value, id, { skipSelf: true }))?.external === false) continue;
      const before = code.slice(0, start).split('\n');
      const at = { file: below(root, id), line: before.length, column: before.at(-1)!.length + 1 };
      faults.push(new Fault('FUNCTION_IMPORT_REFUSED', { specifier: shown(value), because }, at));
    }
    return null;
  },
});

const OF_THE_MACHINE = 'a function has nothing of the machine';

const isOwn = (specifier: string): boolean =>
  /^node:/.test(specifier) || BUILTIN.has(specifier.split('/')[0]!);

const isWithin = (root: string, id: string): boolean =>
  id.startsWith('\0') ||
  id.startsWith(root.endsWith(path.sep) ? root : root + path.sep) ||
  id.includes(`${path.sep}node_modules${path.sep}`);

/** Where an import is written: the first line that names it. */
function placeIn(importer: string, source: string): { readonly line: number; readonly column: number } {
  const lines = readFileSync(importer, 'utf8').split('\n');
  for (const [at, line] of lines.entries()) {
    const column = ["'", '"', '`']
      .map(quote => line.indexOf(quote + source + quote))
      .find(found => found >= 0);
    if (column !== undefined) return { line: at + 1, column: column + 1 };
  }
  return { line: 1, column: 1 };
}

function refusedImport({ loc, id }: RolldownLog, root: string): Fault {
  const file = loc?.file ?? id ?? root;
  const specifier = loc === undefined ? '' : specifierAt(file, loc.line, loc.column);
  return new Fault(
    'FUNCTION_IMPORT_REFUSED',
    {
      specifier: shown(specifier),
      because: isOwn(specifier) ? OF_THE_MACHINE : 'there is no such file or package',
    },
    { file: below(root, file), line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 },
  );
}

/** Modules of Node that are also written without `node:`. */
const BUILTIN: ReadonlySet<string> = new Set([
  ...['assert', 'async_hooks', 'buffer', 'child_process', 'cluster', 'console', 'crypto', 'dgram', 'dns'],
  ...['events', 'fs', 'http', 'http2', 'https', 'inspector', 'module', 'net', 'os', 'path', 'perf_hooks'],
  ...[
    'process',
    'querystring',
    'readline',
    'repl',
    'stream',
    'string_decoder',
    'timers',
    'tls',
    'tty',
    'url',
  ],
  ...['util', 'v8', 'vm', 'wasi', 'worker_threads', 'zlib'],
]);

/** What stands in quotes there. */
function specifierAt(file: string, line: number, column: number): string {
  const written = readFileSync(file, 'utf8').split('\n')[line - 1]?.slice(column) ?? '';
  return /^["'`]([^"'`]*)/.exec(written)?.[1] ?? '';
}

const shown = (specifier: string): string => specifier.slice(0, LIMITS.echoed_chars_max);

function unparsed({ code, message, loc, id }: RolldownLog, root: string, entry: string): Fault {
  const file = loc?.file ?? id ?? entry;
  return new Fault(
    'FUNCTION_UNPARSED',
    { because: reasonIn(code, message) },
    { file: below(root, file), line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 },
  );
}

/** The sentence of a message that is drawn for a terminal. */
function reasonIn(code: string | undefined, message: string): string {
  const plain = stripVTControlCharacters(message).split('\n')[0]!.trim();
  const said = plain.startsWith(`[${code}]`) ? plain.slice(`[${code}]`.length).trim() : plain;
  return said.slice(0, LIMITS.reason_chars_max);
}

const below = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

/** A source map whose files are named as faults name them. */
function mapText(
  map: { readonly sources: readonly string[]; readonly mappings: string } | null,
  root: string,
): string {
  if (map === null) return '';
  // They stand relative to where the bundle would lie, which is a folder below the entry's.
  const sources = map.sources.map(source => below(root, path.resolve(root, 'dist', source)));
  return JSON.stringify({ version: 3, sources, names: [], mappings: map.mappings });
}
