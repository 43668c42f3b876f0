import { Fault } from '../base/fault.ts';
import type { ChangeClass } from '../compat/class-of.ts';
import { compare as compareSchemas } from '../compat/compare.ts';
import type { Contract } from '../contract/contract.ts';
import { withheldFields } from '../contract/withheld.ts';
import { type Coverage, coverageOf } from '../golden/exercised/coverage.ts';
import { type CoverageCheck, coverageChecks } from '../golden/exercised/coverage-rule.ts';
import { coveredSet } from './covered-set.ts';
import type { LoadedChange } from './load-changes.ts';
import { recordedConverterFaults } from './load-converters.ts';
import { changeOf, contractOf, type LoadedSubject, loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { type OpenedSet, openSet } from './read-revision.ts';
import { runSet, type SetRun } from './run-set.ts';

export type GoldenAsk = {
  readonly subject: string /** The newest, if none. */;
  readonly version?: number | undefined;
};

/** Every golden set of a subject through the old path and the new one. */
export type GoldenRun = {
  readonly loaded: LoadedSubject;
  readonly subject: string;
  /** The version before, whose readers the old path is of; undefined where there is none. */
  readonly from: Contract | undefined;
  readonly to: Contract;
  readonly class: ChangeClass | undefined;
  readonly change: LoadedChange | undefined;
  readonly sets: readonly SetRun[];
  /** Sets of versions after the one that is asked about. */
  readonly later: readonly string[];
  /** Of each version that has sets. */
  readonly coverage: readonly VersionCoverage[];
  readonly holds: boolean;
};

export type VersionCoverage = {
  readonly contract: Contract;
  readonly sets: readonly string[];
  readonly coverage: Coverage;
  readonly checks: readonly CoverageCheck[];
};

/**
 * Golden sets are asked only when the structure holds: a change that is forbidden, or a converter whose plan does not, ends
 * before a record is read.
 *
 * @faults GOLDEN_FORBIDDEN GOLDEN_NO_SETS, and those of `loadSubject`, `contractOf`, `recordedConverterFaults`, `openSet` and `runSet`
 */
export async function goldenRun(project: Project, ask: GoldenAsk): Promise<GoldenRun | Fault> {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const to = contractOf(loaded, ask.version ?? Math.max(...loaded.contracts.keys()));
  if (to instanceof Fault) return to;
  const from = loaded.contracts.get(to.version - 1);
  const found = from && compareSchemas(from.schema, to.schema).class;
  const change = from && changeOf(loaded, { kind: 'version', from: from.version, to: to.version });
  const broken = structureFault(project, loaded, { from, to, class: found, change });
  if (broken !== undefined) return broken;

  const all = [...loaded.sets.values(), ...loaded.samples.values()];
  const asked = all.filter(({ version }) => version <= to.version);
  if (asked.length === 0) {
    const facts = {
      subject: ask.subject,
      version: to.version,
      folder: `${project.config.golden}/${ask.subject}`,
    };
    return new Fault('GOLDEN_NO_SETS', facts);
  }
  const opened: OpenedSet[] = [];
  const sets: SetRun[] = [];
  for (const set of asked) {
    const one = openSet(project, loaded, set);
    if (one instanceof Fault) return one;
    opened.push(one);
    const ran = await runSet(project, loaded, one, { from, to, change });
    if (ran instanceof Fault) return ran;
    sets.push(ran);
  }
  const coverage = coverageByVersion(project, opened, change);
  return {
    loaded,
    subject: ask.subject,
    from,
    to,
    class: found,
    change,
    sets,
    later: all.filter(({ version }) => version > to.version).map(({ revision }) => revision),
    coverage,
    holds:
      sets.every(({ holds }) => holds) && coverage.every(({ checks }) => checks.every(({ holds }) => holds)),
  };
}

type Step = Pick<GoldenRun, 'from' | 'to' | 'class' | 'change'>;

function structureFault(
  project: Project,
  loaded: LoadedSubject,
  { from, to, class: found, change }: Step,
): Fault | undefined {
  const subject = loaded.subject.name;
  if (from !== undefined && found === 'forbidden')
    return new Fault('GOLDEN_FORBIDDEN', { subject, from: from.version, to: to.version }, to.place);
  if (change === undefined) return undefined;
  const folder = `${project.config.schemas}/${subject}/converters`;
  return recordedConverterFaults(change, loaded.converters, loaded, folder)[0];
}

/** What the sets of each version exercise together. */
function coverageByVersion(
  { config }: Project,
  opened: readonly OpenedSet[],
  change: LoadedChange | undefined,
): readonly VersionCoverage[] {
  const versions = [...new Set(opened.map(({ writer }) => writer))].sort((a, b) => a.version - b.version);
  return versions.map(contract => {
    const sets = opened.filter(({ writer }) => writer === contract);
    const coverage = coverageOf(contract.schema, sets.map(coveredSet));
    return {
      contract,
      sets: sets.map(({ set }) => set.revision),
      coverage,
      checks: coverageChecks(
        contract.schema,
        coverage,
        config.coverage,
        change?.change.thresholds,
        withheldFields(contract.schema, [contract]),
      ),
    };
  });
}
