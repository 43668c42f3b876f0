import { type LiveVersion, liveVersions } from '../change/live-versions.ts';
import { type ChangeClass, CLASSES, classOf } from '../compat/class-of.ts';
import type { Comparison } from '../compat/compare.ts';
import type { Direction, Finding } from '../compat/finding.ts';
import { judgeAgainst } from '../compat/judge-against.ts';
import type { Config } from './config.ts';
import type { LoadedSubject } from './load-subject.ts';
import { type Verdicts, verdictsOfRules } from './verdicts.ts';

/** A proposed version against one that still counts. */
export type LiveJudgement = LiveVersion &
  Verdicts & {
    /** What the proposal brings against it, in the directions that are promised. */
    readonly findings: readonly Finding[];
    /** How many promises of those were broken already between this version and the last, and accepted with that. */
    readonly settled: number;
    readonly class: ChangeClass;
  };

/**
 * The proposed version against every version that still has records or readers, the last one included, ascending.
 *
 * @param last  what the comparison with the version before it found; none for the first of a subject
 */
export function judgeLive(
  loaded: LoadedSubject,
  { producers, consumers }: Config,
  to: number,
  last: { readonly version: number; readonly comparison: Comparison } | undefined,
): readonly LiveJudgement[] {
  if (last === undefined) return [];
  const { name, compatibility } = loaded.subject;
  const ofSubject = ({ subject }: { readonly subject: string }) => subject === name;
  const live = liveVersions({
    compatibility,
    versions: [...loaded.contracts.keys()].filter(version => version < to),
    last: last.version,
    proposed: to,
    revisions: loaded.ledger.revisions,
    producers: producers.filter(ofSubject),
    consumers: consumers.filter(ofSubject),
  });
  const schemaOf = (version: number) => loaded.contracts.get(version)!.schema;
  const against = judgeAgainst(schemaOf(last.version), schemaOf(to));
  return live.map(version => {
    if (version.version === last.version) return judged(version, last.comparison.findings, undefined);
    const found = against(schemaOf(version.version));
    return judged(version, found.fresh, found.settled);
  });
}

function judged(
  live: LiveVersion,
  fresh: readonly Finding[],
  settled: Readonly<Record<Direction, number>> | undefined,
): LiveJudgement {
  const { promised } = live;
  const findings = fresh.filter(({ direction }) => promised.includes(direction));
  return {
    ...live,
    findings,
    settled: settled === undefined ? 0 : promised.reduce((sum, direction) => sum + settled[direction], 0),
    class: classOf(findings),
    ...verdictsOfRules(findings, promised),
  };
}

/** The class that is hardest to bear. */
export const worstClass = (classes: readonly ChangeClass[]): ChangeClass =>
  CLASSES.findLast(one => classes.includes(one)) ?? 'identical';
