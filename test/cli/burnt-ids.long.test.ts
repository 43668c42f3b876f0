import { expect, it } from 'vitest';
import { copiedProject } from './harness.ts';

it('burns the ids of what is withdrawn, and check refuses them as propose does, without the store too', async () => {
  const folder = copiedProject();
  await folder.assay('propose', 'training.example@3');
  const v4 = 'schemas/training.example/v4.yaml';
  const plain = folder.read(v4);
  const withField = (own: string) =>
    plain.replace('fields:', `fields:\n  - {id: 70, ${own}, nullable: true}`);
  folder.write(v4, withField('name: city, physical: string, logical: text'));
  expect((await folder.assay('propose', 'training.example@4', '--json')).json()).toMatchObject({
    state: 'proposed',
    ledgerWritten: true,
  });
  expect((await folder.assay('withdraw', 'training.example@4')).exit).toBe(0);
  folder.write(v4, withField('name: age, physical: int32, logical: number'));
  const line =
    folder
      .read(v4)
      .split('\n')
      .findIndex(text => text.includes('id: 70')) + 1;
  const refusal = { code: 'FIELD_ID_REUSED', exit: 1, facts: { id: 70 }, at: { file: v4, line } };
  const before = folder.stored();
  const again = await folder.assay('propose', 'training.example@4', '--json');
  expect({ ...again.json(), exit: again.exit }).toMatchObject(refusal);
  expect(folder.stored()).toEqual(before);
  const checked = async () => {
    const { exit, json } = await folder.assay('check', 'training.example', '--json');
    const { code, at } = json().subjects[0].versions[0].refused;
    return { exit, code, at };
  };
  const { exit, code, at } = refusal;
  expect(await checked()).toMatchObject({ exit, code, at });
  folder.remove('.assay');
  expect(await checked()).toMatchObject({ exit, code, at });
});
