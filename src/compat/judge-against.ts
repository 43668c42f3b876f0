import { canonicalJson } from '../base/canonical-json.ts';
import type { Schema } from '../contract/schema.ts';
import { type Comparison, compare } from './compare.ts';
import type { Finding } from './finding.ts';

/** A proposed schema held against an older version than the last. */
export type AgainstOlder = {
  readonly comparison: Comparison;
  /** What the proposal brings: the rest stood already between the older version and the last one. */
  readonly fresh: readonly Finding[];
  readonly settled: readonly Finding[];
};

/**
 * What a proposal breaks for a version older than the last. What was broken before it was accepted then, with a
 * converter and a change record of its own: told again with every later version, it would hide what is new.
 */
export function judgeAgainst(older: Schema, last: Schema, proposed: Schema): AgainstOlder {
  const comparison = compare(older, proposed);
  if (comparison.findings.length === 0 || older === last)
    return { comparison, fresh: comparison.findings, settled: [] };
  const known = new Set(compare(older, last).findings.map(keyOf));
  const [settled, fresh]: [Finding[], Finding[]] = [[], []];
  for (const found of comparison.findings) (known.has(keyOf(found)) ? settled : fresh).push(found);
  return { comparison, fresh, settled };
}

/** The same rule of the same ids, between the same two things; a field may have another name by now. */
const keyOf = ({ rule, direction, path, from, to }: Finding): string =>
  canonicalJson([rule, direction, path.map(({ id }) => id), from, to]);
