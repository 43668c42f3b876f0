import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedProject, emptyFolder, newProject } from './harness.ts';

describe('assay check weather.daily', () => {
  const folder = copiedProject();

  it('passes the encoding and fails the meaning, because the schema is the same and the labels are not', async () => {
    const { exit, json } = await folder.assay('check', 'weather.daily', '--json');
    expect(exit).toBe(1);
    const [subject] = json().subjects;
    const [revision] = subject.revisions;
    expect(json()).toMatchObject({ holds: false });
    expect(subject.versions).toEqual([]);
    expect(revision).toMatchObject({
      from: '1.31.1',
      to: '2.1.0',
      version: 1,
      encoding: 'passes',
      meaning: 'fails',
      records: 1461,
      rejects: [],
      affected: ['weather-trainer'],
      record: { kind: 'written', faults: [] },
      verdict: { holds: false },
    });
    expect(revision.recordSchema).toMatch(/^sha256:ad5a0e62d732/);
  });

  it('finds the known truth of the data', async () => {
    const { json } = await folder.assay('check', 'weather.daily', '--json');
    const { comparison } = json().subjects[0].revisions[0];
    expect(comparison.rows).toEqual({
      before: 1461,
      after: 1461,
      matched: 1461,
      missing: 0,
      extra: 0,
      differ: 391,
    });
    expect(comparison.slices).toMatchObject([
      { slice: 'month', parts: 48, clean: 15, worst: { key: '2015-12', rows: 31, differ: 25 } },
    ]);
    expect(comparison.distribution.divergence).toBeCloseTo(0.092, 3);
    const weather = comparison.fields.find((field: { name: string }) => field.name === 'weather');
    expect(weather.differ).toBe(391);
    expect(weather.confusion.pairs).toContainEqual({ from: 'fog', to: 'rain', count: 307 });
    expect(weather.explanation.oneTerm).toEqual({
      condition: {
        kind: 'term',
        terms: [{ of: 'value', field: 2, name: 'precipitation', test: 'above', value: 0 }],
      },
      matching: 623,
      covered: 388,
    });
    const others = comparison.fields.filter((field: { name: string }) => field.name !== 'weather');
    expect(others.map((field: { differ: number }) => field.differ)).toEqual([0, 0, 0, 0, 0]);
  });

  it('shows a person the same facts, on lines a terminal holds', async () => {
    const { exit, out, err } = await folder.assay('check', 'weather.daily');
    expect(exit).toBe(1);
    expect(err).toBe('');
    for (const fact of [
      'encoding passes',
      'meaning  fails',
      '391 of 1461',
      '307  fog → rain',
      '2015-12: 25 of 31 (81 %)',
      '15 of 48 clean',
      '0.092',
      'precipitation > 0',
      '388 of the 391',
    ])
      expect(out).toContain(fact);
    expect(Math.max(...out.split('\n').map(line => line.length))).toBeLessThanOrEqual(110);
  });

  it('changes nothing and makes no store', async () => {
    await folder.assay('check');
    expect(existsSync(path.join(folder.root, '.assay'))).toBe(false);
  });
});

describe('assay check', () => {
  it('judges every subject when none is named', async () => {
    const { exit, json } = await copiedProject().assay('check', '--json');
    expect(exit).toBe(1);
    expect(json().subjects.map((one: { subject: string }) => one.subject)).toEqual([
      'training.example',
      'weather.daily',
    ]);
    expect(json().subjects[0].versions).toMatchObject([
      {
        from: 3,
        to: 4,
        encoding: 'fails',
        meaning: 'fails',
        promised: ['backward', 'forward'],
        affected: ['outcome-collator', 'outcome-trainer'],
        comparison: { class: 'migrate' },
      },
    ]);
  });

  it('never passes a project without a subject, because a check of nothing is no check', async () => {
    const folder = emptyFolder();
    folder.write('registry.config.ts', 'export default {};');
    const { exit, json } = await folder.assay('check', '--json');
    expect({ exit, code: json().code }).toEqual({ exit: 2, code: 'CHECK_EMPTY' });
  });

  it('names the subject that was meant', async () => {
    const { exit, json } = await copiedProject().assay('check', 'wether.daily', '--json');
    expect(exit).toBe(2);
    expect(json()).toMatchObject({ code: 'SUBJECT_UNKNOWN', facts: { nearest: 'weather.daily' } });
  });

  it('asks for a change record, because a proposal without one would be refused', async () => {
    const folder = copiedProject();
    folder.remove('schemas/training.example/changes');
    const { exit, json } = await folder.assay('check', 'training.example', '--json');
    expect(exit).toBe(1);
    expect(json().subjects[0].versions[0].record).toMatchObject({
      kind: 'missing',
      faults: [{ code: 'CHANGE_MISSING', facts: { file: 'schemas/training.example/changes/v3-v4.yaml' } }],
    });
  });

  it('places what is wrong with a change record', async () => {
    const folder = copiedProject();
    folder.edit('schemas/training.example/changes/v3-v4.yaml', 'class: migrate', 'class: compatible');
    const { out } = await folder.assay('check', 'training.example');
    expect(out).toContain('schemas/training.example/changes/v3-v4.yaml:5:');
    expect(out).toContain('CLASS_MISMATCH');
  });
});

