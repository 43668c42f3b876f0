import { existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentDigest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Authored } from '../contract/authored.ts';
import type { KeptTexts } from '../contract/kept-contract.ts';
import { makeFolder } from '../store/make-folder.ts';
import { readFile } from './read-file.ts';

const FOLDER = '.assay/contracts';

/** Names that are given here, and drafts of them. */
const KEPT_NAME = /^[0-9a-f]{64}(?:\.[0-9]+\.draft)?$/;

/**
 * The canonical documents of contracts that were parsed before, each under the digest of what it was made from. They may
 * be lost, torn or forged at any time: whoever reads one holds it against the ledger. A question leaves no trace where nothing
 * was proposed yet, so the folder of the store is never made for them. Git is told to leave them alone.
 */
export class KeptContracts {
  readonly #root: string;
  /** Whether they can be written: undefined before it was tried, and not tried again once it failed. */
  #isWritable: boolean | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  read(authored: Authored): KeptTexts | undefined {
    const bytes = readFile(this.#root, `${FOLDER}/${nameOf(authored)}`, LIMITS.kept_contract_bytes_max);
    if (bytes instanceof Fault) return undefined;
    const [schema, governance] = Buffer.from(bytes).toString('utf8').split('\n');
    return schema === undefined || governance === undefined ? undefined : { schema, governance };
  }

  /** A disk that is full or read-only costs the time of parsing again, and nothing else. */
  write(authored: Authored, { schema, governance }: KeptTexts): void {
    this.#isWritable ??= this.#prepare();
    if (!this.#isWritable) return;
    const file = path.join(this.#root, FOLDER, nameOf(authored));
    const draft = `${file}.${process.pid}.draft`;
    try {
      writeFileSync(draft, `${schema}\n${governance}\n`, { flag: 'wx' });
      renameSync(draft, file);
    } catch {
      this.#isWritable = false;
      rmSync(draft, { force: true });
    }
  }

  /**
   * Removes what no version is made from any more, and what a process left that ended in the middle. Whoever writes there at
   * the same time, or goes back to an older branch, parses once more.
   *
   * @param named  what the versions of all ledgers were made from
   */
  prune(named: Iterable<Authored>): void {
    const folder = path.join(this.#root, FOLDER);
    try {
      if (!existsSync(folder) || realpathSync(folder) !== path.join(realpathSync(this.#root), FOLDER)) return;
      const kept = new Set([...named].map(nameOf));
      for (const name of readdirSync(folder))
        if (KEPT_NAME.test(name) && !kept.has(name)) rmSync(path.join(folder, name), { force: true });
    } catch {
      // It is there to save time, and costs a few bytes more.
    }
  }

  #prepare(): boolean {
    const folder = path.join(this.#root, FOLDER);
    if (!existsSync(path.dirname(folder))) return false;
    try {
      makeFolder(folder);
      // A link may lead elsewhere, and nothing is written there.
      if (realpathSync(folder) !== path.join(realpathSync(this.#root), FOLDER)) return false;
      writeFileSync(path.join(folder, '.gitignore'), '*\n');
      return true;
    } catch {
      return false;
    }
  }
}

const nameOf = ({ file, defaults }: Authored): string =>
  documentDigest({ file, defaults: defaults ?? null }).slice('sha256:'.length);
