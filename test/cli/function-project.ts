import { copiedProject, type Folder } from './harness.ts';

export const HOME = 'schemas/training.example';
export const CONVERTER = `${HOME}/converters/v3-v4.yaml`;
export const MODULE = `${HOME}/converters/latency.ts`;
export const TIMES = `${HOME}/converters/parts/times.ts`;

const LATENCY = `import { TIMES } from './parts/times.ts';
import type { ConverterFunction, ScalarColumn } from 'assay';

type Takes = { response_latency_ms: ScalarColumn<'int64'> };
type Makes = { response_latency_ms: BigInt64Array };

/** Seconds become milliseconds; half a minute stood for a timeout. */
export const latency: ConverterFunction<Takes, Makes> = ({ columns }, reject) => {
  const { values } = columns.response_latency_ms;
  values.forEach((value, row) => value === 30n && reject(row, 'TIMED_OUT'));
  return { response_latency_ms: values.map(value => value * TIMES) };
};
`;

const OLD = [
  '{"response_latency_ms":2,"outcome":1}',
  '{"response_latency_ms":601,"outcome":0}',
  '{"response_latency_ms":30,"outcome":0}',
  '{"response_latency_ms":7,"outcome":3}',
].join('\n');

/** The project with a converter that is partly written in TypeScript, bound to no digest. */
export function functionProject(module = LATENCY): Folder {
  const folder = copiedProject();
  folder.write('old.jsonl', `${OLD}\n`);
  folder.write(MODULE, module);
  folder.write(TIMES, 'export const TIMES = 1000n;\n');
  folder.write(
    CONVERTER,
    `subject: training.example
from: 3
to: 4
functions:
  - name: latency
    module: latency.ts
    export: latency
    takes: [17]
    rejects: [TIMED_OUT]
fields:
  - id: 17
    steps: [{kind: function, name: latency}]
  - id: 23
    steps: [{kind: remap, terms: [], others: same, ignored: reject}]
`,
  );
  return folder;
}

export const convert = (folder: Folder, ...more: readonly string[]) =>
  folder.assay('convert', 'old.jsonl', '--converter', CONVERTER, ...more);

/** Writes the digest of what would run, as the program tells it. */
export async function bind(folder: Folder): Promise<string> {
  const { json } = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
  const { found } = json().facts;
  folder.edit(CONVERTER, /(?: {4}digest: .*\n)?fields:/, `    digest: ${found}\nfields:`);
  return found;
}

/** A module whose function has this body. */
export const bodied = (body: string, before = ''): string =>
  `${before}\nexport function latency(batch: any, reject: any): any {\n  ${body}\n}\n`;
