import { Fault, type Place } from '../base/fault.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import type { AuthoredChange, ChangeStep } from './record.ts';

/** What the change is found to be, to hold what is declared against. */
export type FoundChange = {
  readonly step: ChangeStep;
  readonly class: ChangeClass;
  /** The command that shows why it is that. */
  readonly shownBy: string;
  readonly affectedConsumers: readonly string[];
  /** An ISO date, `2027-01-31`. */
  readonly today: string;
};

/** Where a key of the record is written. */
export type Places = ReadonlyMap<string, Place>;

/**
 * Everything wrong with a change record, the worst first: a record of another change says nothing about this one, a
 * wrong class makes the rest beside the point, and whoever is forgotten is hurt before a date is.
 *
 * @faults CHANGE_FROM_TO CLASS_MISMATCH CONSUMER_TWICE CONSUMER_OMITTED CONSUMER_UNREACHED BACKFILL_MISSING
 *   BACKFILL_PASSED DEADLINE_MISSING DEADLINE_PASSED WAIVER_PASSED
 */
export function checkRecord(
  change: AuthoredChange,
  found: FoundChange,
  places: Places = new Map(),
): readonly Fault[] {
  return CHECKS.flatMap(check => check(change, found, places));
}

type Check = (change: AuthoredChange, found: FoundChange, places: Places) => readonly Fault[];

const CHECKS: readonly Check[] = [fromTo, sameClass, consumers, backfill, deadline, waivers];

function fromTo({ step }: AuthoredChange, found: FoundChange, places: Places): readonly Fault[] {
  const pairs: ReadonlyArray<readonly [side: string, declared: string, found: string]> = [
    ['changes', step.kind, found.step.kind],
    ['version', versionOf(step), versionOf(found.step)],
    ['from', String(step.from ?? 'none'), String(found.step.from ?? 'none')],
    ['to', String(step.to), String(found.step.to)],
  ];
  const wrong = pairs.filter(([, said, is]) => said !== is);
  // Of another kind of change the other keys are other things.
  return (step.kind === found.step.kind ? wrong : wrong.slice(0, 1)).map(
    ([side, said, is]) => new Fault('CHANGE_FROM_TO', { side, declared: said, found: is }, places.get(side)),
  );
}

/** Only a revision stands under a version; the versions of a version step are its `from` and `to`. */
const versionOf = (step: ChangeStep): string => (step.kind === 'revision' ? String(step.version) : 'none');

function sameClass(change: AuthoredChange, found: FoundChange, places: Places): readonly Fault[] {
  const [declared, computed] = [change.class, found.class];
  return declared === computed
    ? []
    : [new Fault('CLASS_MISMATCH', { declared, computed, shownBy: found.shownBy }, places.get('class'))];
}

function consumers(change: AuthoredChange, found: FoundChange, places: Places): readonly Fault[] {
  const { subject } = change;
  const at = places.get('consumers');
  const declared = new Set(change.consumers);
  const affected = new Set(found.affectedConsumers);
  const atName = (index: number) => places.get(`consumers.${index}`) ?? at;
  const twice = new Map(
    change.consumers.flatMap((name, index) =>
      change.consumers.indexOf(name) === index ? [] : [[name, index] as const],
    ),
  );
  return [
    ...[...twice].map(([consumer, index]) => new Fault('CONSUMER_TWICE', { consumer }, atName(index))),
    ...[...affected]
      .filter(name => !declared.has(name))
      .map(consumer => new Fault('CONSUMER_OMITTED', { consumer, subject }, at)),
    ...[...declared]
      .filter(name => !affected.has(name))
      .map(
        consumer =>
          new Fault('CONSUMER_UNREACHED', { consumer, subject }, atName(change.consumers.indexOf(consumer))),
      ),
  ];
}

/** The day itself is not past. ISO dates sort as text. */
function backfill(
  { subject, backfill }: AuthoredChange,
  { today }: FoundChange,
  places: Places,
): readonly Fault[] {
  if (backfill === undefined) return [new Fault('BACKFILL_MISSING', { subject }, places.get('subject'))];
  if (backfill.kind !== 'full' || backfill.by >= today) return [];
  return [new Fault('BACKFILL_PASSED', { by: backfill.by, today }, places.get('backfill.by'))];
}

/** As with the day of a backfill. */
function deadline(
  { subject, withdrawBy }: AuthoredChange,
  { today }: FoundChange,
  places: Places,
): readonly Fault[] {
  if (withdrawBy === undefined) return [new Fault('DEADLINE_MISSING', { subject }, places.get('subject'))];
  if (withdrawBy >= today) return [];
  return [new Fault('DEADLINE_PASSED', { deadline: withdrawBy, today }, places.get('withdraw_by'))];
}

/** One that holds no longer when it is proposed was never of use. */
function waivers({ waivers = [] }: AuthoredChange, { today }: FoundChange, places: Places): readonly Fault[] {
  return waivers.flatMap(({ waives, until }, at) =>
    until >= today
      ? []
      : [new Fault('WAIVER_PASSED', { waives, until, today }, places.get(`waivers.${at}.until`))],
  );
}
