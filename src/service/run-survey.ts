import type { Schema } from '../contract/schema.ts';
import type { CountingSession, CountingTrouble } from '../engine/port.ts';
import type { DataSummary } from '../shadow/summary.ts';
import { type Scan, type SurveyStop, survey } from '../shadow/survey.ts';

/** Puts every ask of a survey to whoever counts, and comes to what was surveyed or to what kept it from being. */
export async function runSurvey(
  session: CountingSession,
  schemas: readonly Schema[],
  refine?: (scans: readonly Scan[]) => readonly Schema[],
): Promise<readonly DataSummary[] | SurveyStop | CountingTrouble> {
  const asking = survey(schemas, refine);
  let next = asking.next();
  while (next.done !== true) {
    const { side, ask } = next.value;
    const answer = await session.ask(side, ask);
    if ('trouble' in answer) return answer;
    next = asking.next(answer);
  }
  return next.value;
}
