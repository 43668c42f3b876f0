import { Fault } from '../base/fault.ts';
import { checkRecord, type FoundChange } from '../change/check-record.ts';
import type { ChangeStep, Waiver } from '../change/record.ts';
import { recordedConverterFaults } from './load-converters.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';

/** The change record of a proposal: what is wrong with it, or that none is called for. */
export type RecordState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'missing' | 'written';
      readonly faults: readonly Fault[];
      /** What somebody answers for, whether it was found or not. */
      readonly waivers?: readonly Waiver[];
    };

type Judged = {
  readonly step: ChangeStep;
  readonly affected: readonly string[];
  /** The versions a revision leads between, where their schemas differ. */
  readonly between?: readonly [from: number, to: number] | undefined;
};

/**
 * Holds what a person declared against what was found. The first of its kind surprises nobody and needs no record; no
 * record makes a forbidden change lawful, so none is asked for.
 *
 * Its faults are CHANGE_MISSING and those of `checkRecord` and `recordedConverterFaults`.
 */
export function judgeRecord(
  project: Project,
  loaded: LoadedSubject,
  { step, affected, between }: Judged,
  found: FoundChange['class'],
  now_ms: number,
): RecordState {
  const written = changeOf(loaded, step);
  if (found === 'forbidden') return { kind: 'none' };
  if (written === undefined)
    return step.from === undefined
      ? { kind: 'none' }
      : { kind: 'missing', faults: [missingChange(project, loaded, step, found)] };
  const today = new Date(now_ms).toISOString().slice(0, 10);
  const { change, places } = written;
  const { name } = loaded.subject;
  const shownBy =
    between === undefined
      ? `assay check ${name}`
      : `assay diff ${between.map(at => `${name}@${at}`).join(' ')}`;
  const faults = checkRecord(
    change,
    { step, class: found, shownBy, affectedConsumers: affected, today },
    places,
  );
  const folder = `${project.config.schemas}/${name}/converters`;
  const converter = recordedConverterFaults(written, loaded.converters, loaded, folder);
  const { waivers } = change;
  return { kind: 'written', faults: [...faults, ...converter], ...(waivers && { waivers }) };
}

/** That nobody wrote what every change but the first needs. @faults CHANGE_MISSING */
export function missingChange(
  { config }: Project,
  { subject }: LoadedSubject,
  step: ChangeStep,
  found: string,
): Fault {
  const [from, to] = [String(step.from), String(step.to)];
  const name = step.kind === 'version' ? `v${from}-v${to}` : `${from}-${to}`;
  const file = `${config.schemas}/${subject.name}/changes/${name}.yaml`;
  return new Fault('CHANGE_MISSING', { subject: subject.name, from, to, class: found, file });
}
