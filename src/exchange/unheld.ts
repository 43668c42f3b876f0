import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import { KINDS, type Kind } from '../contract/field.ts';
import { isFloat } from '../contract/kind-table.ts';
import { isLabel } from '../contract/parse-vocabulary.ts';
import { type DraftField, type PinnedDraft, partsOf, type Refused, wordAt } from './draft.ts';
import { vocabularyProblem } from './pinned.ts';

/** What no contract can hold, wherever in a field it stands; the field is refused for it as a whole. */
export function unheldIn(
  field: DraftField,
  pinned: ReadonlyMap<string, PinnedDraft> = new Map(),
): readonly Refused[] {
  for (const draft of withDrafts(field)) {
    const why = unheld(draft) ?? unlisted(pinned.get(wordAt(draft.keys, 'vocabulary')));
    if (why !== undefined) return [{ path: draft.path, name: wordAt(field.keys, 'name'), why, at: field.at }];
  }
  return [];
}

function unheld({ keys, parts }: DraftField): string | undefined {
  const endless = Object.entries(keys).find(([, value]) => hasEndless(value));
  if (endless !== undefined) return `its ${endless[0]} is beyond every number`;
  const physical = wordAt(keys, 'physical');
  if (!isKind(physical)) return `contracts have no type ${physical}`;
  if (physical === 'struct' && (parts.fields ?? []).length === 0) return 'nothing says what it holds';
  const key = parts.key && wordAt(parts.key.keys, 'physical');
  // What contracts have no type for is told of the key itself.
  if (key === undefined || !isKind(key) || !(NESTED.has(key) || isFloat(key))) return undefined;
  return `a key of its map is a ${key}, and can't be found again as one`;
}

/** What a document has no text for: a number that was none, or that its type could not hold. */
function hasEndless(value: Json): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasEndless);
}

/** Symbols of a source that are no terms: a file of them would be refused. */
function unlisted(pinned: PinnedDraft | undefined): string | undefined {
  const problem = pinned?.symbols && vocabularyProblem(pinned);
  if (problem === undefined) return undefined;
  const { label } = pinned?.symbols?.find(symbol => !isLabel(symbol.label)) ?? {};
  return label === undefined
    ? `its values are no terms: ${problem.message}`
    : `its value ${canonicalJson(label.slice(0, LIMITS.echoed_chars_max))} is no label of a term`;
}

const isKind = (physical: string): physical is Kind => (KINDS as readonly string[]).includes(physical);

const NESTED: ReadonlySet<string> = new Set(['list', 'struct', 'map', 'tensor']);

const withDrafts = (field: DraftField): readonly DraftField[] => [
  field,
  ...partsOf(field.parts).flatMap(([, part]) => withDrafts(part)),
];
