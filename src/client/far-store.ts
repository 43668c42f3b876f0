import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Ref, ScopeState } from '../change/decision.ts';
import { subjectScope, subjectState } from '../change/subject-state.ts';
import type { JournalEntry, ReadStore } from '../store/port.ts';
import type { RegistryClient } from './registry-client.ts';

/**
 * The store behind a registry, as far as whoever asks may read it: its subjects. Objects are held against their digests here,
 * so that neither the registry nor what lies between has to be believed; and remembered, as they never change.
 */
export class FarStore implements ReadStore {
  readonly #client: RegistryClient;
  readonly #objects = new Map<Digest, Uint8Array>();
  #held_bytes = 0;

  constructor(client: RegistryClient) {
    this.#client = client;
  }

  async getObject(digest: Digest): Promise<Uint8Array | Fault> {
    const held = this.#objects.get(digest);
    if (held !== undefined) return held.slice();
    const bytes = await this.#client.object(digest);
    if (bytes instanceof Fault) return bytes;
    if (this.#held_bytes + bytes.length <= LIMITS.registry_kept_bytes_max) {
      this.#objects.set(digest, bytes.slice());
      this.#held_bytes += bytes.length;
    }
    return bytes;
  }

  async readScope(scope: string): Promise<ScopeState | Fault> {
    const state = await this.#client.state(subjectIn(scope));
    if (state instanceof Fault) return isUnknown(state) ? { scope, seq: 0, refs: new Map() } : state;
    // What the refs of a subject are is read where they are understood.
    return { scope, seq: state.seq, refs: new Map(Object.entries(state.refs)) as ReadonlyMap<string, Ref> };
  }

  async scopes(): Promise<readonly { readonly scope: string; readonly seq: number }[] | Fault> {
    const found = await this.#client.subjects();
    if (found instanceof Fault) return found;
    return found.subjects.map(({ subject, seq }) => ({ scope: subjectScope(subject), seq }));
  }

  async journal(scope: string, fromSeq: number, limit: number): Promise<readonly JournalEntry[] | Fault> {
    const most = Math.min(limit, LIMITS.journal_entries_max);
    if (most < 1) return [];
    const page = await this.#client.journal(subjectIn(scope), { from: Math.max(1, fromSeq), limit: most });
    if (page instanceof Fault) return isUnknown(page) ? [] : page;
    return page.entries as unknown as readonly JournalEntry[];
  }

  /** Of what may be read from here: that journals have no gaps, and that each object that a ref names is what it is named by. */
  async checkIntegrity(): Promise<Fault | undefined> {
    const scopes = await this.scopes();
    if (scopes instanceof Fault) return scopes;
    for (const { scope } of scopes) {
      const state = await this.readScope(scope);
      if (state instanceof Fault) return state;
      const broken = (await this.#journalFault(scope, state.seq)) ?? (await this.#objectFault(state));
      if (broken !== undefined) return broken;
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#objects.clear();
    this.#held_bytes = 0;
  }

  async #journalFault(scope: string, last: number): Promise<Fault | undefined> {
    let next = 1;
    while (next <= last) {
      const entries = await this.journal(scope, next, LIMITS.journal_entries_max);
      if (entries instanceof Fault) return entries;
      const from = next;
      const isDense = entries.length > 0 && entries.every(({ seq }, at) => seq === from + at);
      if (!isDense)
        return new Fault('STORE_CORRUPT', {
          path: this.#client.url,
          problem: `the journal of ${scope} has a gap after ${next - 1}`,
        });
      next += entries.length;
    }
    return undefined;
  }

  async #objectFault(scope: ScopeState): Promise<Fault | undefined> {
    const { versions, revisions } = subjectState(scope);
    for (const { objects = [] } of [...versions.values(), ...revisions.values()])
      for (const digest of objects) {
        const bytes = await this.getObject(digest);
        if (bytes instanceof Fault) return bytes;
      }
    return undefined;
  }
}

/** Other scopes of a store are nobody's business from afar: tokens have a door of their own. */
function subjectIn(scope: string): string {
  const prefix = subjectScope('');
  if (!scope.startsWith(prefix)) throw new RangeError(`${scope} is no subject, and is not read from afar`);
  return scope.slice(prefix.length);
}

const isUnknown = ({ code }: Fault): boolean => code === 'SUBJECT_UNKNOWN';
