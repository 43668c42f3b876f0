import { expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import type { PlainTask } from '../../src/matrix/plain-lane.ts';

const record = (...fields: Json[]): Json => ({ type: 'record', name: 'r', fields });
const ONE = record({ name: 'one', type: 'long' });
const NULLS = record({ name: 'nulls', type: { type: 'array', items: 'null' } });
/** A count of 2^31 - 1 nulls, which take no bytes, in six bytes: the block, and the end of the array. */
const BOMB = Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 0);
const limits = { start_ms: 20_000, task_ms: 20_000, heap_mib: 64, crashes_max: 10 };

const task = (id: string, schema: Json, bytes: Uint8Array): PlainTask => ({
  id,
  codec: 'avro',
  writerSchema: schema,
  readerSchema: schema,
  bytes,
  select: { kind: 'record' },
});

it('lays a crash at the door of the task that did it, though a child of many tasks holds answers back', async () => {
  const bombs = [21, 24, 97];
  const tasks = Array.from({ length: 130 }, (_, at) =>
    bombs.includes(at) ? task(`t${at}`, NULLS, BOMB) : task(`t${at}`, ONE, Uint8Array.of(2 * (at % 60))),
  );
  const readers = plainProcess(limits);
  // The second time with a child that has rested in between, and was ended by the first bomb.
  for (const _ of [1, 2]) {
    const answers = await readers.read(tasks);
    if (answers instanceof Fault) throw answers;
    expect(answers.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
    for (const [at, answer] of answers.entries())
      expect(answer).toMatchObject(
        bombs.includes(at)
          ? { kind: 'crash', how: 'SIGABRT' }
          : { kind: 'read', values: [['one', { text: `${at % 60}` }]] },
      );
  }
});

it('asks a child that rests again, and starts another where two ask at a time', async () => {
  const readers = plainProcess(limits);
  const ask = (from: number) =>
    readers.read(Array.from({ length: 40 }, (_, at) => task(`${from + at}`, ONE, Uint8Array.of(2 * at))));
  for (const from of [0, 100, 200]) {
    const both = await Promise.all([ask(from), ask(from + 1_000)]);
    for (const answers of both) {
      if (answers instanceof Fault) throw answers;
      expect(answers.map(answer => answer.kind === 'read' && answer.values)).toEqual(
        Array.from({ length: 40 }, (_, at) => [['one', { kind: 'number', text: `${at}` }]]),
      );
    }
  }
});
