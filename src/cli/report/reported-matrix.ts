import { completionOf } from '../../change/completion.ts';
import type { ProjectMatrix } from '../../service/matrix.ts';
import { unreadFaults } from '../../service/unread-faults.ts';
import { verdictsOf } from '../../service/verdicts.ts';
import type { Reported } from './reported.ts';

export function reportedMatrix(
  subject: string,
  { report, contracts, slices }: ProjectMatrix,
  holds: boolean,
): Reported {
  return {
    title: `assay matrix ${subject}`,
    holds,
    faults: [],
    changes: [
      {
        subject,
        what: 'every supported writer and reader',
        ...verdictsOf([], report),
        holds,
        class: undefined,
        findings: [],
        problems: unreadFaults(report),
        matrix: report,
        data: undefined,
        completion: completionOf(report, slices),
        contracts,
        place: [...contracts.values()].at(-1)?.place,
      },
    ],
  };
}
