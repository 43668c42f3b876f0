import { describe, expect, it } from 'vitest';
import { copiedProject, type Folder } from './harness.ts';

const SUBJECT = 'schemas/training.example/subject.yaml';
const CHANGE = 'schemas/training.example/changes/v3-v4.yaml';
const DATA_CHANGE = 'schemas/weather.daily/changes/1.31.1-2.1.0.yaml';
const SET = 'golden/weather.daily/2.1.0.yaml';

const move = (folder: Folder, from: string, to: string): void => {
  folder.write(to, folder.read(from));
  folder.remove(from);
};

type Unread = {
  readonly what: string;
  readonly change: (folder: Folder) => void;
  readonly code: string;
  readonly facts?: object;
  readonly at?: object;
};

const UNREAD: readonly Unread[] = [
  {
    what: 'defaults of an id that no version has',
    change: folder => folder.edit(SUBJECT, '    23:\n', '    99: {logical: label}\n    23:\n'),
    code: 'DEFAULT_UNREAD',
    facts: { subject: 'training.example', id: 99 },
    at: { file: SUBJECT, column: 5 },
  },
  {
    what: 'a change record under the name of another step',
    change: folder => move(folder, CHANGE, CHANGE.replace('v3-v4', 'v2-v3')),
    code: 'CHANGE_FILE_NAME',
    facts: { expected: 'v3-v4.yaml' },
  },
  {
    what: 'a change record of data under the name of another step',
    change: folder => move(folder, DATA_CHANGE, DATA_CHANGE.replace('2.1.0', '2.2.0')),
    code: 'CHANGE_FILE_NAME',
    facts: { expected: '1.31.1-2.1.0.yaml' },
  },
  {
    what: 'a change record of a version that is not there',
    change: folder => {
      const text = folder.read(CHANGE).replace('to: 4', 'to: 5').replace('from: 3', 'from: 4');
      folder.write(CHANGE.replace('v3-v4', 'v4-v5'), text);
    },
    code: 'CHANGE_UNREAD',
    at: { file: CHANGE.replace('v3-v4', 'v4-v5') },
  },
  {
    what: 'a change record that leaves out a version between',
    change: folder => {
      folder.edit(CHANGE, 'from: 3', 'from: 2');
      move(folder, CHANGE, CHANGE.replace('v3-v4', 'v2-v4'));
    },
    code: 'CHANGE_UNREAD',
  },
  {
    what: 'a change record of data that is not there',
    change: folder => {
      const text = folder.read(DATA_CHANGE).replace('to: "2.1.0"', 'to: "2.2.0"');
      folder.write(DATA_CHANGE.replace('2.1.0', '2.2.0'), text);
    },
    code: 'CHANGE_UNREAD',
  },
  {
    what: 'a contract under the name of another version',
    change: folder => move(folder, 'schemas/training.example/v4.yaml', 'schemas/training.example/v5.yaml'),
    code: 'CONTRACT_FILE_NAME',
    facts: { version: 4 },
  },
  {
    what: 'a manifest under the name of another revision',
    change: folder => move(folder, SET, SET.replace('2.1.0', '2.1.1')),
    code: 'SET_FILE_NAME',
    facts: { revision: '2.1.0' },
    at: { file: SET.replace('2.1.0', '2.1.1') },
  },
  {
    what: 'the form of dates of a field that is no date',
    change: folder => folder.edit(SET, '  date: ', '  wind: yyyy/MM/dd\n  date: '),
    code: 'SET_KEY_MEANINGLESS',
    facts: { key: 'lexical', field: 'wind' },
    at: { file: SET, column: 3 },
  },
  {
    what: 'a spelling of null in a format that has one of its own',
    change: folder => folder.edit(SET, 'format: csv', 'format: json'),
    code: 'SET_KEY_MEANINGLESS',
    facts: { key: 'lexical', field: 'date' },
    at: { file: SET },
  },
  {
    what: 'a spelling of null of a field that is not there',
    change: folder => folder.edit(SET, /$/, 'nulls: {wnd: NA}\n'),
    code: 'SET_FIELD_UNKNOWN',
    facts: { key: 'nulls', field: 'wnd', version: 1, nearest: 'wind' },
    at: { file: SET, column: 9 },
  },
  {
    what: 'a threshold of a field that is not there',
    change: folder => folder.edit(DATA_CHANGE, /$/, 'thresholds: {"cells.share:wether": 0.3}\n'),
    code: 'THRESHOLD_UNKNOWN',
    facts: { measure: 'cells.share:wether', nearest: 'cells.share:weather' },
    at: { file: DATA_CHANGE },
  },
  {
    what: 'a threshold of a slice, where only a field can be meant',
    change: folder => folder.edit(DATA_CHANGE, /$/, 'thresholds: {"cells.share:month": 0.3}\n'),
    code: 'THRESHOLD_UNKNOWN',
  },
  {
    what: 'a threshold of a field, for a measure of all records',
    change: folder => folder.edit(DATA_CHANGE, /$/, 'thresholds: {"rows.missing:wind": 3}\n'),
    code: 'THRESHOLD_UNKNOWN',
    facts: { nearest: 'rows.missing' },
  },
  {
    what: 'a threshold of shadow statistics for a field that is not there',
    change: folder => folder.edit(DATA_CHANGE, /$/, 'thresholds: {"shadow.distance:wnd": 0.3}\n'),
    code: 'THRESHOLD_UNKNOWN',
    facts: { nearest: 'shadow.distance:wind' },
  },
  {
    what: 'a change record of data that follows itself',
    change: folder => {
      const text = folder.read(DATA_CHANGE).replace(/from: .*/, 'from: "2.1.0"');
      folder.write(DATA_CHANGE.replace('1.31.1-', '2.1.0-'), text);
    },
    code: 'CHANGE_UNREAD',
  },
];

