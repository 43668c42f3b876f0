import { completionOf } from '../../change/completion.ts';
import type { ProjectMatrix } from '../../service/matrix.ts';
import { verdictsOf } from '../../service/verdicts.ts';
import { placedUnread, type Reported } from './reported.ts';

export function reportedMatrix(
  subject: string,
  { report, contracts, slices }: ProjectMatrix,
  holds: boolean,
): Reported {
  return {
    title: `assay matrix ${subject}`,
    holds,
    faults: [],
    comparisons: [],
    changes: [
      {
        subject,
        what: 'every supported writer and reader',
        ...verdictsOf([], report),
        holds,
        class: undefined,
        findings: [],
        problems: placedUnread(report, contracts),
        matrix: report,
        data: undefined,
        completion: completionOf(report, slices),
        contracts,
        place: [...contracts.values()].at(-1)?.place,
      },
    ],
  };
}
