import { describe, expect, it } from 'vitest';
import { accepted, approved, clone, HOME, LEDGER, record, told, V3, V4 } from './adopting.ts';
import { copiedProject } from './harness.ts';

const LATER = Date.UTC(2040, 0, 1);

describe('assay adopt', () => {
  it('gives a clone the accepted history, where proposing it would ask again for what was approved', async () => {
    const origin = await accepted();
    const { store } = await told(origin, 'show', 'training.example@3');
    expect(origin.read(LEDGER)).toContain(`{change: ${store.governing.change}, from: `);
    const folder = clone(origin);
    // Years later, when other consumers read it, and no deadline is ahead.
    folder.edit('registry.config.ts', /name: 'outcome-trainer'/, "name: 'another-trainer'");
    const late = folder.as({ now_ms: () => LATER });
    const behind = { code: 'STORE_BEHIND', facts: { missing: 'training.example@3' } };
    for (const version of [3, 4]) {
      const { exit, json } = await late('propose', `training.example@${version}`, '--json');
      expect({ exit, ...json() }).toMatchObject({ exit: 2, ...behind });
    }
    const adopt = ['adopt', 'training.example', '--from', origin.root] as const;
    expect(await told(folder, ...adopt)).toMatchObject({
      exit: 0,
      kind: 'adopted',
      versions: [3, 4],
      revisions: [],
      left: [],
      seq: 1,
    });
    const stored = folder.stored();
    expect(await told(folder, ...adopt)).toMatchObject({ kind: 'already', versions: [], seq: 1 });
    expect(folder.stored()).toEqual(stored);

    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 0, faults: [] });
    const three = (await told(folder, 'show', 'training.example@3')).store;
    expect(three).toMatchObject({ state: 'active', governance: store.governance, class: 'identical' });
    expect(three.adopted.governed).toEqual([store.governing.change]);
    expect(three.governing).toMatchObject({ state: 'active', governance: store.governance });
    expect(three.governedBy).toEqual([three.governing.change]);
    expect(await told(folder, 'propose', 'training.example@4')).toMatchObject({
      kind: 'already',
      state: 'active',
    });
    expect((await told(folder, 'log', 'training.example')).entries[0].answer).toMatchObject({
      kind: 'adopted',
      source: origin.root,
      versions: [3, 4],
    });
    const build = ['release', 'build', 'training.example@3', '--generate', '10', '--out', 'out'];
    const { changes } = await told(folder, ...build);
    expect(changes.map((change: { digest: string }) => change.digest)).toEqual([
      three.change,
      three.governing.change,
    ]);
    expect(await told(folder, 'release', 'verify', 'out')).toMatchObject({ verdict: 'holds' });
  });

  it('never follows the ledger of the working tree, because anybody may write there what nobody approved', async () => {
    const folder = copiedProject();
    const committed = clone(folder);
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ state: 'active' });
    const { recordSchema } = await told(folder, 'show', 'training.example@4');
    folder.edit(
      LEDGER,
      'revisions: []',
      `  - version: 4
    recordSchema: ${recordSchema}
    ids:
      - {id: 17, name: response_latency_ms, kind: int64}
      - {id: 23, name: outcome, kind: string}
revisions: []`,
    );
    const answer = await told(folder, 'adopt', 'training.example', '--from', committed.root);
    expect(answer).toMatchObject({ kind: 'already', versions: [], left: ['training.example@4'] });
    expect((await told(folder, 'show', 'training.example@4')).store).toBeNull();
    const before = folder.stored();
    expect(await told(folder, 'propose', 'training.example@4')).toMatchObject({
      code: 'STORE_BEHIND',
      facts: { missing: 'training.example@4', asked: 'training.example@4' },
    });
    expect(folder.stored()).toEqual(before);
  });
});

describe('the compatibility a subject promises', () => {
  const SUBJECT = 'schemas/training.example/subject.yaml';

  it('is lowered by a version that somebody approves, and by no edit', async () => {
    const folder = copiedProject();
    folder.remove(V4);
    folder.remove(`${HOME}/changes`);
    folder.edit('registry.config.ts', 'writes: [3, 4]', 'writes: [3]');
    folder.edit('registry.config.ts', 'from: 3, to: 4', 'from: 3');
    folder.edit(SUBJECT, 'compatibility: backward', 'compatibility: full');
    folder.edit(LEDGER, 'compatibility: backward', 'compatibility: full');
    expect(await told(folder, 'propose', 'training.example@3')).toMatchObject({ state: 'active' });
    folder.edit(SUBJECT, 'compatibility: full', 'compatibility: backward');
    expect(await told(folder, 'check', 'training.example')).toMatchObject({
      exit: 1,
      faults: [{ code: 'COMPATIBILITY_LOWERED', at: { file: SUBJECT, line: 2 } }],
    });
    expect(await told(folder, 'show', 'training.example')).toMatchObject({ compatibility: 'full' });
    folder.write(
      V4,
      folder
        .read(V3)
        .replace('example.v3', 'example.v4')
        .replace(
          'fields:',
          'fields:\n  - {id: 40, name: note, physical: string, logical: text, nullable: true, default: null}',
        ),
    );
    folder.write(
      `${HOME}/changes/v3-v4.yaml`,
      record(3, 4)
        .replace('migrate', 'compatible')
        .replace(/converter: .*\n/, ''),
    );
    const { exit, faults, subjects } = await told(folder, 'check', 'training.example');
    expect({ exit, faults }).toEqual({ exit: 1, faults: [] });
    expect(subjects[0].versions[0]).toMatchObject({
      lowers: { from: 'full', to: 'backward' },
      promised: ['backward', 'forward'],
      class: 'compatible',
      meaning: 'fails',
      record: { faults: [] },
    });
    await approved(folder, 'training.example@4');
    expect(folder.read(LEDGER)).toContain('compatibility: backward\n');
    expect(await told(folder, 'check', 'training.example')).toMatchObject({ exit: 0 });
  });
});