describe('what was accepted', () => {
  const codeOf = async (change: (folder: ReturnType<typeof copiedProject>) => void) => {
    const folder = copiedProject();
    change(folder);
    const { exit, json } = await folder.assay('check', '--json');
    const { faults } = json();
    expect(faults).toHaveLength(1);
    return { exit, code: faults[0].code, at: faults[0].at };
  };

  it('is never edited', async () => {
    expect(
      await codeOf(folder => folder.edit('schemas/training.example/v3.yaml', '[0, 600]', '[0, 601]')),
    ).toMatchObject({ exit: 2, code: 'ACCEPTED_EDITED', at: { file: 'schemas/training.example/v3.yaml' } });
  });

  it('is never lost', async () => {
    expect(await codeOf(folder => folder.remove('schemas/weather.daily/v1.yaml'))).toMatchObject({
      exit: 2,
      code: 'ACCEPTED_MISSING',
    });
    expect(await codeOf(folder => folder.remove('golden/weather.daily/1.31.1.yaml'))).toMatchObject({
      exit: 2,
      code: 'REVISION_MISSING',
    });
  });

  it('is asked after where the whole ledger is gone and a change record leads on, because nothing else tells a clone', async () => {
    const folder = copiedProject();
    folder.remove('schemas/weather.daily/ledger.yaml');
    const { out } = await folder.assay('check', 'weather.daily');
    expect(out).toContain('has no ledger.yaml');
    folder.remove('schemas/weather.daily/changes/1.31.1-2.1.0.yaml');
    const { json } = await folder.assay('check', 'weather.daily', '--json');
    expect(json().subjects[0].mayHaveLostLedger).toBe(false);
  });

  it('is data, too: another manifest is refused, and other bytes behind the same manifest', async () => {
    expect(
      await codeOf(folder => folder.edit('golden/weather.daily/1.31.1.yaml', 'yyyy/MM/dd', 'yyyy-MM-dd')),
    ).toMatchObject({
      exit: 2,
      code: 'REVISION_EDITED',
      at: { file: 'golden/weather.daily/1.31.1.yaml' },
    });
    expect(
      await codeOf(folder => {
        folder.remove('golden/weather.daily/2.1.0.yaml');
        folder.remove('golden/weather.daily/2.1.0.csv');
        folder.remove('schemas/weather.daily/changes');
        folder.edit('golden/weather.daily/1.31.1.csv', 'drizzle', 'rain');
      }),
    ).toMatchObject({
      exit: 2,
      code: 'DATA_DIGEST_MISMATCH',
      at: { file: 'golden/weather.daily/1.31.1.yaml' },
    });
  });
});

