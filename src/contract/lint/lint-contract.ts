import { Fault, type Place } from '../../base/fault.ts';
import type { Contract } from '../contract.ts';
import { CONTRACT_FILE } from '../contract-shape.ts';
import { governanceDigest } from '../governance.ts';
import { type ParseContext, parseContract } from '../parse-contract.ts';
import { parseWith, readYaml } from '../read-yaml.ts';
import { placeOf, placeOfKey } from '../yaml-document.ts';
import { applyEdits, makeable } from './apply-edits.ts';
import type { Edit } from './edit.ts';
import type { LintFacts, LintFix, LintRule } from './lint-rule.ts';
import { LINT_RULES } from './lint-rules.ts';
import type { Linted } from './linted.ts';

/** What a rule says of a contract. */
export type LintRemark = {
  readonly rule: LintRule;
  readonly place: Place;
  readonly facts: LintFacts;
  readonly says: string;
  /** Whether the rule knows what to write instead; `safe` and `digest` as in the table. */
  readonly fix: LintFix;
};

/** What a contract is read in, besides its text. */
export type LintContext = ParseContext & Pick<Linted, 'previous' | 'takenForAnother' | 'codesByPlace'>;

/** What the rules say, from the top of the file down. @faults those of `parseContract` */
export function lintContract(
  file: string,
  bytes: Uint8Array,
  context: LintContext,
): readonly LintRemark[] | Fault {
  const seen = lintedIn(file, bytes, context);
  if (seen instanceof Fault) return seen;
  const found = LINT_RULES.flatMap(rule => rule.find(seen).map(one => ({ ...one, rule })));
  // What the text leaves no place for is not promised to be written.
  const made = makeable(
    seen.document.text,
    found.flatMap(({ edit }) => edit ?? []),
  );
  const remarks = found.map(
    ({ rule, path, key, facts, says, edit }): LintRemark => ({
      rule,
      place: key ? placeOfKey(seen.document, path) : placeOf(seen.document, path),
      facts,
      says,
      fix: edit !== undefined && made.has(edit) ? rule.fix : 'none',
    }),
  );
  return remarks.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

export type FixedContract = {
  readonly text: string;
  readonly contract: Contract;
  /** The rules whose edits were made. */
  readonly rules: readonly string[];
};

/**
 * The text with what the rules would write, rule by rule. What an edit leaves is parsed again, and must say the same: the
 * digest, and everything beside it; only where `digest` is asked for may a rule of that kind add what the digest covers.
 * What does not, is not made.
 *
 * @faults those of `parseContract` in the text as it is
 */
export function fixContract(
  file: string,
  text: string,
  context: LintContext,
  allowed: Exclude<LintFix, 'none'>,
): FixedContract | Fault {
  let seen = lintedIn(file, Buffer.from(text), context);
  if (seen instanceof Fault) return seen;
  let now = text;
  const rules = new Set<string>();
  for (const rule of LINT_RULES) {
    if (rule.fix === 'none' || (rule.fix === 'digest' && allowed === 'safe')) continue;
    for (const depth of depthsOf(rule, seen)) {
      const edits = editsOf(rule, seen).filter(edit => depthOf(edit) === depth);
      const written = applyEdits(now, edits);
      const after: Linted | Fault = lintedIn(file, Buffer.from(written), context);
      if (written === now || after instanceof Fault || !saysTheSame(seen, after, rule.fix)) continue;
      [seen, now] = [after, written];
      rules.add(rule.id);
    }
  }
  return { text: now, contract: seen.contract, rules: [...rules] };
}

const editsOf = (rule: LintRule, seen: Linted): readonly Edit[] =>
  rule.find(seen).flatMap(({ edit }) => edit ?? []);

/** The deepest first: what is put in order takes along what lies in it. */
const depthsOf = (rule: LintRule, seen: Linted): readonly number[] =>
  [...new Set(editsOf(rule, seen).map(depthOf))].sort((a, b) => b - a);

const depthOf = (edit: Edit): number => ('path' in edit ? edit.path.length : 0);

function lintedIn(file: string, bytes: Uint8Array, context: LintContext): Linted | Fault {
  const contract = parseContract(file, bytes, context);
  if (contract instanceof Fault) return contract;
  const document = readYaml(file, bytes);
  if (document instanceof Fault) return document;
  const written = parseWith(CONTRACT_FILE, document);
  if (written instanceof Fault) return written;
  const { subject, previous, takenForAnother, codesByPlace } = context;
  return { document, written, contract, subject, previous, takenForAnother, codesByPlace };
}

function saysTheSame({ contract: before }: Linted, { contract: after }: Linted, fix: LintFix): boolean {
  if (fix === 'safe' && before.recordSchema !== after.recordSchema) return false;
  return (
    before.version === after.version &&
    before.doc === after.doc &&
    [...before.restores.keys()].join() === [...after.restores.keys()].join() &&
    governanceDigest(before) === governanceDigest(after) &&
    [...before.governance].every(([id, { doc }]) => after.governance.get(id)?.doc === doc)
  );
}
