import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Field } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { asHeld, isInteger } from '../contract/kind-table.ts';
import { nearest } from '../contract/nearest.ts';
import { shareSpelling } from '../contract/term-spelling.ts';
import type { Value } from '../contract/value.ts';
import type { Term, Vocabulary } from '../contract/vocabulary.ts';
import { termById, termWithText } from '../contract/vocabulary-lookup.ts';
import { type Path, placeOf } from '../contract/yaml-document.ts';
import type { RemapResult, Split, StepPlan } from './conversion-plan.ts';
import type { StepOf } from './converter-shape.ts';
import { expressionIn, type Planned, type Setting, unfit } from './setting.ts';

/** Terms of the old vocabulary become terms of the new one, and each of them has its answer. */
export function planRemap(step: StepOf<'remap'>, setting: Setting): Planned | Fault {
  const { field, target } = setting;
  const refuse = (because: string): Fault => unfit(setting, 'remap', because);
  const [from, to] = [field.vocabulary, target.vocabulary];
  if (from === undefined || to === undefined)
    return refuse(`the ${from === undefined ? 'old' : 'new'} version has no vocabulary for it`);
  if (field.type.kind !== target.type.kind && field.sentinels !== undefined)
    return refuse('it has sentinels of another type: make nulls of them first, with `blank`');
  const rules = rulesOf(step, setting, from, to);
  if (rules instanceof Fault) return rules;
  const { terms, splits } = rules;
  const unknown = unknownOf(step, setting, to);
  if (unknown instanceof Fault) return unknown;
  const ignored = ignoredOf(step, setting);
  if (ignored instanceof Fault) return ignored;
  const becomesNull =
    unknown === 'null' ||
    ignored === 'null' ||
    [...terms.values(), ...[...splits.values()].flat().map(({ becomes }) => becomes)].includes('null');
  const result: Field = {
    ...field,
    type: target.type,
    vocabulary: to,
    unknownPolicy: target.unknownPolicy,
    ignoreValue: target.ignoreValue,
    nullable: field.nullable || becomesNull,
  };
  return { plan: { kind: 'remap', source: field, result, terms, splits, unknown, ignored }, field: result };
}

type Remap = Extract<StepPlan, { readonly kind: 'remap' }>;

function rulesOf(
  { terms: rules, others }: StepOf<'remap'>,
  setting: Setting,
  from: Vocabulary,
  to: Vocabulary,
): Pick<Remap, 'terms' | 'splits'> | Fault {
  const { target, document, path } = setting;
  const splits = new Map<number, Split[]>();
  const found = new Map<number, RemapResult>();
  const rule = new Map<number, number>();
  for (const [index, { from: old, when: text, to: made, becomes }] of rules.entries()) {
    const at: Path = [...path, 'terms', index];
    const term = termIn(setting, from, old, 'old', [...at, 'from']);
    if (term instanceof Fault) return term;
    const first = rule.get(term.id);
    if (first !== undefined) {
      const first_line = placeOf(document, [...path, 'terms', first]).line;
      const facts = { field: nameText(target), term: term.label, first_line };
      return new Fault('CONVERTER_TERM_TWICE', facts, placeOf(document, at));
    }
    const when = text === undefined ? undefined : expressionIn(setting, text, [...at, 'when'], 'bool');
    if (when instanceof Fault) return when;
    const other = made === undefined ? becomes! : termIn(setting, to, made, 'new', [...at, 'to']);
    if (other instanceof Fault) return other;
    const result = typeof other === 'string' ? other : resultOf(target, other);
    if (when === undefined) {
      rule.set(term.id, index);
      found.set(term.id, result);
    } else splits.set(term.id, [...(splits.get(term.id) ?? []), { when, becomes: result }]);
  }
  if (others === 'same')
    for (const term of from.terms) {
      const same = termById(to, term.id);
      if (!found.has(term.id) && same !== undefined && shareSpelling(term, same))
        found.set(term.id, resultOf(target, same));
    }
  const left = from.terms.filter(({ id }) => !found.has(id));
  if (left.length === 0) return { terms: found, splits };
  const shown = left.slice(0, SHOWN).map(({ label }) => label);
  const terms = `${shown.join(', ')}${left.length > SHOWN ? ', …' : ''}`;
  const facts = { field: nameText(target), terms, count: left.length };
  return new Fault('CONVERTER_TERMS_LEFT', facts, placeOf(document, [...path, 'terms']));
}

const SHOWN = 5;

const resultOf = (target: Field, term: Term): { readonly term: number; readonly to: Value } => ({
  term: term.id,
  to: heldAs(target, term),
});

const heldAs = ({ type }: Field, { label, code }: Term): Value =>
  type.kind === 'string' ? label : asHeld(type.kind, code);

function termIn(
  { target, document }: Setting,
  vocabulary: Vocabulary,
  name: string | number,
  side: 'old' | 'new',
  path: Path,
): Term | Fault {
  const term = typeof name === 'number' ? termById(vocabulary, name) : termWithText(vocabulary, name);
  if (term !== undefined) return term;
  const near = typeof name === 'number' ? '' : nearest(name, labelsOf(vocabulary));
  const facts = {
    field: nameText(target),
    term: String(name).slice(0, LIMITS.echoed_chars_max),
    side,
    nearest: near,
  };
  return new Fault('CONVERTER_TERM_UNKNOWN', facts, placeOf(document, path));
}

const labelsOf = ({ terms }: Vocabulary): readonly string[] => terms.map(({ label }) => label);

/** What a closed vocabulary does not have was never written, so there is nothing to say of it. */
function unknownOf({ unknown }: StepOf<'remap'>, setting: Setting, to: Vocabulary): Remap['unknown'] | Fault {
  const { field, target } = setting;
  const isOpen = field.unknownPolicy !== undefined && field.unknownPolicy.kind !== 'reject';
  if (unknown === undefined)
    return isOpen
      ? left(setting, 'unknown', 'the old version lets terms in that its vocabulary has not')
      : 'reject';
  if (!isOpen) return unfit(setting, 'remap', 'the old vocabulary is closed, so `unknown` is never asked');
  if (typeof unknown === 'object') {
    const term = termIn(setting, to, unknown.to, 'new', [...setting.path, 'unknown', 'to']);
    return term instanceof Fault ? term : { to: heldAs(target, term) };
  }
  if (unknown !== 'pass') return unknown;
  if ((target.unknownPolicy?.kind ?? 'reject') === 'reject')
    return unfit(setting, 'remap', 'the new vocabulary is closed, and nothing passes it');
  const isText = (of: Field): boolean => of.type.kind === 'string';
  return isText(field) === isText(target)
    ? unknown
    : unfit(setting, 'remap', 'a term that is not known has no spelling in another type');
}

/** What the loss skips stays what it skips, where the new version has such a value. */
function ignoredOf({ ignored }: StepOf<'remap'>, setting: Setting): Remap['ignored'] | Fault {
  const { field, target } = setting;
  if (field.ignoreValue === undefined)
    return ignored === undefined
      ? 'reject'
      : unfit(setting, 'remap', 'the old version has no value that the loss skips');
  if (ignored !== undefined) return ignored;
  return target.ignoreValue !== undefined && isInteger(target.type.kind)
    ? { to: asHeld(target.type.kind, target.ignoreValue) }
    : left(setting, 'ignored', 'the new version has no value that the loss skips');
}

const left = ({ target, document, path }: Setting, key: string, because: string): Fault =>
  new Fault(
    'CONVERTER_UNKNOWN_LEFT',
    { field: nameText(target), key, because },
    placeOf(document, path),
  ) as unknown as Fault;
