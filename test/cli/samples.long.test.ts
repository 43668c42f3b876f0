import { describe, expect, it } from 'vitest';
import { copiedProject } from './harness.ts';

const MATRIX = ['matrix', 'training.example', '--json'] as const;
const LATENCY = 'saved/avro-v3-v4-response_latency_ms-silent-change.json';

describe('assay matrix --save-samples and --samples', () => {
  const folder = copiedProject();
  const states = (json: { replayed: readonly { file: string; state: string }[] }) =>
    Object.fromEntries(json.replayed.map(({ file, state }) => [`saved/${file}`, state]));

  it('save the smallest record of each failure, which shows it again', async () => {
    const { json } = await folder.assay(...MATRIX, '--save-samples', 'saved');
    expect(json().samples.length).toBeGreaterThan(5);
    expect(JSON.parse(folder.read(LATENCY)).record).toMatchObject([{ value: 1, unit: 's' }, { value: 0 }]);
    const again = await folder.assay(...MATRIX, '--samples', 'saved');
    expect(new Set(Object.values(states(again.json())))).toEqual(new Set(['shows']));
    const { out } = await folder.assay('matrix', 'training.example', '--samples', 'saved');
    expect(out).toContain('still shows what it was saved for');
  });

  it('save one of a file of columns, and name the codecs that were asked for', async () => {
    const columns = copiedProject();
    const ask = [...MATRIX, '--codec', 'parquet', 'arrow'];
    const { json } = await columns.assay(...ask, '--save-samples', 'saved');
    const { cells, samples } = json() as {
      readonly cells: readonly { readonly cell: { readonly codec: string } }[];
      readonly samples: readonly string[];
    };
    expect([...new Set(cells.map(({ cell }) => cell.codec))]).toEqual(['arrow', 'parquet']);
    for (const codec of ['arrow', 'parquet']) {
      const name = `${codec}-v3-v4-response_latency_ms-silent-change.json`;
      expect(samples).toContain(name);
      expect(JSON.parse(columns.read(`saved/${name}`)).record).toMatchObject([
        { value: 1, unit: 's' },
        { value: 0 },
      ]);
    }
    const again = await columns.assay(...ask, '--samples', 'saved');
    expect(new Set(Object.values(states(again.json())))).toEqual(new Set(['shows']));
  });

  it('say that a sample is mended once both versions mean the same', async () => {
    const mended = copiedProject();
    mended.write(LATENCY, folder.read(LATENCY));
    mended.write('saved/other.json', folder.read(LATENCY.replace('v3-v4', 'v4-v3')));
    mended.edit('schemas/training.example/v4.yaml', 'unit: millisecond', 'unit: second');
    const found = states((await mended.assay(...MATRIX, '--samples', 'saved')).json());
    expect(found).toEqual({ [LATENCY]: 'mended', 'saved/other.json': 'mended' });
  });

  it('never pass what nobody could look at', async () => {
    const gone = copiedProject();
    gone.write(LATENCY, folder.read(LATENCY).replace('"version":4', '"version":9'));
    const { exit, json } = await gone.assay(...MATRIX, '--samples', 'saved');
    expect([exit, states(json())]).toEqual([1, { [LATENCY]: 'no-version' }]);
  });

  it.each([
    ['a folder that is not there', undefined],
    ['bytes that were changed', (text: string) => text.replace('"base64":"AgA="', '"base64":"BAA="')],
    ['a form that is none', (text: string) => text.replace('assay.sample/1', 'assay.sample/2')],
    ['another subject', (text: string) => text.replace('"training.example"', '"training.exampel"')],
    ['no JSON', (text: string) => text.slice(1)],
  ])('refuse %s', async (_, edit) => {
    const bad = copiedProject();
    if (edit !== undefined) bad.write(LATENCY, edit(folder.read(LATENCY)));
    const { exit, json } = await bad.assay(...MATRIX, '--samples', 'saved');
    expect([exit, json().code]).toEqual([2, 'SAMPLE_MALFORMED']);
  });
});
