import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import type { Conversions, ForeignReaders, PlainReaders } from '../engine/port.ts';
import type { Blobs, ReadStore, Store } from '../store/port.ts';
import { TOKEN_BYTES } from './access/token-text.ts';
import { listTokens, newToken, revokeToken } from './access/tokens.ts';
import { adopt } from './adopt.ts';
import { attachEvidence } from './attach-evidence.ts';
import { askGate } from './gate.ts';
import { gateDocument } from './gate-document.ts';
import { judgedDocument } from './judged-document.ts';
import { cellsCount } from './kept-cells.ts';
import { moveProposal } from './move-proposal.ts';
import type { Project } from './project.ts';
import { propose } from './propose.ts';
import { deregister, listRegistered, register } from './register.ts';
import { registeredListDocument } from './registered-list-document.ts';
import type { ReadRegistry, Registry } from './registry.ts';
import { rolloutStatus, stepRollout } from './rollout.ts';
import { rolloutDocument } from './rollout-document.ts';
import { CONSUMERS_SHOWN, GATE_SHOWN, PRODUCERS_SHOWN, ROLLOUT_SHOWN } from './wire/answers.ts';

/** What a registry on the store itself takes from the process that runs it. */
export type Near = {
  readonly now_ms: () => number;
  readonly chance: (bytes: number) => Uint8Array;
  readonly plain: PlainReaders;
  readonly foreign: ForeignReaders;
  readonly conversions: Conversions;
  /** Where the files of golden sets are kept, if anywhere. */
  readonly openData: () => Promise<Blobs | undefined | Fault>;
};

/** The registry that a store is, for who may read it. Its answers are in the shapes that are answered from afar. */
export const nearReading = (store: ReadStore, now_ms: () => number): ReadRegistry => ({
  store,
  gate: async ({ project, what }) =>
    shaped(GATE_SHOWN, await askGate({ project, store, what, now_ms: now_ms() }), gateDocument),
  rollout: async ({ project, subject, version }) =>
    shaped(
      ROLLOUT_SHOWN,
      await rolloutStatus(store, { subject, version, registered: project.config, now_ms: now_ms() }),
      rolloutDocument,
    ),
  consumers: async ({ project, subject }) =>
    shaped(CONSUMERS_SHOWN, await listRegistered(store, subject, project.config), found =>
      registeredListDocument(found, 'consumer'),
    ),
  producers: async ({ project, subject }) =>
    shaped(PRODUCERS_SHOWN, await listRegistered(store, subject, project.config), found =>
      registeredListDocument(found, 'producer'),
    ),
  tokens: () => listTokens(store, now_ms()),
});

/** The same, for who may write. */
export const nearRegistry = (store: Store, near: Near): Registry => ({
  ...nearReading(store, near.now_ms),
  propose: async ({ takesKept: _, kept, ...wanted }) => {
    const { plain, foreign, conversions } = near;
    const data = await near.openData();
    if (data instanceof Fault) return data;
    const tried = { conversions, functions: 'run' } as const;
    const done = await propose({
      ...wanted,
      store,
      data,
      plain,
      foreign,
      tried,
      kept,
      now_ms: near.now_ms(),
    });
    if (done instanceof Fault) return done;
    const { answer, judgement, ledgerWritten } = done;
    const cache = kept && cellsCount(kept.use);
    return { answer, judged: judgedDocument(judgement), ledgerWritten, cache };
  },
  move: step => moveProposal({ ...step, store, now_ms: near.now_ms() }),
  attach: attached => attachEvidence({ ...attached, store }),
  stepRollout: step =>
    stepRollout({ ...step, registered: step.project.config, store, now_ms: near.now_ms() }),
  register: said => register({ ...said, configured: configured(said), store }),
  deregister: said => deregister({ ...said, store }),
  adopt: adoption => adopt({ ...adoption, store }),
  newToken: wanted => newToken({ ...wanted, store, chance: near.chance(TOKEN_BYTES), now_ms: near.now_ms() }),
  revokeToken: revoked => revokeToken({ ...revoked, store }),
});

const configured = ({ project }: { readonly project: Project }): Project['config'] => project.config;

/** What our own renderer made is of the shape; it is told so that the two can't part. */
const shaped = <T, S extends z.ZodType>(shape: S, found: T | Fault, render: (found: T) => unknown) =>
  found instanceof Fault ? found : shape.parse(render(found));
