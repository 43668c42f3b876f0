import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, taskFiles } from '../../src/engine/foreign-wire.ts';

const line = (text: string) => parseLine(Buffer.from(text));

describe('what a reader of another make is given', () => {
  it('is a file for each record that has bytes of its own, and one for those that share theirs', () => {
    const [alone, shared] = [Buffer.from('{}'), Buffer.from('a file')];
    const task = (codec: 'json' | 'arrow', bytes: Buffer, row?: number) =>
      ({ id: '', codec, bytes, row, writerSchema: 1, readerSchema: 2, select: { kind: 'record' } }) as const;
    const files = taskFiles([
      task('json', alone),
      task('json', alone),
      task('arrow', shared, 0),
      task('arrow', shared, 1),
    ]);
    expect(files.get('task.json')).toMatchObject({
      probes: [
        { probe: 0, file: 'probe-0.bin' },
        { probe: 1, file: 'probe-1.bin' },
        { probe: 2, file: 'probe-2.bin', row: 0 },
        { probe: 3, file: 'probe-2.bin', row: 1 },
      ],
    });
    expect([files.get('probe-1.bin'), files.get('probe-2.bin')]).toEqual([alone, shared]);
    expect(files.has('probe-3.bin')).toBe(false);
  });
});

describe('a line that a reader of another make answers', () => {
  it('keeps an integer to its last digit, a null apart from nothing, and what JSON has no word for', () => {
    const read = `{"probe":0,"read":{"a":9223372036854775807,"b":null,"c":{"$float":"NaN"},"d":{"$bytes":"AP8="},
      "e":[1.5,-0.0],"f":{"x":true},"g":{"$map":[["$float",1]]}}}`;
    expect(line(read.replaceAll('\n', ' '))).toEqual({
      kind: 'answer',
      probe: 0,
      outcome: {
        kind: 'read',
        values: [
          ['a', { kind: 'bigint', text: '9223372036854775807' }],
          ['b', { kind: 'null' }],
          ['c', { kind: 'number', text: 'NaN' }],
          ['d', { kind: 'bytes', base64: 'AP8=' }],
          [
            'e',
            {
              kind: 'list',
              items: [
                { kind: 'number', text: '1.5' },
                { kind: 'number', text: '-0' },
              ],
            },
          ],
          ['f', { kind: 'record', members: [['x', { kind: 'boolean', value: true }]] }],
          ['g', { kind: 'record', members: [['$float', { kind: 'number', text: '1' }]] }],
        ],
      },
    });
    expect(line('{"probe":3,"refused":"TYPE_MISMATCH"}')).toMatchObject({
      outcome: { code: 'TYPE_MISMATCH' },
    });
    expect(line('{"done":4}')).toEqual({ kind: 'done', probes: 4 });
  });

  it.each([
    ['no JSON', 'nonsense'],
    ['NaN, which is none either', '{"probe":0,"read":{"a":NaN}}'],
    ['a key twice', '{"probe":0,"read":{"a":1,"a":2}}'],
    ['an unknown key', '{"probe":0,"read":{},"note":"x"}'],
    ['both', '{"probe":0,"read":{},"refused":"X"}'],
    ['neither', '{"probe":0}'],
    ['no number', '{"read":{}}'],
    ['a number that counts nothing', '{"probe":-1,"read":{}}'],
    ['an objection that could quote a record', '{"probe":0,"refused":"bad value 17"}'],
    ['a list for a record', '{"probe":0,"read":[]}'],
    ['an unknown tag', '{"probe":0,"read":{"a":{"$date":1}}}'],
    ['a tag with company', '{"probe":0,"read":{"a":{"$bytes":"","b":1}}}'],
    ['bytes that are no base64', '{"probe":0,"read":{"a":{"$bytes":"A"}}}'],
    ['a float that JSON has a word for', '{"probe":0,"read":{"a":{"$float":"1"}}}'],
    ['an entry of three', '{"probe":0,"read":{"a":{"$map":[["k",1,2]]}}}'],
    ['an end with company', '{"done":1,"probe":0}'],
    ['text that is no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
  ])('is none with %s', (_, text) => {
    expect(parseLine(Buffer.from(text, 'latin1'))).toBeUndefined();
  });

  it('makes nothing throw, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map(text => Buffer.from(text)),
        ),
        bytes => {
          parseLine(bytes);
        },
      ),
      { numRuns: 200 },
    );
  });
});
