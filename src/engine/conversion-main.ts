import { parentPort } from 'node:worker_threads';
import type { Chain } from '../convert/chain.ts';
import { packedBatch, unpackedBatch } from './batch-wire.ts';
import type { ConversionAsk, ConversionSaid } from './conversion-wire.ts';
import { convertBatch } from './convert-batch.ts';

/** The thread of conversion-threads: what it is asked it does one after the other. */
const port = parentPort!;

let chain: Chain | undefined;
let last: Promise<void> = Promise.resolve();
port.on('message', (ask: ConversionAsk) => {
  last = last.then(() => act(ask));
});

async function act(ask: ConversionAsk): Promise<void> {
  if (ask.kind === 'chain') {
    chain = ask.chain;
    return;
  }
  try {
    const { converted, ...done } = await convertBatch(
      chain!,
      unpackedBatch(chain!.plans[0]!.from.schema, ask.batch),
    );
    const packed = packedBatch(chain!.plans.at(-1)!.to.schema, converted, 'given');
    say({ kind: 'chained', done: { ...done, converted: packed.batch } }, packed.transfer);
  } catch (error) {
    say({ kind: 'threw', error });
  }
}

function say(said: ConversionSaid, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(said, transfer);
}
