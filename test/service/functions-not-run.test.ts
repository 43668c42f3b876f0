import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { parseConfig } from '../../src/service/config.ts';
import { type LoadedSubject, loadSubject, setOf } from '../../src/service/load-subject.ts';
import type { Project } from '../../src/service/project.ts';
import { readThrough } from '../../src/service/read-through.ts';
import { inSeconds } from '../cli/converted-tickets.ts';

const HOME = 'schemas/support.ticket/converters';

/** Data of version 1, and a converter to version 2 whose function leaves a mark where it runs. */
async function marked() {
  const folder = await inSeconds();
  const mark = path.join(folder.root, 'it-ran');
  folder.write(
    `${HOME}/response.ts`,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\nexport const response = (batch: any): any => ({ first_response: batch.columns.first_response });\n`,
  );
  folder.write(
    `${HOME}/v1-v2.yaml`,
    'subject: support.ticket\nfrom: 1\nto: 2\nfunctions:\n  - {name: response, module: response.ts, export: response, takes: [3], digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"}\nfields:\n  - id: 3\n    steps: [{kind: function, name: response}]\n',
  );
  writeFileSync(path.join(folder.root, 'registry.config.ts'), 'export default {};\n');
  const config = parseConfig('registry.config.ts', {});
  if (config instanceof Fault) throw config;
  const project: Project = { root: folder.root, config };
  const loaded = loadSubject(project, 'support.ticket');
  if (loaded instanceof Fault) throw loaded;
  return { folder, project, loaded };
}

describe('data of a version that a converter with functions leads away from', () => {
  let found: { readonly project: Project; readonly loaded: LoadedSubject; readonly has: () => boolean };
  beforeAll(async () => {
    const { folder, project, loaded } = await marked();
    found = { project, loaded, has: () => folder.has('it-ran') };
  });

  it('is not read through it by a server, because whoever sent the function would run there', async () => {
    const { project, loaded, has } = found;
    const set = setOf(loaded, 'first');
    if (set instanceof Fault) throw set;
    const reader = loaded.contracts.get(2)!;
    const preferred = loaded.converters[0]!.converter.digest;
    const read = await readThrough(project, loaded, set, reader, {
      preferred,
      functions: 'never',
    });
    expect(read).toMatchObject({
      code: 'FUNCTIONS_NOT_RUN',
      facts: { converter: preferred },
    });
    expect(has()).toBe(false);
  });

  it('is read as it is where no converter is needed', async () => {
    const { project, loaded } = found;
    const set = setOf(loaded, 'first');
    if (set instanceof Fault) throw set;
    const reader = loaded.contracts.get(1)!;
    const read = await readThrough(project, loaded, set, reader, {
      preferred: undefined,
      functions: 'never',
    });
    expect(read).toHaveProperty('reading');
  });
});
