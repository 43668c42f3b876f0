import type { Digest } from '../base/digest.ts';
import type { ReportKind } from './approval/policy.ts';
import type { GateFacts } from './gate.ts';
import { WAIVABLE } from './waivable.ts';

export const GATE_CONDITIONS = [
  'evidence',
  'matrix',
  'readers',
  'rejects',
  'converter',
  'golden',
  'shadow',
  'coverage',
  'deadline',
  'retirement',
  'approvals',
] as const;

type Found = { readonly name: string; readonly text: string };

export type GateRow = {
  readonly condition: (typeof GATE_CONDITIONS)[number];
  /** What an unmet one is called. */
  readonly code: string;
  readonly isWaivable: boolean;
  /** What it finds wanting; undefined where it is not asked of such a change. */
  readonly ask: (facts: GateFacts) => readonly Found[] | undefined;
  /** What it looked at. */
  readonly evidence: (facts: GateFacts) => readonly Digest[];
};

type Asks = Omit<GateRow, 'condition' | 'isWaivable'>;

const NONE = (): readonly Digest[] => [];

const report = (kind: ReportKind, code: string): Asks => ({
  code,
  ask: ({ reports, demanded }) => {
    const given = reports[kind];
    if (given.length === 0)
      return demanded.includes(kind) ? [{ name: 'none', text: `no ${kind} report is attached` }] : undefined;
    return given.flatMap(({ failing }) => failing.map(({ measure, text }) => ({ name: measure, text })));
  },
  evidence: ({ reports }) => reports[kind].map(({ evidence }) => evidence),
});

const ROWS: Readonly<Record<GateRow['condition'], Asks>> = {
  evidence: {
    code: 'EVIDENCE_STALE',
    ask: ({ stale }) => (stale === undefined ? [] : [{ name: 'stale', text: stale }]),
    evidence: ({ change }) => [change],
  },
  matrix: {
    code: 'MATRIX_INCOMPLETE',
    ask: ({ matrix }) =>
      matrix?.blanks.map(({ name, why }) => ({ name, text: `${name} was not shown: ${why}` })),
    evidence: ({ matrix }) => (matrix === undefined ? [] : [matrix.evidence]),
  },
  readers: {
    code: 'READERS_UNSUPPORTED',
    ask: ({ readers }) =>
      readers
        .filter(({ isSupported }) => !isSupported)
        .map(({ name, version, why }) => ({ name, text: `${name}, which reads version ${version}: ${why}` })),
    evidence: ({ matrix }) => (matrix === undefined ? [] : [matrix.evidence]),
  },
  rejects: {
    code: 'REJECTS_UNEXPLAINED',
    ask: ({ rejects }) =>
      rejects
        .filter(({ reason, count }) => reason === null && count > 0)
        .map(({ where, count }) => ({ name: where, text: `${where}: ${count} rejects without a reason` })),
    evidence: ({ matrix, reports }) => [
      ...(matrix === undefined ? [] : [matrix.evidence]),
      ...reports.golden.map(({ evidence }) => evidence),
    ],
  },
  converter: {
    code: 'CONVERTER_OTHER',
    ask: ({ converter }) => {
      if (converter === undefined) return undefined;
      const { declared, executed, mustRun } = converter;
      if (declared === undefined) return [{ name: 'none', text: 'no converter is named' }];
      const others = executed.filter(digest => digest !== declared);
      if (others.length > 0)
        return others.map(digest => ({ name: digest, text: `${digest} was run, and ${declared} is named` }));
      return executed.length === 0 && mustRun ? [{ name: 'not-run', text: `${declared} was never run` }] : [];
    },
    evidence: ({ converter }) => (converter?.declared === undefined ? [] : [converter.declared]),
  },
  golden: report('golden', 'GOLDEN_UNMET'),
  shadow: report('shadow', 'SHADOW_UNMET'),
  coverage: report('coverage', 'COVERAGE_UNMET'),
  deadline: {
    code: 'DEADLINE_PASSED',
    ask: ({ withdrawBy, today }) => {
      if (withdrawBy === undefined) return undefined;
      return withdrawBy >= today
        ? []
        : [{ name: withdrawBy, text: `it could be withdrawn until ${withdrawBy}, and today is ${today}` }];
    },
    evidence: NONE,
  },
  retirement: {
    code: 'REGISTERED_RETIRED',
    ask: ({ retired }) => retired,
    evidence: NONE,
  },
  approvals: {
    code: 'APPROVAL_THRESHOLD',
    ask: ({ approvals }) => {
      if ('isUnsigned' in approvals)
        return approvals.isApproved ? [] : [{ name: 'none', text: 'nobody has approved it' }];
      const { missing, incidents } = approvals;
      return [
        ...missing.map(role => ({
          name: role,
          text: `no ${role} has approved it, by a key and person of their own`,
        })),
        ...incidents
          .filter(() => missing.length > 0)
          .map(({ key, approval }) => ({
            name: key.id,
            text: `the approval of ${approval.person} fell with key ${key.id}, revoked on ${key.revoked!.at}`,
          })),
      ];
    },
    evidence: ({ approvals }) =>
      'isUnsigned' in approvals
        ? []
        : approvals.approvals.filter(({ standing }) => standing === 'counts').map(({ envelope }) => envelope),
  },
};

/** The gate: what must hold of a change before data is written under it. */
export const GATE: readonly GateRow[] = GATE_CONDITIONS.map(condition => ({
  condition,
  isWaivable: WAIVABLE.some(name => name === condition),
  ...ROWS[condition],
}));
