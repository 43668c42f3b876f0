import type { Json } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import {
  answerIn,
  type CellState,
  cellState,
  decideAnswer,
  decideClaim,
  decideFreed,
  decideKept,
  isFree,
} from '../change/cell-claims.ts';
import { cellScope } from '../change/cell-scopes.ts';
import type { Clock, Workers } from '../engine/port.ts';
import { type Findings, packOf, readPack } from '../matrix/cell-pack.ts';
import type { RanCell } from '../matrix/cell-report.ts';
import type { Store } from '../store/port.ts';

/** A cell by what its findings depend on. Cells of one reader are asked for together. */
export type KeyedCell = { readonly key: Digest; readonly reader: { readonly recordSchema: Digest } };

/** What became of the cells that were asked for. */
export type CellsUse = {
  /** Taken from what was kept. */
  readonly taken: number;
  readonly ran: number;
  /** Kept objects that were not what was kept in them: their cells ran again. */
  readonly damaged: number;
  /** Why what is kept can't be used, where it can't. */
  readonly problem: Fault | undefined;
};

/** The numbers of it. */
export type CellsCount = Pick<CellsUse, 'taken' | 'ran' | 'damaged'>;

export const cellsCount = ({ taken, ran, damaged }: CellsUse): CellsCount => ({ taken, ran, damaged });

type Run<C> = (cells: readonly C[]) => Promise<readonly RanCell[] | Fault>;

/**
 * Findings of cells that were run before, here or by another process on the same store. What one of them is running,
 * the others wait for; what it promised and didn't bring in time is anybody's. A store that fails costs time, and nothing else.
 */
export class KeptCells {
  readonly #store: Store;
  readonly #code: Digest;
  readonly #workers: Workers;
  readonly #clock: Clock;
  readonly #packs = new Map<Digest, ReadonlyMap<Digest, Findings>>();
  readonly #damaged = new Set<Digest>();
  readonly #gone = new Set<string>();
  #operations = 0;
  #taken = 0;
  #ran = 0;
  #problem: Fault | undefined;

  /**
   * @param code  what decides about cells; findings of other code are as good as none
   * @param workers  who this is, and who is gone: what those promised, they can't bring
   */
  constructor(store: Store, code: Digest, workers: Workers, clock: Clock) {
    this.#store = store;
    this.#code = code;
    this.#workers = workers;
    this.#clock = clock;
  }

