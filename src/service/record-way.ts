import type { Digest } from '../base/digest.ts';
import type { Contract } from '../contract/contract.ts';
import { planRefusals, type ReadPlan, type Refusal, readPlan } from '../contract/read-plan.ts';
import type { ConversionPlan } from '../convert/conversion-plan.ts';
import { planBetween } from './load-converters.ts';
import type { LoadedSubject } from './load-subject.ts';

/** One version's records to another's: read as they are, or by a converter. */
export type WayStep =
  | { readonly kind: 'read'; readonly from: Contract; readonly to: Contract; readonly plan: ReadPlan }
  | {
      readonly kind: 'convert';
      readonly from: Contract;
      readonly to: Contract;
      readonly plan: ConversionPlan;
      /** Whether a change record names it: what nobody agreed to may still be looked at. */
      readonly isRecorded: boolean;
    };

export type RecordWay = readonly WayStep[];

/** That records of one version can't become those of another, and at which step. */
export type NoWay = {
  readonly kind: 'no-way';
  readonly from: number;
  readonly to: number;
  /** What stands against reading them as they are. */
  readonly refusals: readonly Refusal[];
  /** Converters of the step that a change record names or that alone would do, and that can't be used. */
  readonly unusable: readonly Digest[];
};

export const isNoWay = (way: RecordWay | NoWay): way is NoWay => 'kind' in way;

/** Digests of the converters on a way, in their order. */
export const convertersOn = (way: RecordWay): readonly Digest[] =>
  way.flatMap(step => (step.kind === 'convert' ? [step.plan.converter] : []));

/**
 * How records of one version become those of another: by the converters that change records name, wherever one does; else as
 * they are, where the read plan allows it; else by the one converter there is.
 *
 * @param preferred  the converter that the change at hand names for the whole way
 */
export function recordWay(
  loaded: LoadedSubject,
  from: Contract,
  to: Contract,
  preferred?: Digest,
): RecordWay | NoWay {
  if (from.recordSchema === to.recordSchema) return [readStep(from, to)];
  const whole = preferred && stepBy(loaded, from, to, preferred, true);
  if (whole !== undefined) return [whole];
  const direct = readStep(from, to);
  const isReadable = planRefusals(direct.plan).length === 0;
  const between = versionsBetween(loaded, from.version, to.version);
  const isRecorded = between.some(([before, after]) => recordedFor(loaded, before, after) !== undefined);
  if (isReadable && !isRecorded) return [direct];
  const steps: WayStep[] = [];
  for (const [before, after] of between) {
    const step = stepBetween(loaded, before, after);
    if ('refusals' in step) return step;
    steps.push(step);
  }
  return steps.length > 0 ? steps : noWay(from, to);
}

function versionsBetween(
  { contracts }: LoadedSubject,
  from: number,
  to: number,
): ReadonlyArray<readonly [Contract, Contract]> {
  const versions = [...contracts.values()].filter(({ version }) => version >= from && version <= to);
  return versions.slice(1).map((after, at) => [versions[at]!, after] as const);
}

const recordedFor = (
  { changes }: LoadedSubject,
  { version: from }: Contract,
  { version: to }: Contract,
): Digest | undefined =>
  changes.find(({ change: { step } }) => step.kind === 'version' && step.from === from && step.to === to)
    ?.change.converter;

function stepBetween(loaded: LoadedSubject, from: Contract, to: Contract): WayStep | NoWay {
  const recorded = recordedFor(loaded, from, to);
  if (recorded !== undefined) return stepBy(loaded, from, to, recorded, true) ?? noWay(from, to, [recorded]);
  const read = readStep(from, to);
  if (planRefusals(read.plan).length === 0) return read;
  const others = loaded.converters
    .map(({ converter }) => converter)
    .filter(converter => converter.from === from.version && converter.to === to.version);
  const [only, ...more] = others;
  const step =
    only === undefined || more.length > 0 ? undefined : stepBy(loaded, from, to, only.digest, false);
  return (
    step ??
    noWay(
      from,
      to,
      others.map(({ digest }) => digest),
    )
  );
}

function stepBy(
  loaded: LoadedSubject,
  from: Contract,
  to: Contract,
  digest: Digest,
  isRecorded: boolean,
): WayStep | undefined {
  const found = loaded.converters.find(
    ({ converter }) =>
      converter.digest === digest && converter.from === from.version && converter.to === to.version,
  );
  const plan = found && planBetween(loaded, found.converter);
  return plan === undefined || !('fields' in plan)
    ? undefined
    : { kind: 'convert', from, to, plan, isRecorded };
}

const readStep = (from: Contract, to: Contract): Extract<WayStep, { kind: 'read' }> => ({
  kind: 'read',
  from,
  to,
  plan: readPlan(from.schema, to.schema),
});

const noWay = (from: Contract, to: Contract, unusable: readonly Digest[] = []): NoWay => ({
  kind: 'no-way',
  from: from.version,
  to: to.version,
  refusals: planRefusals(readPlan(from.schema, to.schema)),
  unusable,
});
