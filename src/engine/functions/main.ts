import { readSync, writeSync } from 'node:fs';
import process from 'node:process';
import { packed, unpacked } from '../../convert/function-wire.ts';
import { ANSWER_ON, type Ask, type Engine, HEAD_BYTES } from './ask.ts';
import { openHere } from './here.ts';

/**
 * The child process of child.ts: it is told once what to run, and then asked a batch at a time. It never comes back to the loop of
 * events, so nothing that a function left to do later is ever done.
 */
const isolation = process.argv[2];
const leave = process.exit.bind(process);

/** So much of what comes, or the end. */
function taken(bytes: number): Uint8Array<ArrayBuffer> {
  const held = new Uint8Array(bytes);
  for (let at = 0; at < bytes; ) {
    const more = read(held, at);
    if (more === 0) leave(0);
    at += more;
  }
  return held;
}

function read(held: Uint8Array, at: number): number {
  for (;;) {
    try {
      return readSync(0, held, at, held.length - at, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

function next(): Uint8Array<ArrayBuffer> {
  const head = taken(HEAD_BYTES);
  return taken(Number(new DataView(head.buffer).getBigUint64(0, true)));
}

function say(bytes: Uint8Array): void {
  const head = new Uint8Array(HEAD_BYTES);
  new DataView(head.buffer).setBigUint64(0, BigInt(bytes.length), true);
  for (const part of [head, bytes]) for (let at = 0; at < part.length; ) at += write(part, at);
}

function write(part: Uint8Array, at: number): number {
  try {
    return writeSync(ANSWER_ON, part, at, part.length - at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return 0;
  }
}

const open: Engine = isolation === 'quickjs' ? (await import('./quickjs.ts')).openQuickjs : openHere;
// What it takes until here it takes by itself.
say(packed([]));
const buffers = unpacked(next());
if ('trouble' in buffers) throw new Error(buffers.trouble);
const [order, harness, bundle] = buffers.map(buffer => Buffer.from(buffer).toString('utf8'));
const ask: Ask = {
  ...(JSON.parse(order!) as Omit<Ask, 'harness' | 'bundle'>),
  harness: harness!,
  bundle: bundle!,
};
const encoder = new TextEncoder();
const opened = await open(ask);
say(packed([encoder.encode(opened.said)]));
for (const { answer } = opened; answer !== undefined; ) say(new Uint8Array(answer(next().buffer)));