describe('what would go unread', () => {
  for (const { what, change, code, facts = {}, at } of UNREAD)
    it(`is refused when it is ${what}`, async () => {
      const folder = copiedProject();
      change(folder);
      const { exit, json } = await folder.assay('check', '--json');
      expect(exit).toBe(2);
      const { faults, subjects } = json();
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatchObject({ code, facts, ...(at === undefined ? {} : { at }) });
      expect(subjects, 'the other subject is judged as ever').toHaveLength(1);
    });

  it('is no record that says which kind of change it is, where two steps would share a name', async () => {
    const folder = copiedProject();
    move(folder, DATA_CHANGE, DATA_CHANGE.replace('1.31.1', 'revision-1.31.1'));
    expect(await folder.assay('check')).toMatchObject({ exit: 1, err: '' });
  });
});

describe('bad files', () => {
  it('are told one by one, and end the judgement of nobody else', async () => {
    const folder = copiedProject();
    folder.edit('schemas/training.example/v3.yaml', 'physical: int64', 'physical: int65');
    folder.edit('schemas/training.example/v4.yaml', '    unit:', '    untis:');
    folder.edit(CHANGE, 'class: migrate', 'class: migration');
    folder.write('schemas/training.example/v4.yml', 'x: 1\n');

    const asJson = await folder.assay('check', '--json');
    expect(asJson.exit).toBe(2);
    const { faults, subjects, holds } = asJson.json();
    expect(holds).toBe(false);
    expect(faults.map(({ code, at }: { code: string; at?: { file: string } }) => [code, at?.file])).toEqual([
      ['FILE_UNEXPECTED', undefined],
      ['SHAPE', 'schemas/training.example/v3.yaml'],
      ['UNKNOWN_KEY', 'schemas/training.example/v4.yaml'],
      ['SHAPE', CHANGE],
    ]);
    expect(subjects).toMatchObject([
      { subject: 'weather.daily', holds: false, revisions: [{ meaning: 'fails' }] },
    ]);

    const { exit, out, err } = await folder.assay('check');
    expect(exit).toBe(2);
    expect(out).toContain('391 of 1461');
    expect(out).toMatch(/^fails +1 of 1 proposed, 4 errors$/m);
    expect(err.match(/^error /gm)).toHaveLength(4);
  });

  it('are never a pass, even where nothing else is proposed', async () => {
    const folder = copiedProject();
    folder.write('schemas/weather.daily/subject.yaml', 'subject: [\n');
    for (const name of ['v4.yaml', 'changes']) folder.remove(`schemas/training.example/${name}`);
    folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [3]');
    folder.edit('registry.config.ts', 'to: 4', 'to: 3');
    const { exit, out, json } = await folder.assay('check', '--json');
    expect({ exit, holds: json().holds }).toEqual({ exit: 2, holds: false });
    expect(JSON.parse(out).subjects).toMatchObject([{ subject: 'training.example', holds: true }]);
  });

  it('are not made up: a contract is not blamed for the vocabulary it names', async () => {
    const folder = copiedProject();
    folder.edit('schemas/vocabularies/outcome.yaml', /label: \w+/, 'label: another');
    const { faults } = (await folder.assay('check', '--json')).json();
    expect(faults).toMatchObject([{ code: 'VOCAB_DIGEST_MISMATCH' }]);
  });

  it('leave a data revision unjudged, and the versions of its subject judged', async () => {
    const folder = copiedProject();
    folder.edit('golden/weather.daily/2.1.0.csv', 'rain', 'hail');
    const { exit, json } = await folder.assay('check', '--json');
    expect(exit, 'data that are not what was declared are a file nobody can use').toBe(2);
    expect(json().faults).toMatchObject([{ code: 'DATA_DIGEST_MISMATCH' }]);
    expect(json().subjects).toMatchObject([
      { subject: 'training.example', versions: [{ to: 4 }] },
      { subject: 'weather.daily', revisions: [], holds: false },
    ]);
  });
});
