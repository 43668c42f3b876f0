import type { Entry } from './entry.ts';
import { FirstRows } from './first-rows.ts';

/** Two snapshots held against each other by sample id; `old` and `new` change places with the snapshots. */
export type Reconciliation = {
  /** Each id is counted once: old = same + differing + missing in new, new = same + differing + missing in old. */
  readonly ids: { readonly old: number; readonly new: number };
  readonly same: number;
  readonly differing: number;
  readonly missing: { readonly old: Missing; readonly new: Missing };
  readonly duplicates: { readonly old: Duplicates; readonly new: Duplicates };
  readonly listed: {
    readonly differing: readonly DifferingSample[];
    /** By the side that lacks them. */
    readonly missing: { readonly old: readonly MissingSample[]; readonly new: readonly MissingSample[] };
    readonly duplicates: {
      readonly old: readonly DuplicateSample[];
      readonly new: readonly DuplicateSample[];
    };
  };
  /** The latest time that both sides have reached; undefined where no time was asked for or one side has none. */
  readonly watermark_s: number | undefined;
};

/** `late`: of them, those that happened so shortly before the watermark, or after it, that the other half may be on its way. */
export type Missing = { readonly count: number; readonly late: number };

/** Ids that stand there more than once, and the records beyond the first of each. */
export type Duplicates = { readonly ids: number; readonly records: number };

export type DifferingSample = { readonly id: string; readonly row: number; readonly newRow: number };
/** @property row  on the side that has it */
export type MissingSample = { readonly id: string; readonly row: number; readonly late: boolean };
export type DuplicateSample = { readonly id: string; readonly row: number; readonly records: number };

export type ReconcileAsk = {
  /** Ids that are listed of each kind. */
  readonly listed_max: number;
  /** Undefined where records have no time. */
  readonly lag_s: number | undefined;
};

type Side = 'old' | 'new';

/** What is known of an id on one side. */
type Seen = { readonly first: Entry; records: number; contents: Set<string> | undefined };

/** Takes the entries of one part of all ids after another; parts have no id in common. */
export class Reconciler {
  readonly #ask: ReconcileAsk;
  readonly #watermark_s: number | undefined;
  readonly #counts = { same: 0, differing: 0, ids: { old: 0, new: 0 } };
  readonly #missing = { old: { count: 0, late: 0 }, new: { count: 0, late: 0 } };
  readonly #duplicates = { old: { ids: 0, records: 0 }, new: { ids: 0, records: 0 } };
  readonly #listed: {
    readonly differing: FirstRows<DifferingSample>;
    readonly missing: Readonly<Record<Side, FirstRows<MissingSample>>>;
    readonly duplicates: Readonly<Record<Side, FirstRows<DuplicateSample>>>;
  };

  /** @param latest_s  the latest time of either side; -Infinity where it has none */
  constructor(ask: ReconcileAsk, latest_s: Readonly<Record<Side, number>>) {
    this.#ask = ask;
    const reached = Math.min(latest_s.old, latest_s.new);
    this.#watermark_s = ask.lag_s === undefined || reached === Number.NEGATIVE_INFINITY ? undefined : reached;
    const first = <T extends { readonly row: number }>() => new FirstRows<T>(ask.listed_max);
    this.#listed = {
      differing: first(),
      missing: { old: first(), new: first() },
      duplicates: { old: first(), new: first() },
    };
  }

  add(old: Iterable<Entry>, later: Iterable<Entry>): void {
    const [left, right] = [this.#seen('old', old), this.#seen('new', later)];
    for (const [id, seen] of left) {
      const other = right.get(id);
      if (other === undefined) this.#lack('new', seen.first);
      else if (isSame(seen, other)) this.#counts.same++;
      else {
        this.#counts.differing++;
        this.#listed.differing.add({ id, row: seen.first.row, newRow: other.first.row });
      }
    }
    for (const [id, seen] of right) if (!left.has(id)) this.#lack('old', seen.first);
  }

  #seen(side: Side, entries: Iterable<Entry>): ReadonlyMap<string, Seen> {
    const seen = new Map<string, Seen>();
    for (const entry of entries) {
      const known = seen.get(entry.id);
      if (known === undefined) seen.set(entry.id, { first: entry, records: 1, contents: undefined });
      else {
        known.records++;
        known.contents ??= new Set([keyOf(known.first)]);
        known.contents.add(keyOf(entry));
      }
    }
    this.#counts.ids[side] += seen.size;
    for (const [id, { first, records }] of seen) {
      if (records === 1) continue;
      this.#duplicates[side].ids++;
      this.#duplicates[side].records += records - 1;
      this.#listed.duplicates[side].add({ id, row: first.row, records });
    }
    return seen;
  }

  #lack(side: Side, { id, row, time_s }: Entry): void {
    const late = this.#watermark_s !== undefined && time_s > this.#watermark_s - this.#ask.lag_s!;
    this.#missing[side].count++;
    if (late) this.#missing[side].late++;
    this.#listed.missing[side].add({ id, row, late });
  }

  finish(): Reconciliation {
    const { differing, missing, duplicates } = this.#listed;
    return {
      ...this.#counts,
      missing: this.#missing,
      duplicates: this.#duplicates,
      listed: {
        differing: differing.inOrder(),
        missing: { old: missing.old.inOrder(), new: missing.new.inOrder() },
        duplicates: { old: duplicates.old.inOrder(), new: duplicates.new.inOrder() },
      },
      watermark_s: this.#watermark_s,
    };
  }
}

const keyOf = ({ content }: Entry): string => Buffer.from(content).toString('latin1');

/** A record that was written twice says the same once more; one that was written twice and otherwise says two things. */
function isSame(a: Seen, b: Seen): boolean {
  if (a.contents === undefined && b.contents === undefined)
    return Buffer.compare(a.first.content, b.first.content) === 0;
  const [left, right] = [a.contents ?? new Set([keyOf(a.first)]), b.contents ?? new Set([keyOf(b.first)])];
  return left.size === right.size && [...left].every(content => right.has(content));
}
