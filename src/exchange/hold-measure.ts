import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { bareKey } from '../compat/native/bare-key.ts';
import { docUnits, unitsNamed } from '../compat/native/doc-unit.ts';
import { saidTexts } from '../compat/native/text-key.ts';
import { unitsUnder } from '../compat/native/unit-key.ts';
import { parseUnit } from '../contract/parse-unit.ts';
import type { Unit } from '../contract/unit.ts';
import { sameUnit, unitConversion } from '../contract/unit-conversion.ts';
import { formerOf } from './carry-over.ts';
import { type SaidWord, type Written, wordAt } from './draft.ts';
import { propertyText } from './field-draft.ts';
import type { Note } from './note.ts';
import type { SettledField } from './propose-ids.ts';
import { unitOfText } from './unit-of-text.ts';

/** What comes of a unit that the source says under a key or in a text. */
export type Measure = {
  /** What it says, in the keys of a contract: proposed. */
  readonly keys: Written;
  /** Keys that count in the unit from before, and can't be carried over. */
  readonly uncarried: ReadonlySet<string>;
  /** Whether what the keys of the source say is in the contract by now, or was told of. */
  readonly isTaken: boolean;
  readonly notes: readonly Note[];
};

/**
 * The unit that a source says of a field, held against the version before. What the source says now is proposed in the place
 * of what was said then, so that a diff of the two finds it; what can't be is told of.
 *
 * @param carried  what the version before says and the source has no words for
 * @param before  what that version is called
 */
export function heldMeasure(
  field: SettledField,
  carried: Written,
  words: readonly SaidWord[],
  before: string,
): Measure {
  const { path, keys } = field;
  const note = (what: string, why: string): Note => ({ path, what, why });
  const former = formerOf(field)?.keys ?? {};
  const was = isOpen(field) ? unitAt(former) : unitAt(keys);
  const said = saidOf(field, words, was);
  const told = said.keys.map(([key, value]) => propertyText(key, textOf(value))).join(', ');
  const isOther = said.unit !== undefined && (was === undefined || !sameUnit(said.unit, was));
  if (!isOpen(field) || (isOther && hasTerms(carried))) {
    if (told === '' || !isOther || (was === undefined && !hasTerms(carried)))
      return { ...NOTHING, notes: docNotes(field, before) };
    const instead = was?.code ?? wordAt({ ...keys, ...carried }, 'logical');
    return {
      ...NOTHING,
      isTaken: true,
      notes: [note(told, `the contract says ${instead} of it: one of the two is wrong`)],
    };
  }
  if (said.unit === undefined) {
    if (was === undefined) {
      const doubt = [note(`its text names ${said.named}`, DOUBTFUL)];
      return { ...NOTHING, notes: [...docNotes(field, before), ...(said.isDoubtful ? doubt : [])] };
    }
    const what = told === '' ? `unit ${was.code}` : told;
    const why =
      told === ''
        ? `as in ${before}: this source says none${said.named === '' ? '' : `, and its texts name ${said.named}`}`
        : `it is no unit that was read: ${was.code} stands as in ${before}, and may be wrong by now`;
    return { ...NOTHING, isTaken: told !== '', notes: [note(what, why)] };
  }
  if (!isOther) return { ...NOTHING, isTaken: told !== '', notes: [] };
  const { code } = said.unit;
  const stood = was?.code ?? wordAt(former, 'logical');
  if (said.isOld && field.before !== undefined && stood !== 'nothing')
    return {
      ...NOTHING,
      notes: [note(`doc names ${code}`, `so it did in ${before}, which says ${stood}: that stands`)],
    };
  const by = told === '' ? `its text names ${code}` : told;
  const isKept = was !== undefined && unitConversion(was, said.unit) !== undefined;
  const dropped = COUNTED.filter(key => Object.hasOwn(carried, key));
  const lost = dropped.length === 0 ? '' : `, without the ${dropped.join(' and ')} that counted in it`;
  const changed =
    was === undefined
      ? []
      : [note(by, `${code} is proposed instead of ${was.code}, as ${before} has it${lost}`)];
  const taken = told === '' && was === undefined ? [note(by, `${code} is proposed: confirm it`)] : [];
  return {
    keys: { logical: isKept ? wordAt(former, 'logical') : 'quantity', unit: code },
    uncarried: new Set(['unit', 'logical', ...(was === undefined ? [] : dropped)]),
    isTaken: told !== '',
    notes: [...changed, ...taken],
  };
}

