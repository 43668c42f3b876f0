import { parentPort } from 'node:worker_threads';
import { Fault } from '../base/fault.ts';
import { FORMS } from '../codec/forms/forms.ts';
import type { PieceWriter } from '../codec/forms/record-form.ts';
import { packedApart } from './apart-wire.ts';
import { packedBatch, unpackedBatch } from './batch-wire.ts';
import { ConversionOfFile } from './conversion-of-file.ts';
import { type ConversionAsk, type ConversionSaid, faultWire, type Work } from './conversion-wire.ts';
import { convertBatch, leaveChain, writtenBatches } from './convert-batch.ts';
import { parquetWasm } from './parquet-wasm.ts';
import { transfersOf } from './piece-transfers.ts';

/** The thread of conversion-threads: what it is asked it does one after the other. */
const port = parentPort!;
const library = parquetWasm();

let work: Work | undefined;
let writer: PieceWriter | undefined;
let file: ConversionOfFile | undefined;

let last: Promise<void> = Promise.resolve();
port.on('message', (ask: ConversionAsk) => {
  // A function that never ends is waited for by what was asked before.
  if (ask.kind === 'stop') {
    if (work !== undefined) leaveChain(work.chain);
    process.exit();
  }
  last = last.then(() => act(ask));
});

async function act(ask: ConversionAsk): Promise<void> {
  try {
    await said(ask);
  } catch (error) {
    say({ kind: 'threw', error });
  }
}

async function said(ask: ConversionAsk): Promise<void> {
  switch (ask.kind) {
    case 'open': {
      ({ work } = ask);
      const { schema } = work.chain.plans.at(-1)!.to;
      writer = work.form && FORMS[work.form.form].writer({ schema, ...work.form, library });
      file = work.file && new ConversionOfFile(work.chain, work.file, library);
      return;
    }
    case 'close':
      if (work !== undefined) leaveChain(work.chain);
      await file?.close();
      [work, writer, file] = [undefined, undefined, undefined];
      return;
    case 'batch': {
      const { chain } = work!;
      const batch = unpackedBatch(chain.plans[0]!.from.schema, ask.batch);
      const chained = await convertBatch(chain, batch);
      if (chained instanceof Fault) return failed(chained);
      const { converted, ...done } = chained;
      const packed = packedBatch(chain.plans.at(-1)!.to.schema, converted, 'given');
      say({ kind: 'chained', done: { ...done, converted: packed.batch } }, packed.transfer);
      return;
    }
    case 'batches': {
      const { chain } = work!;
      const batches = ask.batches.map(batch => unpackedBatch(chain.plans[0]!.from.schema, batch));
      const written = await writtenBatches(chain, writer!, batches);
      if (written instanceof Fault) return failed(written);
      say({ kind: 'written', written }, transfersOf(written.piece));
      return;
    }
    case 'group': {
      const group = await file!.group(ask.block);
      if (group === undefined) say({ kind: 'trouble' });
      else {
        const rejects = packedApart(group.rejects);
        say(
          { kind: 'group', group: { ...group, rejects } },
          transfersOf({ kind: 'groups', groups: group.groups }),
        );
      }
    }
  }
}

const failed = (fault: Fault): void => say({ kind: 'failed', fault: faultWire(fault) });

function say(message: ConversionSaid, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
