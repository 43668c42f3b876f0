import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { ForeignReaders } from '../../src/engine/port.ts';
import { parseConfig } from '../../src/service/config.ts';
import { strangerFault } from '../../src/service/registered.ts';
import { copiedProject } from './harness.ts';

const IMAGES = (lines: string): string => `export default {
  producers: [{ name: 'export', subject: 'training.example', writes: [4] }],
  consumers: [
    { name: 'trainer', kind: 'trainer', subject: 'training.example', reads: { from: 4, to: 4 }, purpose: 'trains',
      reader: { exec: ['trainer'], codecs: ['avro'] } },
  ],
  images: [
    ${lines}
  ],
};`;
const BEFORE = `{ name: 'trainer-before', subject: 'training.example', version: 4, until: '2026-01-15',
      reader: { exec: ['before', '-x'], codecs: ['json'], limitMs: 5000, memoryMib: 300 } },`;

const READER = { exec: ['reader'], codecs: ['json'] };

/** Says what it was asked, and refuses all of it. */
function refusing() {
  const asked: unknown[] = [];
  const readers: ForeignReaders = {
    read: async (command, tasks) => {
      asked.push(command);
      const answers = tasks.map(({ id }) => ({ id, kind: 'refused', code: 'NO' }) as const);
      return { kind: 'ran', answers, troubles: new Map(), trouble: undefined };
    },
  };
  return { asked, readers };
}

const project = (lines: string) => {
  const folder = copiedProject();
  folder.write('registry.config.ts', IMAGES(lines));
  return folder;
};

describe('readers that registry.config.ts names', () => {
  it('are each asked in a cell of their own, with their limits, and one that refuses fails', async () => {
    const { asked, readers } = refusing();
    const assay = project(BEFORE).as({ foreignReaders: readers });
    const { exit, json } = await assay('matrix', 'training.example', '--json');
    expect(exit).toBe(1);
    expect(asked).toEqual([
      { exec: ['trainer'], limit_ms: 60_000, memory_mib: 2_048 },
      { exec: ['before', '-x'], limit_ms: 5_000, memory_mib: 300 },
    ]);
    expect(json().foreign).toMatchObject([
      { image: 'trainer', cell: { codec: 'avro', writer: 4, reader: 4 }, encoding: 'fails' },
      { image: 'trainer-before', cell: { codec: 'json', writer: 4, reader: 4 }, encoding: 'fails' },
    ]);
    const { out } = await assay('matrix', 'training.example');
    expect(out).toMatch(/trainer-before +json +v4 → v4 +\d+ refused/);
  });

  it('are asked until the last day of their window, and not after it', async () => {
    const { asked, readers } = refusing();
    const late = project(BEFORE).as({ foreignReaders: readers, now_ms: () => Date.UTC(2026, 0, 16) });
    await late('matrix', 'training.example', '--json');
    expect(asked).toHaveLength(1);
  });

  it('leave the matrix incomplete when their image is not there', async () => {
    const assay = project('').as({ foreignReaders: { read: async () => ({ kind: 'missing' }) } });
    const { exit, json } = await assay('matrix', 'training.example', '--json');
    expect([exit, json().conditions]).toEqual([1, ['INCOMPLETE']]);
  });

  it.each([
    ['a day that is none', { until: '2026-02-30' }, 'images.0.until'],
    ['no command', { reader: { exec: [], codecs: ['json'] } }, 'images.0.reader.exec'],
    ['a codec that is none', { reader: { exec: ['a'], codecs: ['xml'] } }, 'images.0.reader.codecs.0'],
    ['a name that is taken', { name: 'trainer' }, 'images.0.name'],
    ['more time than anybody waits', { reader: { ...READER, limitMs: 9e9 } }, 'images.0.reader.limitMs'],
    ['a key nobody knows', { reader: { ...READER, limit: 1 } }, 'images.0.reader'],
  ])('are refused with %s', (_, other, key) => {
    const subject = 'training.example';
    const reads = { from: 4, to: 4 };
    const config = parseConfig('registry.config.ts', {
      consumers: [{ name: 'trainer', kind: 'trainer', subject, reads, purpose: 'trains', reader: READER }],
      images: [{ name: 'before', subject, version: 4, reader: READER, ...other }],
    });
    expect(config).toMatchObject({ code: 'CONFIG_INVALID', facts: { key } });
  });

  it('are refused for a subject that is not there, because they would never be asked', () => {
    const image = { name: 'before', subject: 'training.exampel', version: 4, reader: READER };
    const config = parseConfig('registry.config.ts', { images: [image] });
    if (config instanceof Fault) throw config;
    expect(strangerFault(['training.example'], config)).toMatchObject({
      code: 'REGISTERED_SUBJECT_UNKNOWN',
      facts: { who: 'before', nearest: 'training.example' },
    });
  });
});
