import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/base/canonical-json.ts';
import { copiedProject, emptyFolder, newProject } from './harness.ts';

const V3 = 'schemas/training.example/v3.yaml';
const V4 = 'schemas/training.example/v4.yaml';

describe('assay lint', () => {
  it('warns of nothing that is proposed, and counts what it says of accepted versions', async () => {
    const { exit, json } = await copiedProject().assay('lint', '--json');
    const { files, warnings, settled, faults } = json();
    expect({ exit, warnings, faults }).toEqual({ exit: 0, warnings: 0, faults: [] });
    expect(settled).toBeGreaterThan(0);
    const v4 = files.find(({ file }: { file: string }) => file === V4);
    expect(v4.remarks).toContainEqual(
      expect.objectContaining({ rule: 'UNIT_SPELLING', level: 'note', line: 7, column: 11, fix: 'safe' }),
    );
  });

  it('warns of milliseconds in a name and seconds in the field, where the accepted file is named', async () => {
    const folder = copiedProject();
    const { exit, out } = await folder.assay('lint', V3);
    expect(exit).toBe(1);
    expect(out).toContain('NAME_UNIT_DISAGREES');
    expect((await folder.assay('lint', 'training.example')).out).not.toContain('NAME_UNIT_DISAGREES');
  });

  it('writes what keeps the digest, and nothing the second time', async () => {
    const folder = copiedProject();
    const [v3, before] = [folder.read(V3), folder.read(V4)];
    const first = await folder.assay('lint', '--fix', '--json');
    const [fixed] = first.json().files.flatMap(({ fixed: each }: { fixed: unknown }) => each ?? []);
    expect(fixed).toEqual({ rules: ['UNIT_SPELLING'], before: fixed.after, after: fixed.after });
    expect(folder.read(V4)).toBe(before.replace('unit: millisecond', 'unit: ms'));
    const second = await folder.assay('lint', '--fix', '--json');
    expect(second.json().files.every(({ fixed: each }: { fixed: unknown }) => each === null)).toBe(true);
    expect([folder.read(V3), folder.read(V4)]).toEqual([v3, before.replace('unit: millisecond', 'unit: ms')]);
  });

  it('never writes an accepted version, even where its file is named', async () => {
    const folder = copiedProject();
    const before = folder.read(V3);
    const { exit, json } = await folder.assay('lint', V3, '--fix', '--unsafe', '--json');
    expect({ exit, accepted: json().files[0].accepted }).toEqual({ exit: 1, accepted: true });
    expect(folder.read(V3)).toBe(before);
  });

  it('never writes what the store alone knows was accepted, because a ledger may be lost', async () => {
    const folder = await newProject();
    expect((await folder.assay('propose', 'support.ticket@1')).exit).toBe(0);
    folder.remove('schemas/support.ticket/ledger.yaml');
    const file = 'schemas/support.ticket/v1.yaml';
    folder.edit(file, 'unit: ms', 'unit: millisecond');
    const before = folder.read(file);
    const { json } = await folder.assay('lint', file, '--fix', '--json');
    expect(json().files[0]).toMatchObject({ accepted: true, fixed: null });
    expect(folder.read(file)).toBe(before);
  });

  it('adds the old name of a renamed field only when a new digest is asked for, and says which', async () => {
    const folder = copiedProject();
    folder.edit(V4, 'name: response_latency_ms', 'name: reply_latency_ms');
    const noted = await folder.assay('lint', V4, '--fix', '--json');
    expect(noted.exit).toBe(1);
    expect(folder.read(V4)).not.toContain('aliases');
    const { exit, json } = await folder.assay('lint', V4, '--fix', '--unsafe', '--json');
    expect(exit).toBe(0);
    const { fixed } = json().files[0];
    expect(fixed.rules).toEqual(['ALIAS_MISSING']);
    expect(fixed.before).not.toBe(fixed.after);
    expect(folder.read(V4)).toContain('    name: reply_latency_ms\n    aliases: [response_latency_ms]\n');
  });

  it('says of what assay init writes only what is a choice', async () => {
    const { exit, json } = await (await newProject()).assay('lint', '--json');
    const said = json().files.flatMap(({ remarks }: { remarks: { rule: string }[] }) => remarks);
    expect({ exit, rules: said.map(({ rule }: { rule: string }) => rule) }).toEqual({
      exit: 0,
      rules: ['LABEL_DOC'],
    });
  });

  it('refuses a file that does not parse, changes nothing, and looks at the other subjects', async () => {
    const folder = copiedProject();
    folder.write(V4, 'schema: training.example.v4\nfeilds: []\n');
    const { exit, json } = await folder.assay('lint', '--fix', '--json');
    expect(exit).toBe(2);
    expect(json().faults[0]).toMatchObject({ code: 'UNKNOWN_KEY', at: { file: V4, line: 2 } });
    expect(json().files.map(({ subject }: { subject: string }) => subject)).toEqual(['weather.daily']);
    expect(folder.read(V4)).toContain('feilds');
  });

  it.each([
    [['trainig.example'], 'LINT_TARGET_UNKNOWN'],
    [['schemas/training.example/subject.yaml'], 'LINT_TARGET_UNKNOWN'],
    [['../../etc/passwd'], 'LINT_TARGET_UNKNOWN'],
    [['--unsafe'], 'USAGE'],
    [['--schema', 'contract', 'training.example'], 'USAGE'],
    [['--schema', 'contracts'], 'JSON_SCHEMA_UNKNOWN'],
  ])('refuses %j', async (words, code) => {
    const { exit, json } = await copiedProject().assay('lint', ...words, '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code });
  });

  it('prints a published schema as one document of one line where that is asked for', async () => {
    const { exit, out } = await emptyFolder().assay('lint', '--schema', 'contract', '--json');
    expect({ exit, out }).toEqual({ exit: 0, out: `${canonicalJson(JSON.parse(out))}\n` });
  });

  it('prints a published schema, in any folder', async () => {
    const { exit, out } = await emptyFolder().assay('lint', '--schema', 'golden-set');
    expect({ exit, out }).toEqual({
      exit: 0,
      out: readFileSync('json-schema/golden-set.schema.json', 'utf8'),
    });
  });
});

describe('assay init', () => {
  it('leads an editor to the schema of each document, which lies in the project', async () => {
    const folder = await newProject();
    for (const [file, name] of [
      ['schemas/support.ticket/v1.yaml', 'contract'],
      ['schemas/support.ticket/subject.yaml', 'subject'],
      ['schemas/vocabularies/priority.yaml', 'vocabulary'],
      ['golden/support.ticket/first.yaml', 'golden-set'],
    ] as const) {
      const [line] = folder.read(file).split('\n');
      expect(line).toBe(`# yaml-language-server: $schema=../../json-schema/${name}.schema.json`);
      expect(folder.read(`json-schema/${name}.schema.json`)).toBe(
        readFileSync(`json-schema/${name}.schema.json`, 'utf8'),
      );
    }
  });
});
