import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Fault } from '../base/fault.ts';
import type { ProposalAnswer } from '../change/decide-proposal.ts';
import type { AuthoredChange } from '../change/record.ts';
import type { PlainReaders } from '../engine/port.ts';
import type { Recorded, Store } from '../store/port.ts';
import { judgeRecord } from './judge-record.ts';
import type { RevisionJudgement } from './judge-revision.ts';
import type { VersionJudgement } from './judge-version.ts';
import { changeOf, type LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import type { Reference } from './reference.ts';

export type ProposeAsk = {
  readonly project: Project;
  readonly what: Exclude<Reference, { kind: 'subject' }>;
  readonly store: Store;
  readonly plain: PlainReaders;
  readonly now_ms: number;
  /** A new one for each ask; the same one again gets the first answer. */
  readonly opId: string;
};

/** What the store answered, and the evidence it was given. */
export type Decided = {
  readonly answer: Recorded<ProposalAnswer>;
  readonly judgement: VersionJudgement | RevisionJudgement;
};

type Judgement = Pick<VersionJudgement | RevisionJudgement, 'step' | 'affected'>;

/** What a person wrote about the change; where nobody had to, what there is to say of it. */
export const authoredChange = (
  loaded: LoadedSubject,
  { step, affected }: Judgement,
  found: AuthoredChange['class'],
): AuthoredChange =>
  changeOf(loaded, step)?.change ?? {
    subject: loaded.subject.name,
    step,
    class: found,
    reason: 'the first of the subject',
    converter: undefined,
    consumers: affected,
    backfill: { kind: 'none' },
    withdrawBy: undefined,
    thresholds: {},
  };

/** A repeat of what is stored is answered as it was, even when its deadline has passed since. */
export function recordFault(
  { project, now_ms }: ProposeAsk,
  loaded: LoadedSubject,
  judgement: Judgement,
  found: AuthoredChange['class'],
  isStored: boolean,
): Fault | undefined {
  if (isStored) return undefined;
  const record = judgeRecord(project, loaded, judgement, found, now_ms);
  return record.kind === 'none' ? undefined : record.faults[0];
}

export const documentBytes = (document: Json): Uint8Array => Buffer.from(canonicalJson(document), 'utf8');
