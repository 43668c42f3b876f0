import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideAnswer } from '../../src/change/cell-claims.ts';
import { completionOf } from '../../src/change/completion.ts';
import { WITHHELD } from '../../src/contract/withheld.ts';
import { machineClock } from '../../src/engine/clock.ts';
import { matrixReport } from '../../src/matrix/report.ts';
import { parseConfig } from '../../src/service/config.ts';
import { KeptCells } from '../../src/service/kept-cells.ts';
import { loadSubject } from '../../src/service/load-subject.ts';
import { sliceEvidence } from '../../src/service/slice-evidence.ts';
import { MemoryStore } from '../../src/store/memory.ts';
import { type Folder, newProject } from '../cli/harness.ts';

const V1 = 'schemas/support.ticket/v1.yaml';
const SET = 'golden/support.ticket/first';

/** What golden samples show of the pairs, in the order they were asked for. */
function evidence(folder: Folder, ...pairs: readonly (readonly [writer: number, reader: number])[]) {
  return evidenceWith(undefined, folder, pairs);
}

function evidenceWith(
  kept: KeptCells | undefined,
  folder: Folder,
  pairs: readonly (readonly [writer: number, reader: number])[],
) {
  const config = parseConfig('registry.config.ts', {});
  if (config instanceof Fault) throw config;
  const project = { root: folder.root, config };
  const loaded = loadSubject(project, 'support.ticket');
  if (loaded instanceof Fault) throw loaded;
  return sliceEvidence(
    project,
    loaded,
    pairs.map(([writer, reader]) => ({ writer, reader })),
    kept,
  );
}

/** A second version, made of the first. */
function addVersion(folder: Folder, change: (text: string) => string = text => text): void {
  const text = folder.read(V1).replace('support.ticket.v1', 'support.ticket.v2');
  folder.write('schemas/support.ticket/v2.yaml', change(text));
}

/** A second revision, made of the first. */
function addData(folder: Folder, version: number, change: (csv: string) => string): void {
  const csv = change(folder.read(`${SET}.csv`));
  folder.write('golden/support.ticket/later.csv', csv);
  const manifest = folder
    .read(`${SET}.yaml`)
    .replaceAll('first.csv', 'later.csv')
    .replace('revision: first', 'revision: later')
    .replace('version: 1', `version: ${version}`)
    .replace(/sha256:[0-9a-f]{64}/, sha256(csv))
    .replace(/rows: \d+/, `rows: ${csv.split('\n').length - 2}`);
  folder.write('golden/support.ticket/later.yaml', manifest);
}

const BY_PRIORITY = [
  '{name: month, field: opened, by: month}',
  '{name: p, field: priority, by: value}',
] as const;

