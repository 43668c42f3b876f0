import { createHash } from 'node:crypto';
import type { Digest } from '../../src/base/digest.ts';
import { type Folder, newProject } from './harness.ts';
import { writeConverter } from './written-converter.ts';

const SUBJECT = 'support.ticket';

/** A project whose second version counts seconds, with the converter that leads there and is recorded. */
export async function inSeconds(
  steps = '      - {kind: unit, to: s}',
  thresholds: Readonly<Record<string, number>> = {},
  more = '',
): Promise<Folder> {
  const folder = await newProject();
  folder.write(
    `schemas/${SUBJECT}/v2.yaml`,
    folder
      .read(`schemas/${SUBJECT}/v1.yaml`)
      .replace('ticket.v1', 'ticket.v2')
      .replace('unit: ms', 'unit: s')
      .replace('[0, 2592000000]', '[0, 2592000]'),
  );
  const digest = writeConverter(folder, SUBJECT, [1, 2], `\n  - id: 3\n    steps:\n${steps}${more}`);
  recordVersion(folder, digest, thresholds);
  return folder;
}

export function recordVersion(
  folder: Folder,
  converter: Digest | 'none',
  thresholds: Readonly<Record<string, number>> = {},
): void {
  folder.write(
    `schemas/${SUBJECT}/changes/v1-v2.yaml`,
    `changes: version\nsubject: ${SUBJECT}\nfrom: 1\nto: 2\nclass: migrate\nreason: A test asks for it.\n` +
      `consumers: [priority-trainer]\nbackfill: {kind: lazy}\nwithdraw_by: 2036-12-31\nconverter: ${converter}\n` +
      `thresholds: ${JSON.stringify(thresholds)}\n`,
  );
}

export const HEAD = 'ticket,opened,first_response,priority\n';

/** Thick enough for the rule that stands without a configuration. */
export const MANY = Array.from(
  { length: 24 },
  (_, at) =>
    `${at},2026-0${1 + (at % 3)}-05,${at === 3 ? '' : (at + 1) * 7000},${['low', 'normal', 'urgent'][at % 3]}\n`,
).join('');

/** Offers tickets under a version. */
export function offerTickets(
  folder: Folder,
  revision: string,
  version: number,
  data: string,
  more = '',
): void {
  folder.write(`golden/${SUBJECT}/${revision}.csv`, data);
  folder.write(
    `golden/${SUBJECT}/${revision}.yaml`,
    `revision: ${revision}\nsubject: ${SUBJECT}\nversion: ${version}\nnulls: {first_response: ""}\nsource: made up\n` +
      `data: {file: ${revision}.csv, format: csv, sha256: "${sha256Text(data)}", rows: ${data.trimEnd().split('\n').length - 1}}\n${more}`,
  );
}

export const sha256Text = (text: string): Digest =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;
