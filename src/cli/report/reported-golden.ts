import { stepText } from '../../change/record.ts';
import type { RevisionJudgement } from '../../service/judge-revision.ts';
import type { Reported } from './reported.ts';
import { dataOf } from './reported-check.ts';

/** What `assay golden` found. It asks of the meaning alone, so that alone decides. */
export function reportedGolden(judged: RevisionJudgement): Reported {
  const { step, contract, encoding, meaning, after } = judged;
  const holds = meaning === 'passes';
  const { subject, version } = after.set;
  return {
    title: 'assay golden',
    holds,
    comparisons: [],
    faults: [],
    changes: [
      {
        subject,
        what: `revision ${stepText(step)} under version ${version}`,
        encoding,
        meaning,
        holds,
        class: judged.class,
        findings: [],
        problems: [],
        matrix: undefined,
        data: dataOf(judged),
        completion: undefined,
        contracts: new Map([[version, contract]]),
        place: contract.place,
      },
    ],
  };
}
