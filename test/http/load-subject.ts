import type { Sent } from './changed-here.ts';

/** Versions of a small subject, each with one field more; which of two names it has is up to who proposes it. */
export const loadSubject = (
  subject: string,
  names: readonly string[],
  ledger: string | null,
): readonly Sent[] => {
  const home = `schemas/${subject}`;
  const field = (name: string, at: number): string =>
    `  - {id: ${at + 1}, name: ${name}, physical: string, logical: text, nullable: true${at === 0 ? '' : ', default: null'}}\n`;
  const version = (most: number): Sent => ({
    path: `${home}/v${most}.yaml`,
    text: `schema: ${subject}.v${most}\nfields:\n${names.slice(0, most).map(field).join('')}`,
  });
  const change = (to: number): Sent => ({
    path: `${home}/changes/v${to - 1}-v${to}.yaml`,
    text: `changes: version
subject: ${subject}
from: ${to - 1}
to: ${to}
class: compatible
reason: A test asks for it.
consumers: []
backfill: {kind: none}
withdraw_by: 2036-01-31
`,
  });
  const numbers = names.map((_, at) => at + 1);
  return [
    {
      path: `${home}/subject.yaml`,
      text: `subject: ${subject}
compatibility: backward
defaults: {owner: load, sensitivity: internal}
members:
  sampleId: {envelope: sampleId}
  sourceId: {envelope: sourceId}
  sourceVersion: {envelope: sourceVersion}
  split: {envelope: split}
`,
    },
    ...numbers.map(version),
    ...numbers.slice(1).map(change),
    ...(ledger === null ? [] : [{ path: `${home}/ledger.yaml`, text: ledger }]),
  ];
};
