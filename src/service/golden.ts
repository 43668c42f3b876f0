import { Fault } from '../base/fault.ts';
import { judgeRevision, type RevisionJudgement } from './judge-revision.ts';
import { loadSubject } from './load-subject.ts';
import type { Project } from './project.ts';

/**
 * Two data revisions of one subject, whether accepted or not.
 *
 * @faults REVISION_UNKNOWN REVISIONS_APART, and those of `loadSubject` and `judgeRevision`
 */
export function golden(
  project: Project,
  ask: { readonly subject: string; readonly before: string; readonly after: string },
): RevisionJudgement | Fault {
  const loaded = loadSubject(project, ask.subject);
  if (loaded instanceof Fault) return loaded;
  const known = [...loaded.sets.keys()].join(', ');
  const [before, after] = [loaded.sets.get(ask.before), loaded.sets.get(ask.after)];
  if (before === undefined)
    return new Fault('REVISION_UNKNOWN', { subject: ask.subject, revision: ask.before, known });
  if (after === undefined)
    return new Fault('REVISION_UNKNOWN', { subject: ask.subject, revision: ask.after, known });
  if (before.version !== after.version)
    return new Fault('REVISIONS_APART', { before: before.version, after: after.version });
  return judgeRevision(project, loaded, before, after);
}
