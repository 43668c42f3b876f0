import type { Json } from '../../src/base/canonical-json.ts';
import { type Digest, sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideProposal } from '../../src/change/decide-proposal.ts';
import { decideStep } from '../../src/change/decide-step.ts';
import type { Answer, Commit, Decision, ScopeState } from '../../src/change/decision.ts';

/** The kinds of operation the registry is made of, each with what its asker believed. */
export type Op =
  | {
      readonly kind: 'propose';
      readonly version: number;
      readonly content: number;
      readonly expected: number;
    }
  | {
      readonly kind: 'amend';
      readonly version: number;
      readonly content: number;
      readonly expected: number;
      readonly amends: Digest;
    }
  | {
      readonly kind: 'approve' | 'activate' | 'withdraw';
      readonly version: number;
      readonly change: Digest;
    }
  | { readonly kind: 'alias'; readonly to: string; readonly expected: number; readonly believed: string }
  | { readonly kind: 'fence'; readonly to: number }
  | { readonly kind: 'open permit'; readonly permit: number; readonly fence: number }
  | { readonly kind: 'close permit'; readonly permit: number; readonly generation: number };

/** How a decision compares before it sets; `digest` is the mistake that takes A → B → A for A. */
export type Compare = 'generation' | 'digest';

export const decide =
  (op: Op, compare: Compare = 'generation') =>
  (state: ScopeState): Decision<Answer> => {
    switch (op.kind) {
      case 'propose':
      case 'amend':
        return propose(state, op);
      case 'approve':
      case 'activate':
      case 'withdraw':
        return decideStep(state, { of: { version: op.version }, event: op.kind, change: op.change });
      case 'alias':
        return setAlias(state, op, compare);
      case 'fence':
        return advanceFence(state, op);
      case 'open permit':
        return openPermit(state, op);
      case 'close permit':
        return closePermit(state, op);
    }
  };

type OpOf<K extends Op['kind']> = Extract<Op, { kind: K }>;

function propose(state: ScopeState, op: OpOf<'propose' | 'amend'>): Decision<Answer> {
  const { version, content, expected } = op;
  const text = `${version} ${content}`;
  return decideProposal(state, {
    version,
    recordSchema: sha256(text),
    governance: sha256('governance'),
    change: sha256(`change ${text}`),
    class: content % 3 === 0 ? 'migrate' : 'compatible',
    meaning: 'holds',
    unmet: [],
    expectedHead: expected,
    ...(op.kind === 'amend' ? { amends: op.amends } : {}),
    objects: [Buffer.from(text)],
    ids: [
      { id: 1, names: ['prompt'], kind: 'string' },
      { id: 2 + (content % 40), names: [`f${content % 13}`], kind: content % 2 === 0 ? 'int32' : 'string' },
    ],
    burnt: [],
  });
}

function setAlias(state: ScopeState, op: OpOf<'alias'>, compare: Compare): Decision<Answer> {
  const [value, found] = refOf(state, 'alias');
  const holds = compare === 'generation' ? found === op.expected : value === null || value === op.believed;
  if (!holds) return moved(state, op.expected, found);
  return commit({ kind: 'set', to: op.to, from: value, generation: found + 1 }, { alias: op.to });
}

/** A fence that rises closes every permit that was opened below it. */
function advanceFence(state: ScopeState, { to }: OpOf<'fence'>): Decision<Answer> {
  const [fence] = refOf(state, 'fence');
  if (fence !== null && (fence as number) >= to) return moved(state, to, fence as number);
  const open = [...state.refs].filter(([name, ref]) => name.startsWith('permit/') && ref.value !== 'closed');
  const closed = open.map(([name]) => name).sort();
  return commit(
    { kind: 'raised', to, closed },
    { fence: to, ...Object.fromEntries(closed.map(name => [name, 'closed'])) },
  );
}

function openPermit(state: ScopeState, { permit, fence }: OpOf<'open permit'>): Decision<Answer> {
  const [found] = refOf(state, 'fence');
  const [standing, generation] = refOf(state, `permit/${permit}`);
  if (found !== fence) return moved(state, fence, Number(found));
  if (standing !== null && standing !== 'closed') return moved(state, 0, generation);
  return commit({ kind: 'opened', permit, generation: generation + 1 }, { [`permit/${permit}`]: fence });
}

function closePermit(state: ScopeState, { permit, generation }: OpOf<'close permit'>): Decision<Answer> {
  const [standing, found] = refOf(state, `permit/${permit}`);
  if (found !== generation || standing === 'closed') return moved(state, generation, found);
  return commit({ kind: 'closed', permit, generation: found + 1 }, { [`permit/${permit}`]: 'closed' });
}

const refOf = (state: ScopeState, name: string): readonly [value: Json, generation: number] => {
  const ref = state.refs.get(name);
  return [ref?.value ?? null, ref?.generation ?? 0];
};

const moved = (state: ScopeState, expected: number, found: number): Fault =>
  new Fault('EXPECTED_HEAD_MOVED', { subject: state.scope, expected, found, again: 'propose' });

const commit = (answer: Answer, refs: Readonly<Record<string, Json>>): Commit<Answer> => ({
  answer,
  refs: new Map(Object.entries(refs)),
  objects: [],
});
