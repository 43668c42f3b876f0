import type { Path } from '../yaml-document.ts';
import type { Edit } from './edit.ts';
import type { Linted } from './linted.ts';

/** `warn`: it is most likely a mistake, or will be one. `note`: a reader would have been glad of it. */
export type LintLevel = 'note' | 'warn';

/** What an edit does to the recordSchema digest: nothing, or, as it says something new, something. */
export type LintFix = 'none' | 'safe' | 'digest';

export type LintFacts = Readonly<Record<string, string | number>>;

/** One thing a rule has to say, and where. `key` says the place is the key at the end of the path, not its value. */
export type Remark<F = LintFacts> = {
  readonly path: Path;
  readonly key?: boolean;
  readonly facts: F;
  readonly edit?: Edit | undefined;
};

/** A rule as the table has it. */
export type LintRule = {
  readonly id: string;
  readonly level: LintLevel;
  readonly fix: LintFix;
  /** What it looks for, for whoever reads the table. */
  readonly asks: string;
  readonly remedy: string;
  readonly find: (seen: Linted) => ReadonlyArray<Remark & { readonly says: string }>;
};

type Row<F> = Omit<LintRule, 'find'> & {
  readonly say: (facts: F) => string;
  readonly find: (seen: Linted) => readonly Remark<F>[];
};

/** Each remark with its sentence, so that a list of rules need not know what each one's facts are. */
export const lintRule = <F extends LintFacts>({ say, find, ...row }: Row<F>): LintRule => ({
  ...row,
  find: seen => find(seen).map(remark => ({ ...remark, says: say(remark.facts) })),
});
