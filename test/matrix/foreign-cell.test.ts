import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base/limits.ts';
import { troubleTexts } from '../../src/cli/report/cell-facts.ts';
import { askForeign, reportForeign, type Trouble } from '../../src/matrix/foreign-cell.ts';
import { answered, inProcess } from './run.ts';
import { V3 } from './schemas.ts';

const CELL = { writer: 3, reader: 3, codec: 'avro', reason: 'supported' } as const;
const ask = askForeign('march', CELL, V3, V3, 1, 0, inProcess.parquet);
const probeOf = new Map(ask.asked.asks.map(({ task, probe }) => [task.id, probe.id]));
const answers = await answered(ask.tasks);

/** It ended at some probes, and said nothing to others. */
async function cellOf(ends: readonly number[], silent: readonly number[], trouble?: Trouble) {
  const at = (places: readonly number[]) => places.map(place => ask.tasks[place]!.id);
  const lost = new Set([...at(ends), ...at(silent)]);
  const cell = reportForeign(
    ask,
    new Map([...answers].filter(([id]) => !lost.has(id))),
    new Map(at(ends).map(id => [id, 'crash' as const])),
    trouble,
  );
  if (cell.kind !== 'ran') throw new Error('it ran');
  return { cell, names: (places: readonly number[]) => at(places).map(id => probeOf.get(id)!) };
}

describe('a reader of another make that crashes', () => {
  it('has each probe listed that it ended at, with the field the probe is about', async () => {
    const places = [2, 9, 14];
    const { cell, names } = await cellOf(places, []);
    expect(cell.troubles.map(({ kind, probe }) => [kind, probe])).toEqual(
      names(places).map(name => ['crash', name]),
    );
    expect(cell.troubles.map(({ probe, field }) => [probe, field])).toContainEqual([
      expect.stringMatching(/\/17\//),
      17,
    ]);
    expect(cell.unanswered).toEqual({ first: [], count: 0 });
    for (const name of names(places)) expect(troubleTexts(cell)).toContain(`crash at ${name}`);
  });

  it('has the probes behind that got no answer named, up to a bound, and all of them counted', async () => {
    const silent = ask.tasks.map((_, index) => index).slice(6);
    const { cell, names } = await cellOf([5], silent, 'crash');
    expect(cell.troubles).toHaveLength(1);
    expect(cell.unanswered.count).toBe(silent.length);
    expect(cell.unanswered.first.map(({ probe }) => probe)).toEqual(
      names(silent).slice(0, LIMITS.foreign_unanswered_told_max),
    );
    expect(cell).toMatchObject({ encoding: 'fails', meaning: 'fails' });
    const more = silent.length - LIMITS.foreign_unanswered_told_max;
    expect(troubleTexts(cell).join('\n')).toMatch(
      new RegExp(`no answer to ${silent.length} probes: .* and ${more} more`),
    );
  });

  it('has what it did as a whole told where no probe is known for it', async () => {
    const { cell } = await cellOf([], [3, 4], 'partial');
    expect(cell.troubles).toEqual([{ kind: 'partial', probe: null, field: null }]);
    expect(cell.unanswered.count).toBe(2);
  });
});
