import type { Field, FieldId, Kind } from '../contract/field.ts';
import { ELEMENT_NAME, type LedgerId, type LedgerVersion } from '../contract/ledger.ts';
import { childrenOf } from '../contract/nested.ts';
import type { Schema } from '../contract/schema.ts';
import { shareSpelling } from '../contract/term-spelling.ts';
import { sameTerm, type Term, type Vocabulary } from '../contract/vocabulary.ts';
import { termWithCode } from '../contract/vocabulary-lookup.ts';
import { otherThan, type PlacedField } from './as-it-was.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Finding, PathStep } from './finding.ts';
import type { Rule } from './rule.ts';
import { idReused } from './rules/id-reused.ts';
import { nameReused } from './rules/name-reused.ts';
import { vocabularyCodeReused } from './rules/vocabulary-code-reused.ts';
import { vocabularyTermReused } from './rules/vocabulary-term-reused.ts';
import { vocabularyDiff } from './vocabulary-diff.ts';
import { brief } from './wording.ts';

/** An id, once used. */
export type UsedId = {
  readonly id: FieldId;
  /** Every name it has had, oldest first. */
  readonly names: readonly string[];
  readonly kind: Kind;
  /** The version that no longer had it; `undefined` while the latest does. */
  readonly retiredIn: number | undefined;
  /** What each term id of its vocabularies stood for, oldest first. Empty where the versions came without schemas. */
  readonly terms: TermHistory;
  /** The field as it last was, and what it lay in; `undefined` where the versions came without schemas. */
  readonly last: PlacedField | undefined;
};

type TermHistory = ReadonlyMap<number, readonly Term[]>;

/** A version: its schema, or where that is not at hand what the ledger lists. */
export type PastVersion =
  | { readonly version: number; readonly schema: Schema }
  | (Pick<LedgerVersion, 'version' | 'ids'> & { readonly schema?: undefined });

export type History = ReadonlyMap<FieldId, UsedId>;

/**
 * Of a version that shares fields with the one before, only the others are looked at: most of a thousand versions differ
 * in a field or two.
 *
 * @param versions  accepted versions of one subject, ascending
 */
export function historyOf(versions: readonly PastVersion[]): History {
  const used = new Map<FieldId, UsedId>();
  const living = new Set<FieldId>();
  let before: readonly Field[] = [];
  for (const one of versions) {
    const { version, schema } = one;
    const fields = schema === undefined ? [] : schema.fields;
    const come = schema === undefined ? one.ids : without(fields, before).flatMap(placedIn);
    // After versions without a schema nobody knows which of the ids are still there.
    const gone =
      schema === undefined || before.length === 0
        ? new Set(living)
        : new Set(
            without(before, fields)
              .flatMap(placedIn)
              .map(({ id }) => id),
          );
    for (const { id } of come) gone.delete(id);
    for (const id of gone) if (living.delete(id)) used.set(id, { ...used.get(id)!, retiredIn: version });
    for (const each of come) {
      living.add(each.id);
      used.set(each.id, again(used.get(each.id), each));
    }
    before = fields;
  }
  return used;
}

/** Those of one list that are not in another, and are not merely alike. Most stand where they stood. */
function without(some: readonly Field[], others: readonly Field[]): readonly Field[] {
  const moved = some.filter((field, place) => field !== others[place]);
  if (moved.length === 0) return moved;
  if (moved.length <= SCANS) return moved.filter(field => !others.includes(field));
  const known = new Set(others);
  return moved.filter(field => !known.has(field));
}

/** A set pays only from about so many questions on. */
const SCANS = 8;

/** An id that is used now, whatever it was before: a version that was accepted with it has restored it. */
function again(before: UsedId | undefined, { id, name, kind, ...now }: LedgerId | Placed): UsedId {
  const names = before?.names ?? [];
  const placed = 'field' in now ? now : undefined;
  return {
    id,
    names: names.includes(name) ? names : [...names, name],
    kind,
    retiredIn: undefined,
    last: placed && { field: placed.field, parent: placed.path.at(-2)?.id },
    terms: withTerms(before?.terms ?? NO_TERMS, placed?.field.vocabulary),
  };
}

const NO_TERMS: TermHistory = new Map();

/** The same history where nothing is new, as in most versions. */
function withTerms(known: TermHistory, vocabulary: Vocabulary | undefined): TermHistory {
  const fresh = (vocabulary?.terms ?? []).filter(
    term => !(known.get(term.id) ?? []).some(form => sameTerm(form, term)),
  );
  if (fresh.length === 0) return known;
  const terms = new Map(known);
  for (const term of fresh) terms.set(term.id, [...(terms.get(term.id) ?? []), term]);
  return terms;
}

/**
 * What a proposed schema does to the ids and names of its subject's past. A retired id stays retired, for the thing it
 * was as for any other: records written without it in between would be read as if they had it.
 *
 * @param restores  retired ids that somebody has thought about, and says they come back as what they were
 */
