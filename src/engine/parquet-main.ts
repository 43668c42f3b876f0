import { parentPort } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import { ParquetGroups } from './parquet-groups.ts';
import type { ParquetAsk, ParquetSaid } from './parquet-wire.ts';

/** The thread of parquet-thread: a file after another is read, a batch for each time it is asked. */
const port = parentPort!;

let [reading, asked] = [0, 0];
let wake: () => void = () => undefined;
port.on('message', (ask: ParquetAsk) => {
  if (ask.kind === 'file') {
    [reading, asked] = [ask.reading, LIMITS.parquet_batches_ahead];
    // What it throws ends the thread, and is the refusal of the file.
    void run(ask).then(say);
  } else if (ask.reading === reading) {
    asked++;
    wake();
  }
});

async function say(said: ParquetSaid): Promise<void> {
  while (asked === 0) await new Promise<void>(resolve => (wake = resolve));
  asked--;
  port.postMessage(said, said.kind === 'batch' ? [said.stream.buffer as ArrayBuffer] : []);
}

type Asked = Extract<ParquetAsk, { kind: 'file' }>;

async function run({ file: path, from, texts }: Asked): Promise<ParquetSaid> {
  const file = await ParquetGroups.open(path, texts);
  if (!(file instanceof ParquetGroups)) return { kind: 'refused', why: file };
  try {
    for (let block = from; block < file.layout.groups.length; block++) {
      const why = await file.checked(block);
      if (why !== undefined) return { kind: 'refused', why };
      for await (const stream of file.batches(block)) await say({ kind: 'batch', stream, block });
    }
    return { kind: 'end', rows: file.layout.rows };
  } finally {
    await file.close();
  }
}
