import { describe, expect, it } from 'vitest';
import { HEAD, inSeconds, MANY, offerTickets, recordVersion } from './converted-tickets.ts';
import type { Folder } from './harness.ts';
import { convertersDigest } from './written-converter.ts';

const CONVERTER = 'schemas/support.ticket/converters/v1-v2.yaml';

/** A converter whose seconds are worked out by a function with this body. */
async function byFunction(body: string): Promise<Folder> {
  const folder = await inSeconds();
  for (const end of ['csv', 'yaml']) folder.remove(`golden/support.ticket/first.${end}`);
  offerTickets(folder, 'samples', 1, HEAD + MANY, 'use: samples\n');
  folder.write(
    'schemas/support.ticket/converters/response.ts',
    `export function response(batch: any): any {\n  const { values, valid } = batch.columns.first_response;\n  ${body}\n}\n`,
  );
  folder.write(
    CONVERTER,
    `subject: support.ticket
from: 1
to: 2
functions:
  - name: response
    module: response.ts
    export: response
    takes: [3]
fields:
  - id: 3
    steps: [{kind: function, name: response}]
`,
  );
  const explained = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
  folder.edit(CONVERTER, 'fields:', `    digest: ${explained.json().facts.found}\nfields:`);
  recordVersion(folder, convertersDigest(folder, CONVERTER));
  return folder;
}

const run = async (folder: Folder) => {
  const { exit, json } = await folder.assay('golden', 'run', 'support.ticket', '--json');
  return { exit, ...json() };
};

describe('a golden run of a converter with a function', () => {
  it('holds what the function makes against what the records meant before', async () => {
    const right = await run(
      await byFunction(
        'return { first_response: { values: values.map((one: bigint) => one / 1000n), valid } };',
      ),
    );
    expect(right.sets[0]).toMatchObject({ comparison: { rows: { differ: 0 } }, verdict: { holds: true } });
    const wrong = await run(await byFunction('return { first_response: { values, valid } };'));
    expect(wrong).toMatchObject({ exit: 1 });
    expect(wrong.sets[0].comparison.suspects).toMatchObject([{ code: 'UNIT_CHANGED_WITHOUT_VALUES' }]);
  });
});
