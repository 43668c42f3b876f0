import { type LiveVersion, liveVersions } from '../change/live-versions.ts';
import { type ChangeClass, CLASSES, classOf } from '../compat/class-of.ts';
import type { Comparison } from '../compat/compare.ts';
import type { Finding } from '../compat/finding.ts';
import { type AgainstOlder, judgeAgainst, type Settled, type Side } from '../compat/judge-against.ts';
import { bothPromised } from '../contract/compatibility.ts';
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
    /** What of the reader those are, where they are promises of the schema: its bytes need their converter first. */
    readonly settledIn: Settled;
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
  const { name } = loaded.subject;
  // What is promised no more counts until a version is accepted without it.
  const compatibility = bothPromised(loaded.subject.compatibility, loaded.ledger.compatibility);
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
  const sideOf = (version: number): Side => {
    const contract = loaded.contracts.get(version)!;
    return { schema: contract.schema, beside: contract };
  };
  const against = judgeAgainst(sideOf(last.version), sideOf(to));
  return live.map(version => {
    const isLast = version.version === last.version;
    return judged(version, isLast ? nothingSettled(last.comparison) : against(sideOf(version.version)));
  });
}

function judged(live: LiveVersion, against: AgainstOlder): LiveJudgement {
  const { promised } = live;
  const { fresh, settled, settledBeside } = against;
  const findings = fresh.filter(({ direction }) => promised.includes(direction));
  const promises = (of: AgainstOlder['settled']): number =>
    promised.reduce((sum, direction) => sum + of[direction], 0);
  return {
    ...live,
    findings,
    settled: promises(settled) + promises(settledBeside),
    // Asked of few, and looked for only then.
    get settledIn() {
      return against.settledIn;
    },
    class: classOf(findings),
    ...verdictsOfRules(findings, promised),
  };
}

const nothingSettled = ({ findings }: Comparison): AgainstOlder => ({
  fresh: findings,
  settled: { backward: 0, forward: 0 },
  settledBeside: { backward: 0, forward: 0 },
  settledIn: { backward: new Set(), forward: new Set() },
});

/** The class that is hardest to bear. */
export const worstClass = (classes: readonly ChangeClass[]): ChangeClass =>
  CLASSES.findLast(one => classes.includes(one)) ?? 'identical';
