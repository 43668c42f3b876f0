import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import { decideProposal } from '../../src/change/decide-proposal.ts';
import { decideStep } from '../../src/change/decide-step.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import { isAccepted, isWaiting } from '../../src/change/states.ts';
import { subjectScope, subjectState } from '../../src/change/subject-state.ts';
import { burntIn } from '../../src/change/used-ids.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { acceptVersion, emptyLedger, idsEverUsed, type Ledger } from '../../src/contract/ledger.ts';
import { recordSchemaDigest } from '../../src/contract/schema-document.ts';
import { usedIds } from '../../src/contract/used-id.ts';
import { reusedIds } from '../../src/service/reused-ids.ts';
import { must, parseText } from '../contract/small-subject.ts';

type Extra = { readonly id: number; readonly name: string; readonly physical: string };

function contractOf(version: number, extras: readonly Extra[]): Contract {
  const fields = [{ id: 1, name: 'key', physical: 'string' }, ...extras].map(
    ({ id, name, physical }) =>
      `  - {id: ${id}, name: ${name}, physical: ${physical}, logical: ${physical === 'string' ? 'text' : 'number'}, nullable: false}`,
  );
  return must(parseText(`schema: s.v${version}\nfields:\n${fields.join('\n')}\n`));
}

const EMPTY: ScopeState = { scope: subjectScope('s'), seq: 0, refs: new Map() };

function apply(scope: ScopeState, decision: Decision<Answer>): ScopeState {
  if (decision instanceof Fault) return scope;
  const refs = new Map(scope.refs);
  for (const [name, value] of decision.refs)
    refs.set(name, { generation: (refs.get(name)?.generation ?? 0) + 1, value: value as Json });
  return { ...scope, seq: scope.seq + 1, refs };
}

const ask = (scope: ScopeState, contract: Contract, isLawful: boolean, ledger: Ledger) => ({
  version: contract.version,
  recordSchema: recordSchemaDigest(contract.schema),
  governance: sha256('g'),
  change: sha256(`${contract.version} ${recordSchemaDigest(contract.schema)}`),
  class: isLawful ? ('compatible' as const) : ('migrate' as const),
  meaning: 'holds' as const,
  unmet: [],
  expectedHead: subjectState(scope).head.generation,
  objects: [],
  ids: usedIds(contract.schema),
  burnt: ledger.burnt,
});

/** A registry, and what it leaves in the working tree: contracts that were accepted, and the ledger. */
type World = {
  readonly scope: ScopeState;
  readonly contracts: ReadonlyMap<number, Contract>;
  readonly ledger: Ledger;
};

/** What a proposal leaves behind, when it is accepted at once, amended, or given up. */
function leave(world: World, extras: readonly Extra[], fate: 'accepted' | 'withdrawn'): World {
  const version = (subjectState(world.scope).head.at ?? 0) + 1;
  const contract = contractOf(version, extras);
  let scope = apply(
    world.scope,
    decideProposal(world.scope, ask(world.scope, contract, fate === 'accepted', world.ledger)),
  );
  const stored = subjectState(scope).versions.get(version);
  if (stored !== undefined && isWaiting(stored.state))
    scope = apply(scope, decideStep(scope, { of: { version }, event: 'withdraw', change: stored.change }));
  const isTaken = stored !== undefined && isAccepted(stored.state);
  const accepted = isTaken ? acceptVersion(world.ledger, contract) : world.ledger;
  const burnt = burntIn(subjectState(scope).ids, new Set(idsEverUsed(accepted).keys()));
  return {
    scope,
    contracts: isTaken ? new Map([...world.contracts, [version, contract]]) : world.contracts,
    ledger: { ...accepted, burnt },
  };
}

/** What each of those who are asked says of the next version. */
function verdicts({ scope, contracts, ledger }: World, extras: readonly Extra[]) {
  const version = (subjectState(scope).head.at ?? 0) + 1;
  const next = contractOf(version, extras);
  const all = new Map([...contracts, [version, next]]);
  const refused = decideProposal(scope, ask(scope, next, true, ledger));
  const ofLedger = { contracts: all, ledger, burnt: ledger.burnt };
  return {
    propose: refused instanceof Fault ? refused.code : undefined,
    withStore: reusedIds({ ...ofLedger, stored: subjectState(scope).ids }).get(version)?.code,
    withoutStore: reusedIds({ ...ofLedger, stored: new Map() }).get(version)?.code,
    elsewhere: (() => {
      const other = decideProposal(EMPTY, ask(EMPTY, next, true, ledger));
      return other instanceof Fault ? other.code : undefined;
    })(),
  };
}

const START: World = { scope: EMPTY, contracts: new Map(), ledger: emptyLedger('s') };

describe('an id that a proposal burnt', () => {
  const city = { id: 7, name: 'city', physical: 'string' };
  const score = { id: 7, name: 'score', physical: 'float64' };
  const withdrawn = leave(leave(START, [], 'accepted'), [city], 'withdrawn');

  it('is listed in the ledger, because a clone has nothing else', () =>
    expect(withdrawn.ledger.burnt).toEqual([{ id: 7, names: ['city'], kinds: ['string'] }]));

  it('is refused by check as by propose, with the store and without it', () => {
    const code = 'FIELD_ID_REUSED';
    expect(verdicts(withdrawn, [score])).toEqual({
      propose: code,
      withStore: code,
      withoutStore: code,
      elsewhere: code,
    });
    expect(verdicts(withdrawn, [city])).toEqual({});
  });

  it('is told where it stands in the contract', () => {
    const next = contractOf(2, [score]);
    const { contracts, ledger } = withdrawn;
    const found = reusedIds({
      contracts: new Map([...contracts, [2, next]]),
      ledger,
      burnt: ledger.burnt,
      stored: new Map(),
    });
    expect(found.get(2)?.at).toEqual(next.places.get(7));
  });

  it('leaves the list once it is accepted, and is judged as any other from then on', () => {
    const accepted = leave(withdrawn, [city], 'accepted');
    expect(accepted.ledger.burnt).toEqual([]);
    const dropped = leave(accepted, [], 'accepted');
    expect(verdicts(dropped, [score])).toMatchObject({
      propose: 'FIELD_ID_REUSED',
      withoutStore: 'FIELD_ID_REUSED',
    });
  });
});

it('check and propose say the same of ids, whatever became of proposals before, with a store or without', () => {
  const extra = fc.record({
    id: fc.integer({ min: 2, max: 4 }),
    name: fc.constantFrom('a', 'b', 'c'),
    physical: fc.constantFrom('string', 'int64', 'float64'),
  });
  const extras = fc
    .uniqueArray(extra, { maxLength: 2, selector: ({ id }) => id })
    .filter(all => new Set(all.map(({ name }) => name)).size === all.length);
  const step = fc.tuple(extras, fc.constantFrom('accepted' as const, 'withdrawn' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), extras, (steps, next) => {
      const world = steps.reduce(
        (all, [given, fate]) => leave(all, given, fate),
        leave(START, [], 'accepted'),
      );
      const accepted = idsEverUsed(world.ledger);
      // Of accepted ids the rules of compatibility say more, and to both alike.
      const fresh = next.filter(({ id }) => !accepted.has(id));
      const said = verdicts(world, fresh);
      expect(said.withStore).toBe(said.propose);
      expect(said.withoutStore).toBe(said.propose);
      expect(said.elsewhere).toBe(said.propose);
    }),
    { numRuns: 60 },
  );
});