  get use(): CellsUse {
    return { taken: this.#taken, ran: this.#ran, damaged: this.#damaged.size, problem: this.#problem };
  }

  /** Of each cell that could be run its findings, by key. @faults those of `run` */
  async find<C extends KeyedCell>(
    cells: readonly C[],
    run: Run<C>,
  ): Promise<ReadonlyMap<Digest, Findings> | Fault> {
    const found = new Map<Digest, Findings>();
    let left = await this.#takeAll(cells, found);
    while (left.length > 0) {
      const others: C[] = [];
      let mine: C[] = [];
      for (const [scope, group] of this.#byScope(left)) {
        const claimed = await this.#claim(scope, group, found);
        others.push(...claimed.others);
        mine.push(...claimed.mine);
        if (mine.length < LIMITS.cells_chunk) continue;
        const fault = await this.#runMine(mine, run, found);
        if (fault !== undefined) return fault;
        mine = [];
      }
      const fault = await this.#runMine(mine, run, found);
      if (fault !== undefined) return fault;
      if (others.length === left.length) await this.#clock.pause(LIMITS.cells_poll_ms);
      left = others;
    }
    return found;
  }

  /**
   * What was found under a key before, or is found now: of what is small, and may well be found twice at once.
   *
   * What can't be found is not kept.
   *
   * @param read  undefined where what was kept is not of the form it should have
   * @param isLasting  whether it would be found again: what a busy machine found is not kept
   */
  async recall<T extends Json, F extends Fault = never>(
    key: Digest,
    read: (kept: Json) => T | undefined,
    find: () => T | F | Promise<T | F>,
    isLasting: (found: T) => boolean = () => true,
  ): Promise<T | F> {
    const scope = cellScope(this.#code, key);
    const state = await this.#store.readScope(scope);
    if (state instanceof Fault) this.#problem ??= state;
    const kept = state instanceof Fault ? undefined : answerIn(state);
    const known = kept === undefined ? undefined : read(kept);
    if (known !== undefined) return known;
    const found = await find();
    if (found instanceof Fault || !isLasting(found)) return found;
    const request = { kind: 'keep-answer', key, answer: found };
    const answer = await this.#store.transact(scope, this.#opId(), request, () => decideAnswer(found));
    if (answer instanceof Fault) this.#problem ??= answer;
    return found;
  }

  async #takeAll<C extends KeyedCell>(
    cells: readonly C[],
    found: Map<Digest, Findings>,
  ): Promise<readonly C[]> {
    const left: C[] = [];
    for (const [scope, group] of this.#byScope(cells)) {
      const state = await this.#store.readScope(scope);
      if (state instanceof Fault) this.#problem ??= state;
      for (const cell of group)
        if (state instanceof Fault || !(await this.#take(cell.key, cellState(state, cell.key), found)))
          left.push(cell);
    }
    return left;
  }

  /** Those that are free, and those that another runs; what was kept meanwhile is taken. */
  async #claim<C extends KeyedCell>(
    scope: string,
    cells: readonly C[],
    found: Map<Digest, Findings>,
  ): Promise<{ readonly mine: readonly C[]; readonly others: readonly C[] }> {
    const state = await this.#store.readScope(scope);
    // What can't be claimed is run all the same.
    if (state instanceof Fault) return this.#unclaimed(state, cells);
    const free: C[] = [];
    const others: C[] = [];
    for (const cell of cells) {
      const its = cellState(state, cell.key);
      if (its.kind === 'claimed' && this.#workers.isGone(its.by)) this.#gone.add(its.by);
      if (isFree(its, this.#claimant, this.#damaged)) free.push(cell);
      else if (!(await this.#take(cell.key, its, found))) (its.kind === 'kept' ? free : others).push(cell);
    }
    if (free.length === 0) return { mine: [], others };
    const answer = await this.#claimKeys(
      scope,
      free.map(({ key }) => key),
    );
    if (answer instanceof Fault) return { ...this.#unclaimed(answer, free), others };
    const mine = free.filter(({ key }) => answer.includes(key));
    return { mine, others: [...others, ...free.filter(({ key }) => !answer.includes(key))] };
  }

  #unclaimed<C>(
    problem: Fault,
    mine: readonly C[],
  ): { readonly mine: readonly C[]; readonly others: readonly C[] } {
    this.#problem ??= problem;
    return { mine, others: [] };
  }

  get #claimant() {
    return { by: this.#workers.name, now_ms: this.#clock.now_ms(), gone: this.#gone };
  }

  async #claimKeys(scope: string, keys: readonly Digest[]): Promise<readonly Digest[] | Fault> {
    const claimant = this.#claimant;
    const request = { kind: 'claim-cells', keys, by: claimant.by, now_ms: claimant.now_ms };
    const answer = await this.#store.transact(scope, this.#opId(), request, state =>
      decideClaim(state, keys, claimant, LIMITS.cells_lease_ms, this.#damaged),
    );
    return answer instanceof Fault ? answer : answer.keys;
  }

  /** Runs what is claimed, holds the claim for as long as that takes, and keeps what was found. */
  async #runMine<C extends KeyedCell>(
    mine: readonly C[],
    run: Run<C>,
    found: Map<Digest, Findings>,
  ): Promise<Fault | undefined> {
    if (mine.length === 0) return undefined;
    const scopes = [...this.#byScope(mine)].map(
      ([scope, cells]) => [scope, cells.map(({ key }) => key)] as const,
    );
    const stop = this.#clock.every(LIMITS.cells_lease_ms / 3, () => {
      for (const [scope, keys] of scopes) void this.#claimKeys(scope, keys);
    });
    const ran = await run(mine);
    stop();
    if (!(ran instanceof Fault)) {
      this.#ran += ran.length;
      for (const { cell, ...findings } of ran) found.set(findings.key, findings);
    }
    const done = ran instanceof Fault ? [] : ran;
    for (const [scope, keys] of scopes) await this.#keep(scope, keys, done);
    return ran instanceof Fault ? ran : undefined;
  }

  async #keep(scope: string, keys: readonly Digest[], done: readonly RanCell[]): Promise<void> {
    const { by, now_ms } = this.#claimant;
    const its = done.filter(({ key }) => keys.includes(key));
    const kept = its.map(({ key }) => key);
    const bytes = its.length === 0 ? undefined : packOf(its, now_ms);
    if (bytes !== undefined) {
      const digest = sha256(bytes);
      const request = { kind: 'keep-cells', keys: kept, by, pack: digest };
      const answer = await this.#store.transact(scope, this.#opId(), request, state =>
        decideKept(state, kept, by, { digest, bytes }),
      );
      if (answer instanceof Fault) this.#problem ??= answer;
    }
    const open = bytes === undefined ? keys : keys.filter(key => !kept.includes(key));
    if (open.length === 0) return;
    const request = { kind: 'free-cells', keys: open, by };
    const answer = await this.#store.transact(scope, this.#opId(), request, state =>
      decideFreed(state, open, by),
    );
    if (answer instanceof Fault) this.#problem ??= answer;
  }

  async #take(key: Digest, state: CellState, found: Map<Digest, Findings>): Promise<boolean> {
    if (state.kind !== 'kept' || this.#damaged.has(state.pack)) return false;
    const findings = (await this.#pack(state.pack))?.get(key);
    if (findings === undefined) {
      this.#damaged.add(state.pack);
      return false;
    }
    this.#taken++;
    found.set(key, findings);
    return true;
  }

  async #pack(digest: Digest): Promise<ReadonlyMap<Digest, Findings> | undefined> {
    const known = this.#packs.get(digest);
    if (known !== undefined) return known;
    const bytes = await this.#store.getObject(digest);
    const pack = bytes instanceof Fault ? undefined : readPack(bytes);
    if (pack !== undefined) this.#packs.set(digest, pack);
    return pack;
  }

  #byScope<C extends KeyedCell>(cells: readonly C[]): ReadonlyMap<string, readonly C[]> {
    const scopes = new Map<string, C[]>();
    for (const cell of cells) {
      const scope = cellScope(this.#code, cell.reader.recordSchema);
      const group = scopes.get(scope);
      if (group === undefined) scopes.set(scope, [cell]);
      else group.push(cell);
    }
    return scopes;
  }

  #opId(): string {
    return `${this.#workers.name}-${this.#operations++}`;
  }
}