describe('what golden samples prove of the slices of a version', () => {
  it('is held against itself where it has one revision, because nothing came before that could differ', async () => {
    const folder = await newProject();
    expect(await evidence(folder, [1, 1])).toEqual([
      {
        writer: 1,
        reader: 1,
        slice: 'month',
        before: 'first',
        after: 'first',
        samples: 6,
        differ: 0,
        seen: 2,
        unseen: 0,
        firstUnseen: [],
        evidence: expect.stringMatching(/^sha256:/),
        why: null,
      },
    ]);
  });

  it('is nothing for a version without data, either way, and then nothing is complete', async () => {
    const folder = await newProject();
    addVersion(folder);
    const slices = await evidence(folder, [1, 1], [1, 2], [2, 1], [2, 2]);
    expect(slices.map(({ why }) => why)).toEqual([null, 'no-data', 'no-data', 'no-data']);
    expect(slices.slice(1).map(one => one.evidence)).toEqual([null, null, null]);
    const report = matrixReport(
      [
        {
          kind: 'blank',
          cell: { codec: 'avro', writer: 1, reader: 1, reason: 'supported' },
          why: 'no-answer',
        },
      ],
      17,
    );
    const ran = { ...report, cells: [{ ...report.cells[0], kind: 'ran', evidence: sha256('') } as never] };
    expect(completionOf(ran, slices.slice(0, 1)).state).toBe('COMPLETE');
    expect(completionOf(ran, slices).state).toBe('NOT_COMPLETE');
    expect(completionOf(report, slices.slice(0, 1)).state).toBe('NOT_COMPLETE');
  });

  it('counts the samples of a slice that differ, whatever it thinks of that', async () => {
    const folder = await newProject();
    addVersion(folder);
    addData(folder, 2, csv => csv.replace('15250,urgent', '15250,normal'));
    const [there, back] = await evidence(folder, [1, 2], [2, 1]);
    expect(there).toMatchObject({ before: 'first', after: 'later', samples: 6, differ: 1, why: null });
    expect(back).toMatchObject({ before: 'later', after: 'first', samples: 6, differ: 1, why: null });
    expect(there!.evidence).not.toBe(back!.evidence);
  });

  it('leaves a part unproved in which no sample was matched, and names it', async () => {
    const folder = await newProject();
    addVersion(folder);
    addData(folder, 2, csv => csv.replace(/^.*2026-01.*\n/gm, ''));
    const [there, back] = await evidence(folder, [1, 2], [2, 1]);
    expect(there).toMatchObject({ seen: 1, unseen: 1, firstUnseen: ['2026-01'], why: 'parts-unseen' });
    expect(there!.evidence).not.toBeNull();
    // What was never written under version 2 is no part of what its readers' forerunners may get.
    expect(back).toMatchObject({ seen: 1, unseen: 0, why: null });
  });

  it('misses each term that may be written and that no sample has, but not the one that stands for unknown', async () => {
    const folder = await newProject();
    folder.edit(V1, ...BY_PRIORITY);
    expect(await evidence(folder, [1, 1])).toMatchObject([{ seen: 3, unseen: 0, why: null }]);
    folder.edit(`${SET}.csv`, /urgent/g, 'low');
    folder.edit(`${SET}.yaml`, /sha256:[0-9a-f]{64}/, sha256(folder.read(`${SET}.csv`)));
    expect(await evidence(folder, [1, 1])).toMatchObject([
      { seen: 2, firstUnseen: ['urgent'], why: 'parts-unseen' },
    ]);
    folder.edit(V1, 'unknownPolicy: reject', 'unknownPolicy: {map: urgent}');
    expect(await evidence(folder, [1, 1])).toMatchObject([{ seen: 2, unseen: 0, why: null }]);
  });

  it('does not name a part of a guarded field', async () => {
    const folder = await newProject();
    folder.edit(V1, ...BY_PRIORITY);
    folder.edit(V1, 'logical: label\n', 'logical: label\n    sensitivity: restricted\n');
    folder.edit(`${SET}.csv`, /urgent/g, 'low');
    folder.edit(`${SET}.yaml`, /sha256:[0-9a-f]{64}/, sha256(folder.read(`${SET}.csv`)));
    expect((await evidence(folder, [1, 1]))[0]!.firstUnseen).toEqual([WITHHELD]);
  });

  it('takes all samples for one where the contract has labels and no slice', async () => {
    const folder = await newProject();
    folder.edit(V1, /slices:\n.*\n/, '');
    expect(await evidence(folder, [1, 1])).toMatchObject([
      { slice: null, samples: 6, seen: 1, unseen: 0, why: null },
    ]);
    folder.edit(V1, 'label: priority\n', '');
    expect(await evidence(folder, [1, 1])).toHaveLength(1);
    folder.edit(V1, 'logical: label', 'logical: category');
    expect(await evidence(folder, [1, 1])).toEqual([]);
  });

  it('says why data can not be compared', async () => {
    const folder = await newProject();
    addVersion(folder, text => text.replace('unit: ms', 'unit: s'));
    addData(folder, 2, csv => csv);
    expect(await evidence(folder, [1, 2])).toMatchObject([{ evidence: null, why: 'apart' }]);
    folder.edit('golden/support.ticket/later.csv', '1001', '1009');
    expect(await evidence(folder, [2, 2])).toMatchObject([{ evidence: null, why: 'DATA_DIGEST_MISMATCH' }]);
  });

  it('is none where no sample of the one is in the other', async () => {
    const folder = await newProject();
    addVersion(folder);
    addData(folder, 2, csv => csv.replace(/^10/gm, '20'));
    expect(await evidence(folder, [1, 2])).toMatchObject([{ samples: 0, why: 'no-samples' }]);
  });

  it('is kept with the cells, and taken as long as it has its form and the files are what they say', async () => {
    const folder = await newProject();
    folder.edit(V1, ...BY_PRIORITY);
    folder.edit(V1, 'logical: label\n', 'logical: label\n    sensitivity: restricted\n');
    folder.edit(`${SET}.csv`, /urgent/g, 'low');
    folder.edit(`${SET}.yaml`, /sha256:[0-9a-f]{64}/, sha256(folder.read(`${SET}.csv`)));
    const store = new MemoryStore(() => 0);
    const asked = () => {
      const workers = { name: `w${asks++}`, isGone: () => false };
      return evidenceWith(
        new KeptCells(
          store,
          sha256('code'),
          workers,
          machineClock(() => 0),
        ),
        folder,
        [[1, 1]],
      );
    };
    let asks = 0;
    const fresh = await evidence(folder, [1, 1]);
    expect(fresh[0]!.firstUnseen).toEqual([WITHHELD]);
    expect([await asked(), await asked()]).toEqual([fresh, fresh]);
    const scopes = await store.scopes();
    if (scopes instanceof Fault) throw scopes;
    expect(scopes).toEqual([{ scope: expect.stringMatching(/^cells\//), seq: 1 }]);
    const { scope } = scopes[0]!;
    const state = await store.readScope(scope);
    if (state instanceof Fault) throw state;
    const [row] = state.refs.get('answer')!.value as [Record<string, Json>];
    const forge = (answer: Json) =>
      store.transact(scope, `forged ${asks++}`, { kind: 'forge' }, () => decideAnswer(answer));
    await forge([{ ...row, differ: 99 }]);
    expect(await asked()).toMatchObject([{ differ: 99, firstUnseen: [WITHHELD] }]);
    await forge([{ ...row, differ: -1 }]);
    expect(await asked()).toEqual(fresh);
    folder.edit(`${SET}.csv`, '1001', '1009');
    expect(await asked()).toMatchObject([{ evidence: null, why: 'DATA_DIGEST_MISMATCH' }]);
  });
});
