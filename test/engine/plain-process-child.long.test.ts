import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { Fault } from '../../src/base/fault.ts';
import { batchOf } from '../../src/contract/batch.ts';
import { plainProcess } from '../../src/engine/plain-process.ts';
import { FILES_KEPT } from '../../src/engine/plain-wire.ts';
import type { PlainAnswer, PlainTask } from '../../src/matrix/plain-lane.ts';
import { CODECS } from '../matrix/run.ts';
import { field, schemaOf } from '../matrix/schemas.ts';

const record = (...fields: Json[]): Json => ({ type: 'record', name: 'r', fields });
const LATENCY = { name: 'latency', type: 'long' };
const PAIR = record(LATENCY, { name: 'outcome', type: 'int' });
const NULLS = record({ name: 'nulls', type: { type: 'array', items: 'null' } });
/** latency 12, outcome 1. */
const RECORD = Uint8Array.of(24, 2);
/** A count of 2^31 - 1 nulls, which take no bytes, in six bytes: the block, and the end of the array. */
const BOMB = Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f, 0);

const task = (id: string, over: Partial<PlainTask> = {}): PlainTask => ({
  id,
  codec: 'avro',
  writerSchema: PAIR,
  readerSchema: PAIR,
  bytes: RECORD,
  select: { kind: 'record' },
  ...over,
});
const bomb = (id: string): PlainTask => task(id, { writerSchema: NULLS, readerSchema: NULLS, bytes: BOMB });
const quick = { start_ms: 20_000, task_ms: 10_000, heap_mib: 64, crashes_max: 10 };

async function read(...tasks: PlainTask[]): Promise<readonly PlainAnswer[]> {
  const answers = await plainProcess(quick).read(tasks);
  if (answers instanceof Fault) throw answers;
  return answers;
}

describe('the child process of ordinary readers', () => {
  it('reads a record, and one field of it alone', async () => {
    const latency = ['latency', { kind: 'number', text: '12' }];
    expect(await read(task('a'), task('b', { select: { kind: 'field', name: 'latency' } }))).toEqual([
      { id: 'a', kind: 'read', values: [latency, ['outcome', { kind: 'number', text: '1' }]] },
      { id: 'b', kind: 'read', values: [latency] },
    ]);
  });

  it('refuses the record for one field and still reads the other alone, because a loud refusal hides a silent change', async () => {
    const readerSchema = record(LATENCY, { name: 'outcome', type: 'string' });
    const of = (name: string) => task(name, { readerSchema, select: { kind: 'field', name } });
    expect(await read(task('whole', { readerSchema }), of('latency'), of('outcome'))).toEqual([
      { id: 'whole', kind: 'refused', code: 'TYPE_MISMATCH' },
      { id: 'latency', kind: 'read', values: [['latency', { kind: 'number', text: '12' }]] },
      { id: 'outcome', kind: 'refused', code: 'TYPE_MISMATCH' },
    ]);
  });

  it('answers `crash` for the bytes that kill it, and reads the others in a new child', async () => {
    const answers = await read(task('before'), bomb('bomb'), task('between'), bomb('again'), task('after'));
    expect(answers.map(({ id, kind }) => [id, kind])).toEqual([
      ['before', 'read'],
      ['bomb', 'crash'],
      ['between', 'read'],
      ['again', 'crash'],
      ['after', 'read'],
    ]);
    expect(answers[1]).toMatchObject({ how: 'SIGABRT' });
  }, 60_000);

  it('answers `crash` with `timeout` for a task that does not end, because a hang is a crash nobody sees', async () => {
    const readers = plainProcess({ ...quick, task_ms: 300, heap_mib: 4096 });
    const answers = await readers.read([bomb('hang'), task('after')]);
    expect(answers).toMatchObject([
      { id: 'hang', kind: 'crash', how: 'timeout' },
      { id: 'after', kind: 'read' },
    ]);
  }, 30_000);

  it('leaves tasks unanswered when too many have killed it, because each costs a child or twenty seconds', async () => {
    const answers = await plainProcess({ ...quick, crashes_max: 2 }).read([
      task('before'),
      bomb('one'),
      bomb('two'),
      task('after'),
    ]);
    expect(answers).toMatchObject([{ kind: 'read' }, { kind: 'crash' }, { kind: 'crash' }]);
  }, 60_000);

  it('hears a text with U+2028 whole, because a line ends at a line feed and nowhere else', async () => {
    const text = '\u2028a\u2029\u0085\r';
    const schema = record({ name: 'text', type: 'string' });
    const length = Buffer.from(text).length;
    const bytes = Buffer.concat([Uint8Array.of(length * 2), Buffer.from(text)]);
    const readerSchema = record({ name: 'text', type: 'string', default: text });
    expect(
      await read(task('odd', { bytes, writerSchema: schema, readerSchema }), task('after')),
    ).toMatchObject([
      { id: 'odd', values: [['text', { kind: 'string', value: text }]] },
      { id: 'after', kind: 'read' },
    ]);
  });

  it('says so when no child can be started, instead of inventing answers', async () => {
    const fault = await plainProcess({ ...quick, start_ms: 1 }).read([task('a')]);
    expect(fault).toMatchObject({ code: 'PLAIN_READER_UNAVAILABLE', facts: { how: 'timeout' } });
  });

  it('starts nothing when nothing is asked', async () => expect(await read()).toEqual([]));

  it('tells the records of more files than it keeps apart, whichever of them are asked about again', async () => {
    const schema = schemaOf(field(1, 'n', 'int32'));
    const files = Array.from({ length: 2 * FILES_KEPT + 1 }, (_, at) => {
      const bytes = CODECS.arrow.codec.encode(schema, batchOf(schema, [[2 * at], [2 * at + 1]]));
      if (bytes instanceof Error) throw bytes;
      return bytes;
    });
    const readerSchema = CODECS.arrow.schemaOf(schema);
    // Each file after it went over, and again after as many others as are kept.
    const asked = [...files.keys(), ...files.keys()].flatMap(at => [0, 1].map(row => ({ at, row })));
    const answers = await read(
      ...asked.map(({ at, row }, i) =>
        task(`t${i}`, { codec: 'arrow', bytes: files[at]!, row, writerSchema: readerSchema, readerSchema }),
      ),
    );
    expect(answers.map(answer => answer.kind === 'read' && answer.values)).toEqual(
      asked.map(({ at, row }) => [['n', { kind: 'number', text: String(2 * at + row) }]]),
    );
  });

  it('keeps answers beside their tasks when there are more of them than are in flight', async () => {
    const tasks = Array.from({ length: 1_000 }, (_, i) =>
      task(`t${i}`, { bytes: Uint8Array.of(2 * (i % 60), 0) }),
    );
    const answers = await read(...tasks);
    expect(answers.map(answer => answer.id)).toEqual(tasks.map(({ id }) => id));
    for (const [i, answer] of answers.entries())
      expect(answer).toMatchObject({
        values: [
          ['latency', { text: String(i % 60) }],
          ['outcome', {}],
        ],
      });
  });
});