const NOTHING = { keys: {}, uncarried: new Set<string>(), isTaken: false } as const;

const DOUBTFUL = 'that may be no unit of the value, and none is proposed: give it the unit if it is';

/** What counts in the unit of its field. */
const COUNTED = ['range', 'normalizer'];

/** A number of which nobody has said or confirmed what it measures. */
const isOpen = ({ keys, proposed }: SettledField): boolean =>
  proposed.has('logical') && (keys['logical'] === 'number' || keys['logical'] === 'quantity');

const hasTerms = (carried: Written): boolean => Object.hasOwn(carried, 'vocabulary');

type SaidUnit = {
  /** The one unit it says, where it says one. */
  readonly unit: Unit | undefined;
  /** Whether a text alone says so, and said so before. */
  readonly isOld: boolean;
  readonly keys: readonly SaidWord[];
  /** Whether its texts name one that may be none of the value. */
  readonly isDoubtful: boolean;
  /** The units its texts name. */
  readonly named: string;
};

function saidOf(
  { keys, before, proposed }: SettledField,
  words: readonly SaidWord[],
  was: Unit | undefined,
): SaidUnit {
  const spoken = words.flatMap(([key, value]) => [...unitsUnder(key, value), ...unitOfType(key, value)]);
  const texts = words.flatMap(([key, value]) => saidTexts({ [key]: value }));
  const doc = keys['doc'] === undefined ? '' : wordAt(keys, 'doc');
  const own = proposed.has('logical') && keys['logical'] === 'quantity' ? unitAt(keys) : undefined;
  const isLike = (code: string): boolean => {
    const unit = unitOf(code);
    return was !== undefined && unit !== undefined && unitConversion(was, unit) !== undefined;
  };
  const { unit, isDoubtful, named } = unitOfText(wordAt(keys, 'name'), [doc, ...texts].join('\n'), isLike);
  const plain = { isOld: false, isDoubtful: false, named };
  if (own !== undefined) return { ...plain, unit: own, keys: [['unit', own.code]] };
  if (spoken.length > 0) return { ...plain, unit: oneOf(spoken.map(([, value]) => value)), keys: spoken };
  const isOld =
    before !== undefined && before.keys['doc'] === keys['doc'] && unitsNamed(texts.join('\n')).all.size === 0;
  return { unit: unitOf(unit), isOld, isDoubtful, keys: [], named };
}

/** `epoch-millis`: a logical type of whoever wrote it, by the one unit in its name. */
function unitOfType(key: string, value: Json): readonly SaidWord[] {
  if (bareKey(key) !== 'logicaltype' || typeof value !== 'string') return [];
  const [unit, ...more] = unitsNamed(value.replace(/[-_.]/g, ' ')).all.keys();
  return unit !== undefined && more.length === 0 ? [[`logicalType ${value}`, unit]] : [];
}

/** The unit that all of them are. */
function oneOf(values: readonly Json[]): Unit | undefined {
  const [first, ...more] = values.map(unitOf);
  return first !== undefined && more.every(unit => unit !== undefined && sameUnit(unit, first))
    ? first
    : undefined;
}

function unitOf(value: Json | undefined): Unit | undefined {
  const unit = typeof value === 'string' ? parseUnit(value) : undefined;
  return unit instanceof Fault ? undefined : unit;
}

const unitAt = (keys: Written): Unit | undefined => unitOf(keys['unit']);

const textOf = (value: Json): string => (typeof value === 'string' ? value : canonicalJson(value));

/** A doc that is carried by the source itself is compared with the one from before, where no unit could be taken from it. */
function docNotes({ path, keys, before }: SettledField, called: string): readonly Note[] {
  if (before === undefined) return [];
  const [from, to] = [before.keys['doc'], keys['doc']].map(doc =>
    typeof doc === 'string' ? doc : undefined,
  );
  const units = docUnits(from, to);
  if (units === undefined) return [];
  return [
    {
      path,
      what: 'doc',
      why: `it named ${units.from} in ${called}, and names ${units.to} now: nothing else says so`,
    },
  ];
}
