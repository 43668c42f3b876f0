import { Fault } from '../base/fault.ts';
import { conversionThreads } from '../engine/conversion-threads.ts';
import { foreignProcess } from '../engine/foreign-process.ts';
import { plainProcess } from '../engine/plain-process.ts';
import { proposeSent } from '../service/propose-sent.ts';
import type { SentProposal } from '../service/sent-changes.ts';
import type { JudgeAsk, JudgeSaid, JudgeSetup } from './judge-wire.ts';
import { openBlobs } from './open-blobs.ts';
import { openCells } from './open-cells.ts';
import { openStore } from './open-store.ts';

/** The child process of judges: one proposal after the other, for one registry. */
const now_ms = (): number => Date.now();
const plain = plainProcess();
const foreign = foreignProcess();
const conversions = conversionThreads();
let setup: JudgeSetup | undefined;

process.on('message', (message: JudgeSetup | JudgeAsk) => {
  if (message.kind === 'setup') setup = message;
  else if (setup !== undefined) void judge(setup, message.proposal);
});
// Its server is gone.
process.on('disconnect', () => process.exit(0));
// A signal to the group, such as Ctrl-C, is for the server: it lets what is being judged come to its end.
process.on('SIGINT', () => {});

async function judge({ root, config, place }: JudgeSetup, proposal: SentProposal): Promise<void> {
  const answer = await judged();
  const said: JudgeSaid = answer instanceof Fault ? refused(answer) : { kind: 'answered', answer };
  process.send!(said);

  async function judged() {
    const store = await openStore(place, now_ms, 'make');
    if (store instanceof Fault) return store;
    const blobs = place.blobs && (await openBlobs(place.blobs, now_ms));
    if (blobs instanceof Fault) return blobs;
    const cells = await openCells(root, now_ms);
    // What is kept of cells only saves time.
    const kept = cells instanceof Fault ? undefined : cells;
    try {
      return await proposeSent(
        {
          root,
          config,
          store,
          data: blobs?.data,
          plain,
          foreign,
          conversions,
          kept: kept?.kept,
          now_ms: now_ms(),
        },
        proposal,
      );
    } finally {
      await kept?.close();
      await store.close();
    }
  }
}

const refused = ({ code, facts, at, file }: Fault): JudgeSaid => ({
  kind: 'refused',
  fault: { code, facts: facts as never, at, file },
});
