import { describe, expect, it } from 'vitest';
import { packed } from '../../../src/convert/function-wire.ts';
import { RunningFunction } from '../../../src/engine/functions/run.ts';
import { bundleOf, column, planOf, TAKEN } from './running.ts';

/** What comes of a child in which something else stands between the function and us. */
async function asked(harness: string) {
  const bundle = { ...(await bundleOf('return {};', 'process')), harness };
  const run = new RunningFunction(planOf(bundle, 'process'), bundle);
  const made = await run.make([column(TAKEN, [1n])], 1);
  run.end();
  return made;
}

const answering = (answer: string): string =>
  `({start: () => () => ({said: '{"kind":"ready"}', answer: () => (${answer})}), failedBy: () => ({})})`;

/** A message that says this, with buffers behind it. */
const saying = (said: string, ...buffers: readonly Uint8Array[]): string =>
  `Uint8Array.of(${packed([Buffer.from(said), ...buffers]).join()}).buffer`;

const MADE = '{"kind":"made"}';
const NOTHING = new Uint8Array(0);
const LONG = new Uint8Array(8);

describe('a child that says what is no answer', () => {
  it.each([
    ['bytes without sense', answering('new ArrayBuffer(24)')],
    ['no bytes', answering('new ArrayBuffer(0)')],
    ['no JSON', answering(saying('nonsense'))],
    ['another word', answering(saying('{"kind":"good"}'))],
    ['more than is asked', answering(saying('{"kind":"made","more":1}', NOTHING, NOTHING, NOTHING, LONG))],
    ['a word of another turn', answering(saying('{"kind":"ready"}'))],
    ['no columns', answering(saying(MADE))],
    ['too many columns', answering(saying(MADE, NOTHING, NOTHING, NOTHING, LONG, LONG))],
    ['a column of another length', answering(saying(MADE, NOTHING, NOTHING, NOTHING, new Uint8Array(16)))],
    ['a code that is not listed', answering(saying(MADE, Uint8Array.of(2, 0), NOTHING, NOTHING, LONG))],
    ['a column that is none', answering(saying('{"kind":"unfit","column":7,"unfit":"type","found":null}'))],
    ['text where a word is', answering(saying('{"kind":"threw","error":"secret","line":1,"column":1}'))],
    [
      'a word too long',
      answering(saying(`{"kind":"made"${' '.repeat(5_000)}}`, NOTHING, NOTHING, NOTHING, LONG)),
    ],
    ['a thing at the start that is none', "({start: () => () => ({said: 'x'})})"],
  ])('as %s is told, and nothing of it is taken', async (_, harness) => {
    const made = await asked(harness);
    expect(made).toMatchObject({ code: 'FUNCTION_ANSWER_BROKEN', facts: { function: 'f' } });
    expect(JSON.stringify(made)).not.toContain('secret');
  });

  it('is told where it ends, and how', async () => {
    expect(await asked('process.exit(3)')).toMatchObject({
      code: 'FUNCTION_ENDED',
      facts: { function: 'f', how: 'exit code 3' },
    });
    expect(await asked("process.kill(process.pid, 'SIGTERM'); for (;;);")).toMatchObject({
      code: 'FUNCTION_ENDED',
      facts: { how: 'SIGTERM' },
    });
  });

  it('can read no file and start no process, whatever stands in it', async () => {
    const fs = "process.getBuiltinModule('fs').readFileSync('/etc/hostname')";
    const child = "process.getBuiltinModule('child_process').execSync('true')";
    // What is refused is thrown, and ends it.
    for (const act of [fs, child])
      expect(
        await asked(`${act}; ${answering(saying(MADE, NOTHING, NOTHING, NOTHING, LONG))}`),
      ).toMatchObject({
        code: 'FUNCTION_ENDED',
        facts: { how: 'exit code 1' },
      });
    // So is it known that nothing else ended it.
    expect(await asked(answering(saying(MADE, NOTHING, NOTHING, NOTHING, LONG)))).toMatchObject({
      columns: [{ rows: 1 }],
    });
  });

  it('is told where it can not be started', async () => {
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    try {
      expect(await asked('')).toMatchObject({ code: 'FUNCTION_UNAVAILABLE', facts: { how: 'ENOENT' } });
    } finally {
      process.execPath = node;
    }
  });
});
