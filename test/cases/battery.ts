import { sha256 } from '../../src/base/digest.ts';
import { emptyFolder, type Folder } from '../cli/harness.ts';

const CONTRACT = `schema: battery.cell.v1
fields:
  - {id: 1, name: sample, physical: int64, logical: identifier, nullable: false}
  - {id: 2, name: clock, physical: timestamp, logical: timestamp, unit: s, zone: instant, nullable: false}
  - {id: 3, name: test_time, physical: float64, logical: duration, unit: s, nullable: false}
key: [sample]
`;

const SUBJECT = `subject: battery.cell
defaults:
  owner: lab
  sensitivity: internal
members:
  sampleId: {field: 1}
  sourceId: {constant: cycler}
  sourceVersion: {constant: "1"}
  split: {constant: train}
`;

/**
 * A project of a cycler that counts the time of a test, and says by a clock when each sample was taken, a second after the
 * last.
 *
 * @param step  how far the count goes from a sample to the next
 */
export function batteryProject(step: number, manifest = ''): Folder {
  const folder = emptyFolder();
  folder.write(
    'registry.config.ts',
    'export default { producers: [{ name: cycler, subject: battery.cell, writes: [1] }] };\n'.replace(
      'name: cycler, subject: battery.cell',
      "name: 'cycler', subject: 'battery.cell'",
    ),
  );
  folder.write('schemas/battery.cell/subject.yaml', SUBJECT);
  folder.write('schemas/battery.cell/v1.yaml', CONTRACT);
  const rows = Array.from({ length: 30 }, (_, at) => {
    const clock = `2024-05-01T10:00:${String(at).padStart(2, '0')}Z`;
    return JSON.stringify({ sample: at, clock, test_time: at * step });
  });
  const data = `${rows.join('\n')}\n`;
  folder.write('golden/battery.cell/first.json', data);
  folder.write(
    'golden/battery.cell/first.yaml',
    `revision: first
subject: battery.cell
version: 1
data: {file: first.json, format: json, sha256: "${sha256(data)}", rows: ${rows.length}}
${manifest}source: written for a test
`,
  );
  return folder;
}
