import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

type Job = {
  readonly work: () => unknown;
  readonly resolve: (outcome: never) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Transactions that share a commit, because the disk takes as long for one as for fifty: what was asked since the last
 * one is done in the order of asking, each in a savepoint of its own, so that a refusal or a throw undoes only itself, and
 * all are committed together. Nobody is told anything before that, not even a refusal: it was decided on what those
 * before it wrote.
 */
export class SharedCommits {
  readonly #db: DatabaseSync;
  readonly #faultOf: (error: unknown) => Fault;
  #waiting: Job[] = [];
  #planned: NodeJS.Immediate | undefined;
  #held: Promise<void> | undefined;
  #statements: Readonly<Record<'begin' | 'keep' | 'undo', StatementSync>> | undefined;

  /** @param faultOf  what an error of the database means; throws one that is none. Whoever gives it learns by it that something was undone */
  constructor(db: DatabaseSync, faultOf: (error: unknown) => Fault) {
    this.#db = db;
    this.#faultOf = faultOf;
  }

  /** A Fault or a throw of the work leaves nothing of it. */
  run<T>(work: () => T | Fault): Promise<T | Fault> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      this.#plan();
    });
  }

  /** Commits nothing while `work` runs; what is asked meanwhile waits. One after the other. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    while (this.#held !== undefined) await this.#held;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    try {
      return await work();
    } finally {
      this.#held = undefined;
      resolve();
      if (this.#waiting.length > 0) this.#plan();
    }
  }

  /** Does at once what waits. */
  async finish(): Promise<void> {
    while (this.#held !== undefined) await this.#held;
    while (this.#waiting.length > 0) this.#commitNext();
  }

  #plan(): void {
    this.#planned ??= setImmediate(() => {
      this.#planned = undefined;
      if (this.#held !== undefined) return; // who holds it plans anew
      this.#commitNext();
      if (this.#waiting.length > 0) this.#plan();
    });
  }

  #commitNext(): void {
    const jobs = this.#waiting.splice(0, LIMITS.store_pooled_max);
    if (jobs.length === 0) return;
    const db = this.#db;
    try {
      // IMMEDIATE takes the write lock before anything is read. A transaction that begins with a read and is made a
      // writer later decides on what another process has since changed.
      db.exec('BEGIN IMMEDIATE');
      const told = jobs.map(job => this.#do(job));
      db.exec('COMMIT');
      for (const tell of told) tell();
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
      for (const job of jobs) this.#tellError(job, error);
    }
  }

  /** @returns how its asker is told, when all is committed */
  #do(job: Job): () => void {
    this.#statements ??= {
      begin: this.#db.prepare('SAVEPOINT one'),
      keep: this.#db.prepare('RELEASE one'),
      undo: this.#db.prepare('ROLLBACK TO one'),
    };
    const { begin, keep, undo } = this.#statements;
    begin.run();
    try {
      const outcome = job.work();
      if (outcome instanceof Fault) undo.run();
      keep.run();
      return () => job.resolve(outcome as never);
    } catch (error) {
      if (!this.#db.isTransaction) throw error; // SQLite undid what those before it wrote as well
      undo.run();
      keep.run();
      return () => this.#tellError(job, error);
    }
  }

  #tellError(job: Job, error: unknown): void {
    try {
      job.resolve(this.#faultOf(error) as never);
    } catch (mistake) {
      job.reject(mistake);
    }
  }
}
