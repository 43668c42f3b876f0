import type { Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { conversionThreads } from '../engine/conversion-threads.ts';
import { foreignProcess } from '../engine/foreign-process.ts';
import { plainProcess } from '../engine/plain-process.ts';
import { proposalDocument } from '../http/proposal-document.ts';
import { readSent } from '../http/read-sent.ts';
import { attachSent } from '../service/attach-sent.ts';
import { proposeSent } from '../service/propose-sent.ts';
import { rolloutSent } from '../service/rollout-sent.ts';
import type { SentAsk } from '../service/sent-changes.ts';
import type { JudgeAsk, JudgePart, JudgeSaid, JudgeSetup } from './judge-wire.ts';
import { openBlobs } from './open-blobs.ts';
import { openCells } from './open-cells.ts';
import { openStore } from './open-store.ts';

/** The child process of judges: one ask after the other, for one registry. */
const now_ms = (): number => Date.now();
const plain = plainProcess();
const foreign = foreignProcess();
const conversions = conversionThreads();
let setup: JudgeSetup | undefined;
/** Of the body that is asked about next. */
const parts: Uint8Array[] = [];

process.on('message', (message: JudgeSetup | JudgePart | JudgeAsk) => {
  if (message.kind === 'setup') setup = message;
  else if (message.kind === 'part') parts.push(message.bytes);
  else if (setup !== undefined) void judge(setup, message.ask);
});
// Its server is gone.
process.on('disconnect', () => process.exit(0));
// A signal to the group, such as Ctrl-C, is for the server: it lets what is being judged come to its end.
process.on('SIGINT', () => {});

async function judge(judged: JudgeSetup, ask: JudgeAsk['ask']): Promise<void> {
  const read = askIn(ask);
  const answer = read instanceof Fault ? read : await answerTo(judged, read);
  const said: JudgeSaid = answer instanceof Fault ? refused(answer) : { kind: 'answered', answer };
  process.send!(said);
}

function askIn(ask: JudgeAsk['ask']): SentAsk | Fault {
  if (ask.kind === 'read') return { kind: 'proposal', sent: ask.proposal };
  return readSent({ ...ask.body, bytes: Buffer.concat(parts.splice(0)) });
}

async function answerTo({ root, config, place }: JudgeSetup, ask: SentAsk): Promise<Json | Fault> {
  const store = await openStore(place, now_ms, 'make');
  if (store instanceof Fault) return store;
  try {
    if (ask.kind === 'evidence') return await attachSent(store, ask.sent);
    if (ask.kind === 'rollout') return await rolloutSent({ config, store, now_ms: now_ms() }, ask.sent);
    const blobs = place.blobs && (await openBlobs(place.blobs, now_ms));
    if (blobs instanceof Fault) return blobs;
    const cells = await openCells(root, now_ms);
    // What is kept of cells only saves time.
    const kept = cells instanceof Fault ? undefined : cells;
    try {
      const judging = {
        root,
        config,
        store,
        data: blobs?.data,
        plain,
        foreign,
        conversions,
        kept: kept?.kept,
      };
      const done = await proposeSent({ ...judging, now_ms: now_ms() }, ask.sent);
      return done instanceof Fault ? done : proposalDocument(done);
    } finally {
      await kept?.close();
    }
  } finally {
    await store.close();
  }
}

const refused = ({ code, facts, at, file }: Fault): JudgeSaid => ({
  kind: 'refused',
  fault: { code, facts: facts as never, at, file },
});
