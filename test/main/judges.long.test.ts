import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import registryConfig from '../../registry.config.ts';
import { Fault } from '../../src/base/fault.ts';
import { Judges, type JudgesLimits } from '../../src/main/judges.ts';
import { askedDigest } from '../../src/service/asked-store.ts';
import { parseConfig } from '../../src/service/config.ts';
import type { SentProposal } from '../../src/service/sent-changes.ts';
import { sentFiles } from '../http/changed-here.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SUBJECT = 'training.example';
const LIMITS: JudgesLimits = { judges: 1, waiting: 1, waiting_bytes: 1 << 20, judge_ms: 120_000 };
const open: Judges[] = [];
let keys = 0;

function judges(limits: Partial<JudgesLimits> = {}): Judges {
  const root = temporaryFolder();
  const config = parseConfig('registry.config.ts', registryConfig);
  if (config instanceof Fault) throw config;
  const { placeOf: _, ...plain } = config;
  const place = { file: path.join(root, 'registry.sqlite'), makesFolder: true };
  const made = new Judges({ kind: 'setup', root, place, config: plain }, { ...LIMITS, ...limits });
  open.push(made);
  return made;
}

const proposal = (version: number): SentProposal => ({
  subject: SUBJECT,
  what: { kind: 'version', subject: SUBJECT, version },
  amends: undefined,
  opId: `op-${++keys}`,
  by: 'token:0',
  asked: askedDigest({ version }),
  files: sentFiles(SUBJECT).map(({ path: name, text, base64 }) => ({
    path: name,
    bytes: Buffer.from(text ?? base64!, text === undefined ? 'base64' : 'utf8'),
  })),
});

afterAll(() => {
  for (const each of open) each.close();
});

describe('judges of proposals', () => {
  it('answer one after the other out of one process, and refuse more than may wait', async () => {
    const three = judges();
    const [first, second, third] = await Promise.all([
      three.propose(proposal(3)),
      three.propose(proposal(9)),
      three.propose(proposal(4)),
    ]);
    expect(first).toMatchObject({ answer: { kind: 'stored', version: 3 }, ledger: expect.any(String) });
    expect(second).toMatchObject({ code: 'VERSION_UNKNOWN', facts: { version: 9 } });
    expect(third).toMatchObject({ code: 'JUDGES_BUSY', facts: { waiting: 1 } });
  });

  it('are ended when they take too long, and nothing is kept', async () => {
    expect(await judges({ judge_ms: 1 }).propose(proposal(3))).toMatchObject({ code: 'JUDGEMENT_TOO_LONG' });
  });

  it('are ended with their server, and whoever waits is told', async () => {
    const ended = judges();
    const [first, second] = [ended.propose(proposal(3)), ended.propose(proposal(4))];
    ended.close();
    expect([await first, await second]).toMatchObject([{ code: 'JUDGE_ENDED' }, { code: 'JUDGE_ENDED' }]);
  });
});
