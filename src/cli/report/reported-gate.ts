import type { GateDocument } from '../../service/registry.ts';
import { withRows } from './data-table.ts';
import type { Reported } from './reported.ts';
import { waiverText } from './waiver-text.ts';

/** The gate in every form of report: each condition is a case, and what it found wanting a result. */
export function reportedGate(report: GateDocument, name: string): Reported {
  const { isOpen, conditions, incidents } = report;
  const table = {
    caption: 'Conditions of the gate',
    head: ['condition', 'answer', 'found', 'evidence'],
    rows: conditions.map(({ condition, state, findings, evidence }) => [
      condition,
      state,
      findings
        .map(({ text, waiver }) => (waiver === null ? text : `${text} (${waiverText(waiver)})`))
        .join('; '),
      evidence.join(' '),
    ]),
  };
  const fallen = incidents.map(
    ({ key, person, role, at, reason }) =>
      `Incident: key ${key} of ${person}, which approved this as ${role}, was revoked on ${at}: ${reason}`,
  );
  return {
    title: 'assay gate',
    holds: isOpen,
    changes: [],
    comparisons: [
      {
        name,
        holds: isOpen,
        answer: isOpen ? 'open' : 'closed',
        page: {
          sides: { before: 'before', after: 'after' },
          words: [
            [isOpen ? 'The gate is open.' : 'The gate is closed.'],
            [`The change record is ${report.change}.`],
            ...fallen.map(text => [text]),
          ],
          tables: withRows([table]),
          fields: [],
          slices: [],
          after: [],
        },
        tables: withRows([table]),
        cases: conditions.map(condition => {
          const open = textsOf(condition);
          return open.length === 0
            ? { name: condition.condition }
            : {
                name: condition.condition,
                problem: { kind: 'failure', type: condition.code, text: open.join('; ') },
              };
        }),
        results: [
          ...conditions.flatMap(condition =>
            textsOf(condition).map(text => ({
              rule: condition.code,
              level: 'error' as const,
              text,
              place: undefined,
              help: HELP,
            })),
          ),
          ...fallen.map(text => ({
            rule: 'KEY_REVOKED',
            level: 'warning' as const,
            text,
            place: undefined,
            help: HELP,
          })),
        ],
      },
    ],
    faults: [],
  };
}

const HELP = 'docs/approvals.md says what each condition of the gate asks';

const textsOf = ({ findings }: GateDocument['conditions'][number]): readonly string[] =>
  findings.filter(({ waiver }) => waiver === null).map(({ text }) => text);
