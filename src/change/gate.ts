import type { Digest } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ReportKind } from './approval/policy.ts';
import type { Tally } from './approval/tally.ts';
import { GATE, type GateRow } from './gate-conditions.ts';
import type { Waiver } from './record.ts';

/** A reader that somebody is registered with, or would go back to, and whether it can read what is written from now on. */
export type ReaderFact = {
  readonly name: string;
  readonly kind: 'consumer' | 'image';
  readonly version: number;
  readonly isSupported: boolean;
  /** How, or why not. */
  readonly why: string;
};

/** Records that something refused; `reason` is null where nobody can say why. */
export type RejectFact = { readonly where: string; readonly reason: string | null; readonly count: number };

/** A report that the change record names, and what it found to be more than is allowed. */
export type ReportFact = {
  readonly evidence: Digest;
  readonly failing: readonly { readonly measure: string; readonly text: string }[];
};

/** Everything the gate looks at. */
export type GateFacts = Ground & { readonly approvals: Tally | Unsigned };

/** Where nobody signs, whether somebody said so. */
export type Unsigned = { readonly isUnsigned: true; readonly isApproved: boolean };

/** All of it but who approved, which is asked last, of the state that is decided on. */
export type Ground = {
  readonly what: string;
  /** An ISO date. */
  readonly today: string;
  readonly change: Digest;
  /** Why the evidence is about what counts no more; undefined where it is not. */
  readonly stale: string | undefined;
  readonly matrix:
    | {
        readonly evidence: Digest;
        readonly blanks: readonly { readonly name: string; readonly why: string }[];
      }
    | undefined;
  readonly readers: readonly ReaderFact[];
  readonly rejects: readonly RejectFact[];
  /** Undefined where nothing is converted. */
  readonly converter:
    | {
        readonly declared: Digest | undefined;
        readonly executed: readonly Digest[];
        /** Whether it is not enough that no other was run. */
        readonly mustRun: boolean;
      }
    | undefined;
  readonly reports: Readonly<Record<ReportKind, readonly ReportFact[]>>;
  readonly demanded: readonly ReportKind[];
  readonly withdrawBy: string | undefined;
  /** Whoever is registered for what is retired. */
  readonly retired: readonly { readonly name: string; readonly text: string }[];
  readonly waivers: readonly Waiver[];
};

/** One thing that a condition found wanting; its name is what a waiver says after the colon. */
export type GateFinding = {
  readonly name: string;
  readonly text: string;
  readonly waiver: Waiver | null;
};

export type GateCondition = {
  readonly condition: GateRow['condition'];
  readonly code: string;
  readonly state: 'met' | 'unmet' | 'waived' | 'not-asked';
  readonly findings: readonly GateFinding[];
  readonly evidence: readonly Digest[];
};

export type Gate = {
  readonly isOpen: boolean;
  readonly conditions: readonly GateCondition[];
  /** Approvals by keys that were revoked since. */
  readonly incidents: Tally['incidents'];
};

/** Every condition, met or not, so that nobody mends one only to hear of the next. */
export function gateOf(facts: GateFacts): Gate {
  const conditions = GATE.map((row): GateCondition => {
    const { condition, code, ask, evidence } = row;
    const found = ask(facts);
    const findings = (found ?? []).map(finding => ({
      ...finding,
      waiver: waiverFor(row, finding.name, facts) ?? null,
    }));
    const open = findings.filter(({ waiver }) => waiver === null);
    const state =
      found === undefined
        ? 'not-asked'
        : findings.length === 0
          ? 'met'
          : open.length === 0
            ? 'waived'
            : 'unmet';
    return { condition, code, state, findings, evidence: evidence(facts) };
  });
  return {
    isOpen: conditions.every(({ state }) => state !== 'unmet'),
    conditions,
    incidents: 'isUnsigned' in facts.approvals ? [] : facts.approvals.incidents,
  };
}

/** Where approvals alone are lacking, that is the fault. @faults APPROVAL_THRESHOLD GATE_UNMET */
export function gateFault(
  { what, approvals }: GateFacts,
  { conditions }: Gate,
): Fault<'APPROVAL_THRESHOLD' | 'GATE_UNMET'> | undefined {
  const unmet = conditions.filter(({ state }) => state === 'unmet');
  if (unmet.length === 0) return undefined;
  const [only] = unmet;
  if (unmet.length === 1 && only!.condition === 'approvals' && !('isUnsigned' in approvals)) {
    const { has, needs, missing } = approvals;
    return new Fault('APPROVAL_THRESHOLD', { what, has, needs, missing: missing.join(' and ') });
  }
  const texts = unmet.map(({ code, findings }) => {
    const open = findings.filter(({ waiver }) => waiver === null);
    const more = open.length > 1 ? ` and ${open.length - 1} more` : '';
    return `${code} (${open[0]!.text}${more})`;
  });
  return new Fault('GATE_UNMET', { what, count: unmet.length, unmet: texts.join('; ') });
}

/** A waiver that has run out waives nothing. */
const waiverFor = (
  { condition, isWaivable }: GateRow,
  name: string,
  { waivers, today }: GateFacts,
): Waiver | undefined =>
  isWaivable
    ? waivers.find(
        ({ waives, until }) => today <= until && (waives === condition || waives === `${condition}:${name}`),
      )
    : undefined;
