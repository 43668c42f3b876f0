import { describe, expect, it } from 'vitest';
import { HEAD, inSeconds, offerTickets, recordVersion } from './converted-tickets.ts';
import { bodied } from './function-project.ts';
import type { Folder } from './harness.ts';
import { convertersDigest } from './written-converter.ts';

const FOLDER = 'schemas/support.ticket/converters';
const CONVERTER = `${FOLDER}/v1-v2.yaml`;
const OLD = `${HEAD}1,2026-01-05,93000,low\n2,2026-01-05,41000,urgent\n3,2026-01-19,,normal\n`;

/** Revisions of two versions, between which a function makes seconds of milliseconds. */
async function converted(body: string, before = ''): Promise<Folder> {
  const folder = await inSeconds();
  folder.write(`${FOLDER}/seconds.ts`, bodied(body, before).replace('latency', 'seconds'));
  const functions =
    '\nfunctions:\n  - name: seconds\n    module: seconds.ts\n    export: seconds\n    takes: [3]';
  folder.edit(CONVERTER, '\nfields:', `${functions}\nfields:`);
  folder.edit(CONVERTER, /- \{kind: unit.*/, '- {kind: function, name: seconds}');
  const told = await folder.assay('convert', '--explain', '--converter', CONVERTER, '--json');
  folder.edit(CONVERTER, 'takes: [3]', `takes: [3]\n    digest: ${told.json().facts.found}`);
  recordVersion(folder, convertersDigest(folder, CONVERTER));
  offerTickets(folder, 'old', 1, OLD);
  offerTickets(folder, 'new', 2, OLD.replaceAll('000,', ','));
  return folder;
}

const golden = async (folder: Folder) => {
  const heard = await folder.assay('golden', 'support.ticket/old', 'support.ticket/new', '--json');
  return { exit: heard.exit, ...heard.json() };
};

const seconds = (by: string): string =>
  `const { values, valid } = batch.columns.first_response; return { first_response: { values: values.map((ms: bigint) => ${by}), valid } };`;

describe('golden samples of two versions', () => {
  it('are compared through a function of a converter', async () => {
    const folder = await converted(seconds('ms / 1000n'));
    expect(await golden(folder)).toMatchObject({
      exit: 0,
      comparison: { rows: { before: 3, after: 3, matched: 3, differ: 0 } },
      verdict: { holds: true },
      through: [convertersDigest(folder, CONVERTER)],
    });
  });

  it('are compared through no function that gives another value the second time', async () => {
    const folder = await converted(`n++; ${seconds('ms / n')}`, 'let n = 999n;');
    expect(await golden(folder)).toMatchObject({ code: 'FUNCTION_NOT_DETERMINISTIC', exit: 1 });
  });

  it('are compared through no function but the one that is bound', async () => {
    const folder = await converted(seconds('ms / 1000n'));
    await folder.assay('propose', 'support.ticket@1');
    folder.edit(`${FOLDER}/seconds.ts`, '1000n', '1001n');
    expect(await golden(folder)).toMatchObject({
      code: 'FUNCTION_DIGEST_DIFFERS',
      at: { file: CONVERTER },
    });
    const checked = await folder.assay('check');
    expect(checked.err + checked.out).toContain('FUNCTION_DIGEST_DIFFERS');
    const proposed = await folder.assay('propose', 'support.ticket@2', '--json');
    expect(proposed.json()).toMatchObject({ code: 'FUNCTION_DIGEST_DIFFERS' });
  });
});
