import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import { isReject, isSkipped } from '../../src/golden/refused.ts';
import { parseConfig } from '../../src/service/config.ts';
import { loadSubject } from '../../src/service/load-subject.ts';
import { convertersOn, isNoWay, recordWay } from '../../src/service/record-way.ts';
import { isRepeatable } from '../../src/service/repeatable.ts';
import { takeWay } from '../../src/service/take-way.ts';
import { inSeconds } from '../cli/converted-tickets.ts';
import { must } from '../contract/small-subject.ts';

const NOTHING = { unwritten: new Map(), unknown: new Map() };

describe('records on their way to another version', () => {
  it('each come through, are refused for one reason, or are passed over, and keep their keys', async () => {
    const folder = await inSeconds(undefined, {}, '\nwhere: priority != "urgent"');
    const project = { root: folder.root, config: must(parseConfig('registry.config.ts', {})) };
    const loaded = must(loadSubject(project, 'support.ticket'));
    const [from, to] = [loaded.contracts.get(1)!, loaded.contracts.get(2)!];
    const way = recordWay(loaded, from, to);
    if (isNoWay(way)) throw new Error('no way');
    expect(convertersOn(way)).toHaveLength(1);
    const latency = fc.option(fc.constantFrom(-5n, 0n, 1_000n, 1_500n, 7_000n, 2_592_000_001n));
    const label = fc.constantFrom('low', 'normal', 'urgent', 'gigantic');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(latency, label), { maxLength: 20 }), async samples => {
        const records = samples.map(([ms, priority], row) => [BigInt(row), 20_000, ms, priority]);
        const given = { batch: batchOf(from.schema, records), ...NOTHING };
        const { batch, rows, leftOut } = must(await takeWay(way, given));
        const gone = leftOut.rejects.map(({ row }) => row);
        expect([...rows, ...gone].sort((a, b) => a - b)).toEqual(records.map((_, row) => row));
        expect(gone).toEqual(gone.toSorted((a, b) => a - b));
        for (const [at, [ticket, , seconds]] of rowsOf(to.schema, batch).entries()) {
          const [ms] = samples[rows[at]!]!;
          expect([ticket, seconds]).toEqual([BigInt(rows[at]!), ms === null ? null : ms / 1000n]);
        }
        for (const [at, [ticket]] of rowsOf(to.schema, leftOut.batch).entries())
          expect(ticket).toBe(BigInt(gone[at]!));
        for (const one of leftOut.rejects) {
          const [ms, priority] = samples[one.row]!;
          const isBroken = priority === 'gigantic' || (ms !== null && (ms < 0n || ms > 2_592_000_000n));
          expect(isSkipped(one)).toBe(!isBroken && priority === 'urgent');
          if (isReject(one) && !isBroken) expect(one.code).toBe('PRECISION_LOSS');
        }
        expect(await isRepeatable(way, given, must(await takeWay(way, given)), new Map())).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('lead nowhere where a step has no converter and can not be read as it is', async () => {
    const folder = await inSeconds();
    folder.remove('schemas/support.ticket/converters');
    folder.remove('schemas/support.ticket/changes');
    const project = { root: folder.root, config: must(parseConfig('registry.config.ts', {})) };
    const loaded = must(loadSubject(project, 'support.ticket'));
    expect(recordWay(loaded, loaded.contracts.get(1)!, loaded.contracts.get(2)!)).toMatchObject({
      kind: 'no-way',
      from: 1,
      to: 2,
      refusals: [{ code: 'UNIT_CHANGED', field: 3 }],
      unusable: [],
    });
  });
});
