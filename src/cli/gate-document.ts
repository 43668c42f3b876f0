import type { Json } from '../base/canonical-json.ts';
import type { GateReport } from '../service/gate.ts';
import { approvalsDocument, incidentDocument } from './render-approvals.ts';

/** What `assay gate --json` prints. */
export const gateDocument = ({
  subject,
  of,
  change,
  state,
  isOpen,
  conditions,
  incidents,
  facts: { approvals, readers, waivers, today },
}: GateReport): { readonly [key: string]: Json } => ({
  format: 'assay.gate/1',
  subject,
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