export function judgeHistory(
  history: History,
  reader: Schema,
  restores: ReadonlySet<FieldId> = NONE,
): readonly Finding[] {
  const owners = new Map<string, FieldId>();
  for (const { id, names } of history.values()) for (const name of names) owners.set(name, id);

  const found: Finding[] = [];
  for (const { id, name, kind, path, field } of reader.fields.flatMap(placedIn)) {
    const used = history.get(id);
    const other = restores.has(id) ? otherThan(used?.last, { field, parent: path.at(-2)?.id }) : NOT_RESTORED;
    if (used?.retiredIn !== undefined && other !== undefined)
      found.push(
        finding(
          idReused,
          path,
          `${used.names.at(-1)} ${used.kind}, retired in version ${used.retiredIn}`,
          other === NOT_RESTORED ? `${name} ${kind}` : `${name} ${kind}, restored ${other}`,
        ),
      );
    const reused = reusedTerms(used?.terms ?? NO_TERMS, field.vocabulary);
    if (reused.length > 0)
      found.push(
        finding(
          vocabularyTermReused,
          path,
          brief(reused, ([was]) => `${was.label} (${was.id})`),
          brief(reused, ([, is]) => `${is.label} (${is.id})`),
        ),
      );
    const recycled = recycledCodes(used, field.vocabulary);
    if (recycled.length > 0)
      found.push(
        finding(
          vocabularyCodeReused,
          path,
          brief(recycled, ([was]) => `${was.code} ${was.label}`),
          brief(recycled, ([, is]) => `${is.code} ${is.label}`),
        ),
      );
    const owner = path.length > 1 || name === ELEMENT_NAME ? undefined : owners.get(name);
    if (owner !== undefined && owner !== id && !used?.names.includes(name))
      found.push(finding(nameReused, path, `${name} (${owner})`, `${name} (${id})`));
  }
  return found;
}

/**
 * Terms under an id that once stood for something else, each with the last it stood for: the term may have been gone for
 * some versions. Where no known id means what it meant, it is another list altogether, and no term was reused.
 */
function reusedTerms(
  known: TermHistory,
  vocabulary: Vocabulary | undefined,
): readonly (readonly [was: Term, is: Term])[] {
  const again = (vocabulary?.terms ?? []).filter(term => known.has(term.id));
  const reused = again.flatMap(term => {
    const forms = known.get(term.id)!;
    return forms.some(form => shareSpelling(form, term)) ? [] : [[forms.at(-1)!, term] as const];
  });
  return reused.length < again.length ? reused : [];
}

/**
 * Terms with a code that once was another term's, and no term's in the last version: what was another's there is told of
 * that version. A code that a term had in any version was accepted then.
 */
function recycledCodes(
  used: UsedId | undefined,
  vocabulary: Vocabulary | undefined,
): readonly (readonly [was: Term, is: Term])[] {
  const last = used?.last?.field.vocabulary;
  if (used === undefined || vocabulary === undefined || last?.digest === vocabulary.digest) return [];
  const open = vocabulary.terms.filter(
    term =>
      (last === undefined || termWithCode(last, term.code) === undefined) &&
      !(used.terms.get(term.id) ?? []).some(({ code }) => code === term.code),
  );
  if (open.length === 0 || (last !== undefined && vocabularyDiff(last, vocabulary).replaced)) return [];
  const owners = new Map<bigint, Term[]>();
  for (const forms of used.terms.values())
    for (const form of forms) owners.set(form.code, [...(owners.get(form.code) ?? []), form]);
  return open.flatMap(term => {
    const was = (owners.get(term.code) ?? []).filter(form => !shareSpelling(form, term)).at(-1);
    return was === undefined ? [] : [[was, term] as const];
  });
}

const NONE: ReadonlySet<FieldId> = new Set();

const NOT_RESTORED = 'not restored';

type Placed = LedgerId & { readonly path: readonly PathStep[]; readonly field: Field };

/** Every id of a field with the way to it, what it holds after it. The name of what lies in another is a path. */
function placedIn(top: Field): readonly Placed[] {
  if (childrenOf(top.type).length === 0) return [{ ...idOf(top), path: [stepTo(top)], field: top }];
  const found: Placed[] = [];
  const visit = (field: Field, above: readonly PathStep[]): void => {
    const path = [...above, stepTo(field)];
    const name = field.name === ELEMENT_NAME ? ELEMENT_NAME : path.map(step => step.name).join('.');
    found.push({ ...idOf(field), name, path, field });
    for (const child of childrenOf(field.type)) visit(child.field, path);
  };
  visit(top, []);
  return found;
}

const idOf = ({ id, name, type }: Field): LedgerId => ({ id, name, kind: type.kind });
const stepTo = ({ id, name }: Field): PathStep => ({ id, name });

function finding(rule: Rule, path: readonly PathStep[], from: string, to: string): Finding {
  const [level, access] = CATALOGUE.find(row => row[3] === rule)!;
  return { rule: rule.id, level, direction: 'backward', access, path, from, to, remedy: rule.remedy };
}
