import type { Json } from '../base/canonical-json.ts';
import type { Digest } from '../base/digest.ts';
import { approvalsDocument, incidentDocument } from './approvals-document.ts';
import type { GateReport } from './gate.ts';
import type { Placed } from './query-subjects.ts';

/** What the gate says, for programs. */
export const gateDocument = ({
  subject,
  seq,
  of,
  change,
  state,
  isOpen,
  conditions,
  incidents,
  facts: { approvals, readers, waivers, today },
}: GateReport): { readonly [key: string]: Json } & Placed<{ readonly change: Digest }> => ({
  format: 'assay.gate/1',
  subject,
  seq,
  ...of,
  change,
  state,
  today,
  isOpen,
  conditions: conditions.map(({ findings, ...condition }) => ({
    ...condition,
    findings: findings.map(({ name, text, waiver }) => ({ name, text, waiver: waiver && { ...waiver } })),
  })),
  readers,
  waivers: waivers.map(one => ({ ...one })),
  approvals:
    'isUnsigned' in approvals
      ? { signed: false, approved: approvals.isApproved }
      : approvalsDocument(approvals),
  incidents: incidents.map(incidentDocument),
});