describe('what would go unread', () => {
  const files: ReadonlyArray<readonly [file: string, code: string]> = [
    ['schemas/weather.daily/v2.yml', 'FILE_UNEXPECTED'],
    ['schemas/weather.daily/V2.yaml', 'FILE_UNEXPECTED'],
    ['schemas/weather.daily/changes/notes.txt', 'FILE_UNEXPECTED'],
    ['golden/weather.daily/3.0.0.yml', 'FILE_UNEXPECTED'],
    ['golden/weather.daily/3.0.0.csv', 'FILE_UNEXPECTED'],
    ['golden/weather.daily/older/3.0.0.yaml', 'FILE_UNEXPECTED'],
    ['golden/3.0.0.csv', 'FILE_UNEXPECTED'],
    ['golden/wether.daily/3.0.0.yaml', 'FOLDER_UNREAD'],
    ['golden/wether.daily/3.0.0.csv', 'FOLDER_UNREAD'],
    ['schemas/v4.yaml', 'FILE_UNEXPECTED'],
    ['schemas/vocabularies/outcomes.yaml', 'FILE_UNEXPECTED'],
    ['schemas/vocabularies/older/outcome.yaml', 'FILE_UNEXPECTED'],
    ['schemas/vocabulary/deep/outcome.yaml', 'FOLDER_UNREAD'],
    ['schemas/weather.hourly/v1.yaml', 'FOLDER_UNREAD'],
  ];
  for (const [file, code] of files)
    it(`refuses ${file}, because it would pass by never being looked at`, async () => {
      const folder = copiedProject();
      folder.write(file, 'x: 1\n');
      const { exit, json } = await folder.assay('check', '--json');
      expect(exit).toBe(2);
      const { faults, subjects, holds } = json();
      expect(faults).toMatchObject([{ code }]);
      expect(holds).toBe(false);
      expect(subjects.length, 'what does not lie in its folder is still judged').toBeGreaterThanOrEqual(1);
    });

  it('leaves alone what editors and systems put there', async () => {
    const folder = await newProject();
    folder.write('schemas/support.ticket/.v1.yaml.swp', 'x');
    folder.write('golden/.DS_Store', 'x');
    expect(await folder.assay('check')).toMatchObject({ exit: 0 });
  });

  it('finds two records of one change, because nobody should guess which counts', async () => {
    const folder = copiedProject();
    folder.write(
      'schemas/training.example/changes/again.yaml',
      folder.read('schemas/training.example/changes/v3-v4.yaml'),
    );
    expect((await folder.assay('check', '--json')).json().faults).toMatchObject([
      { code: 'CHANGE_FILE_NAME', facts: { expected: 'v3-v4.yaml' } },
      { code: 'CHANGE_TWICE' },
    ]);
  });

  it('follows no link out of the project', async () => {
    const folder = copiedProject();
    const other = copiedProject();
    folder.remove('schemas/vocabularies/outcome.yaml');
    symlinkSync(
      path.join(other.root, 'schemas/vocabularies/outcome.yaml'),
      path.join(folder.root, 'schemas/vocabularies/outcome.yaml'),
    );
    expect((await folder.assay('check', '--json')).json().faults).toMatchObject([
      { code: 'PATH_OUTSIDE', facts: { path: 'schemas/vocabularies/outcome.yaml' } },
    ]);
  });
});

describe('assay check of data under a later version', () => {
  it('shows both schema digests, because what changed is not unchanged', async () => {
    const folder = await newProject();
    for (const what of ['support.ticket@1', 'support.ticket/first']) await folder.assay('propose', what);
    const v1 = folder.read('schemas/support.ticket/v1.yaml').replace('ticket.v1', 'ticket.v2');
    folder.write(
      'schemas/support.ticket/v2.yaml',
      v1.replace('range: [0, 2592000000]', 'range: [0, 2592000001]'),
    );
    folder.write(
      'schemas/support.ticket/changes/v1-v2.yaml',
      'changes: version\nsubject: support.ticket\nfrom: 1\nto: 2\nclass: compatible\nreason: A test.\nconsumers: [priority-trainer]\nbackfill: {kind: none}\nwithdraw_by: 2027-01-31\n',
    );
    folder.edit('registry.config.ts', 'writes: [1]', 'writes: [1, 2]');
    expect(await folder.assay('propose', 'support.ticket@2')).toMatchObject({ exit: 0 });
    const first = folder.read('golden/support.ticket/first.yaml');
    const same = first.replace('revision: first', 'revision: same');
    folder.write('golden/support.ticket/same.yaml', same);
    expect((await folder.assay('check')).out).toContain('schema digest unchanged (sha256:');
    folder.remove('golden/support.ticket/same.yaml');
    folder.write(
      'golden/support.ticket/second.yaml',
      same.replace('revision: same', 'revision: second').replace('version: 1', 'version: 2'),
    );

    const { out, err } = await folder.assay('check');
    expect(err).toBe('');
    expect(out).not.toContain('unchanged');
    expect(out).toMatch(/schema digest sha256:\w{12}… → sha256:\w{12}…/);
  });
});
