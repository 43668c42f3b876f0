import { beforeAll, describe, expect, it } from 'vitest';
import { bind, bodied, functionProject } from './function-project.ts';
import { copiedProject, type Folder } from './harness.ts';

const CONVERTER = 'schemas/training.example/converters/v3-v4.yaml';
const V3V4 = ['training.example@3', 'training.example@4'] as const;

describe('a converter between two versions', () => {
  let folder: Folder;
  beforeAll(() => {
    folder = copiedProject();
  });

  const expected = {
    from: 3,
    to: 4,
    file: CONVERTER,
    kind: 'ran',
    verdict: 'passes',
    ordinary: { total: 8, converted: 8 },
    failures: [],
  };

  it('is tried on the probes of the older one by diff, matrix and check alike', async () => {
    const diff = (await folder.assay('diff', ...V3V4, '--json')).json().matrix.converters;
    expect(diff).toMatchObject([expected]);
    const [{ probes, refusals, codecs, told }] = diff;
    expect(probes.converted + probes.refused).toBe(probes.total);
    expect(told).toHaveLength(probes.total);
    expect(refusals.map(({ code }: { code: string }) => code)).toContain('REFUSED_BY_CONVERTER');
    expect(codecs.map(({ codec }: { codec: string }) => codec)).toEqual(['avro', 'json']);
    const matrix = (await folder.assay('matrix', 'training.example', '--json')).json().converters;
    expect(matrix).toEqual(diff);
    const check = (await folder.assay('check', 'training.example', '--json')).json();
    const proposed = check.subjects[0].versions.find(({ to }: { to: number }) => to === 4);
    expect(proposed.matrix.converters).toEqual(diff);
  });

  it('is told in the text, with what it refused', async () => {
    const { out } = await folder.assay('diff', ...V3V4);
    expect(out).toContain(`converter v3 → v4, ${CONVERTER}`);
    expect(out).toMatch(/\d+ of \d+ probes converted, \d+ refused, read back alike in avro, json/);
    expect(out).toMatch(/RANGE of field 17: \d+/);
  });

  it('is in no document where there is none', async () => {
    const same = copiedProject();
    same.remove('schemas/training.example/converters');
    const { matrix } = (await same.assay('diff', ...V3V4, '--json')).json();
    expect(matrix).not.toHaveProperty('converters');
  });

  it('is tried with its functions by whoever types the command', async () => {
    const made = functionProject();
    await bind(made);
    const { matrix } = (await made.assay('diff', ...V3V4, '--json')).json();
    expect(matrix.converters).toMatchObject([{ kind: 'ran', verdict: 'passes', ordinary: { converted: 8 } }]);
  });

  it('fails where a function comes to no answer, and nothing of what it threw is told', async () => {
    const made = functionProject(bodied('throw new Error("a value");'));
    await bind(made);
    const { exit, json } = await made.assay('diff', ...V3V4, '--json');
    expect(exit).toBe(1);
    const { converters, meaning } = json().matrix;
    expect(meaning).toBe('fails');
    expect(converters[0]).toMatchObject({
      kind: 'ran',
      verdict: 'fails',
      failures: expect.arrayContaining([
        expect.objectContaining({ what: 'function-ends', code: 'FUNCTION_THREW' }),
      ]),
    });
    expect(JSON.stringify(converters)).not.toContain('a value');
    expect((await made.assay('diff', ...V3V4)).out).toContain('a function came to no answer');
  });

  it('fails where its functions are not what it binds, because nobody could run it', async () => {
    const made = functionProject();
    const { json } = await made.assay('diff', ...V3V4, '--json');
    expect(json().matrix.converters).toMatchObject([
      { kind: 'unplanned', code: 'FUNCTION_UNBOUND', verdict: 'fails' },
    ]);
  });

  it('fails the meaning where it leads nowhere, and says why in every report', async () => {
    const broken = copiedProject();
    broken.edit(CONVERTER, '{kind: unit, to: ms}', '{kind: unit, to: us}');
    const { json, exit } = await broken.assay('matrix', 'training.example', '--json');
    expect(exit).toBe(1);
    expect(json().converters).toMatchObject([
      { kind: 'unplanned', code: 'CONVERTER_MEANING_LEFT', verdict: 'fails', file: CONVERTER },
    ]);
    expect(json().meaning).toBe('fails');
    const junit = await broken.assay('matrix', 'training.example', '--format', 'junit');
    expect(junit.out).toContain('CONVERTER_FAILS');
    const sarif = JSON.parse((await broken.assay('matrix', 'training.example', '--format', 'sarif')).out);
    const results = sarif.runs[0].results as { ruleId: string; locations: unknown[] }[];
    expect(results.filter(({ ruleId }) => ruleId === 'CONVERTER_FAILS')).toHaveLength(1);
    for (const format of ['markdown', 'html'])
      expect((await broken.assay('matrix', 'training.example', '--format', format)).out).toContain(
        'leads nowhere',
      );
  });
});
