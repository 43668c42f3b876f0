import { Fault } from '../base/fault.ts';
import { judgeRevision, type RevisionJudgement } from './judge-revision.ts';
import { loadSubject, setOf } from './load-subject.ts';
import type { Project } from './project.ts';

/**
 * Two data revisions of one subject, whether accepted or not.
 *
 * @faults REVISION_UNKNOWN GOLDEN_FORBIDDEN REVISIONS_APART, and those of `loadSubject` and `judgeRevision`
 */
export async function golden(
  project: Project,
  ask: { readonly subject: string; readonly before: string; readonly after: string },
): Promise<RevisionJudgement | Fault> {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  // Two golden sets are compared as two revisions are.
  const all = { ...loaded, sets: new Map([...loaded.sets, ...loaded.samples]) };
  const [before, after] = [setOf(all, ask.before), setOf(all, ask.after)];
  if (before instanceof Fault) return before;
  if (after instanceof Fault) return after;
  const judged = await judgeRevision(project, loaded, before, after, 'run');
  if (judged instanceof Fault || judged.before !== 'apart') return judged;
  if (judged.class === 'forbidden') {
    const facts = { subject: ask.subject, from: before.version, to: after.version };
    return new Fault('GOLDEN_FORBIDDEN', facts, judged.contract.place);
  }
  return new Fault('REVISIONS_APART', { before: before.version, after: after.version });
}
