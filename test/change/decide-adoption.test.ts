import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/canonical-json.ts';
import { sha256 } from '../../src/base/digest.ts';
import { Fault } from '../../src/base/fault.ts';
import {
  type AdoptedRevision,
  type AdoptedVersion,
  type Adoption,
  decideAdoption,
} from '../../src/change/decide-adoption.ts';
import { decideProposal, decideRevision } from '../../src/change/decide-proposal.ts';
import type { Answer, Decision, ScopeState } from '../../src/change/decision.ts';
import { acceptedRevisions, subjectScope, subjectState } from '../../src/change/subject-state.ts';
import { DATA, FIRST } from './sample-proposal.ts';

const EMPTY: ScopeState = { scope: subjectScope('s'), seq: 0, refs: new Map() };

/** What a store does with a decision, without one. */
function apply(scope: ScopeState, decision: Decision<Answer>): ScopeState {
  if (decision instanceof Fault) throw decision;
  const refs = new Map(scope.refs);
  for (const [name, value] of decision.refs)
    refs.set(name, { generation: (refs.get(name)?.generation ?? 0) + 1, value: value as Json });
  return { ...scope, seq: scope.seq + 1, refs };
}

/** Versions from 3 on, each with some of six fields. */
const versionsOf = (fields: readonly (readonly number[])[]): readonly AdoptedVersion[] =>
  fields.map((ids, place) => ({
    version: 3 + place,
    recordSchema: sha256(`schema ${place}`),
    governance: sha256('governance'),
    tokenizer: undefined,
    change: sha256(`adopted ${place}`),
    class: 'compatible',
    ids: ids.map(id => ({ id, names: [`f${id}`], kind: 'int64' as const })),
    governed: [],
    objects: [],
  }));

const revision = (name: string, version: number): AdoptedRevision => ({
  revision: name,
  version,
  data: sha256(name),
  change: sha256(`adopted ${name}`),
  class: 'identical',
  objects: [],
});

const adoption = (part: Partial<Adoption>): Adoption => ({
  source: 'git:main',
  ledger: sha256('ledger'),
  versions: [],
  revisions: [],
  retiredTo: 0,
  compatibility: 'full',
  burnt: [],
  ...part,
});

const FIELDS = fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 });

describe('what a store adopts', () => {
  it('is what it would know had everything been proposed to it and lawful, however it is parted', () => {
    fc.assert(
      fc.property(fc.array(FIELDS, { minLength: 1, maxLength: 6 }), fc.nat(6), (fields, cut) => {
        const versions = versionsOf(fields);
        const names = ['a', 'b', 'c'];
        const revisions = names.map(name => revision(name, 3));
        let proposed = EMPTY;
        for (const [generation, one] of versions.entries())
          proposed = apply(
            proposed,
            decideProposal(proposed, { ...FIRST, ...one, expectedHead: generation, tokenizer: undefined }),
          );
        for (const [generation, one] of revisions.entries())
          proposed = apply(proposed, decideRevision(proposed, { ...DATA, ...one, expectedHead: generation }));
        const parts = [
          adoption({ versions: versions.slice(0, cut) }),
          adoption({ versions: versions.slice(cut), revisions: revisions.slice(0, 1) }),
          adoption({ versions, revisions }),
        ];
        const adopted = parts.reduce((scope, part) => apply(scope, decideAdoption(scope, part)), EMPTY);
        const [there, here] = [subjectState(proposed), subjectState(adopted)];
        expect(here.ids).toEqual(there.ids);
        expect([here.head.at, here.data.at]).toEqual([there.head.at, there.data.at]);
        expect(acceptedRevisions(here).map(([name]) => name)).toEqual(names);
        for (const [version, { state, recordSchema, ids }] of there.versions)
          expect(here.versions.get(version)).toMatchObject({ state, recordSchema, ids });
        expect(here.compatibility).toBe('full');
        const again = decideAdoption(adopted, parts[2]!);
        expect(again).toMatchObject({ answer: { kind: 'already', versions: [], revisions: [] } });
        expect(again instanceof Fault ? [] : [...again.refs]).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  const [three, four] = versionsOf([[1], [1, 2]]) as [AdoptedVersion, AdoptedVersion];

  it('comes after the head of the store, and leaves out nothing between', () => {
    const store = apply(EMPTY, decideAdoption(EMPTY, adoption({ versions: [three] })));
    const five = { ...four, version: 5 };
    expect(decideAdoption(store, adoption({ versions: [five] }))).toMatchObject({
      code: 'VERSION_OUT_OF_ORDER',
      facts: { version: 5, expected: 4 },
    });
  });

  it('never takes the place of what the store accepted or has waiting', () => {
    const store = apply(EMPTY, decideProposal(EMPTY, FIRST));
    expect(decideAdoption(store, adoption({ versions: [three] }))).toMatchObject({
      code: 'VERSION_TAKEN',
      facts: { state: 'active' },
    });
    const waiting = apply(EMPTY, decideProposal(EMPTY, { ...FIRST, ...three, meaning: 'fails' }));
    expect(decideAdoption(waiting, adoption({ versions: [three] }))).toMatchObject({
      code: 'VERSION_TAKEN',
      facts: { state: 'proposed' },
    });
    const data = apply(store, decideRevision(store, DATA));
    expect(decideAdoption(data, adoption({ revisions: [revision(DATA.revision, 3)] }))).toMatchObject({
      code: 'REVISION_TAKEN',
    });
    expect(decideAdoption(data, adoption({ revisions: [revision('other', 9)] }))).toMatchObject({
      code: 'VERSION_NOT_ACTIVE',
    });
  });

  it('is put in order with what is accepted later, because each of those has a generation of its own', () => {
    const some = adoption({ versions: [three], revisions: ['b', 'a'].map(name => revision(name, 3)) });
    let store = apply(EMPTY, decideAdoption(EMPTY, some));
    for (const name of ['z', 'c']) {
      const { generation } = subjectState(store).data;
      const ask = { ...DATA, ...revision(name, 3), expectedHead: generation };
      store = apply(store, decideRevision(store, ask));
    }
    const more = adoption({ versions: [three], revisions: [revision('d', 3)] });
    store = apply(store, decideAdoption(store, more));
    expect(acceptedRevisions(subjectState(store)).map(([name]) => name)).toEqual(['b', 'a', 'z', 'c', 'd']);
  });

  it('brings an approved revision of the governance to a version that is there, if it goes on from those it knows', () => {
    const beside = (...names: string[]) => ({
      ...three,
      governance: sha256(names.join(' ')),
      governed: names.map(name => ({ change: sha256(`here ${name}`), elsewhere: sha256(name) })),
    });
    const store = apply(EMPTY, decideAdoption(EMPTY, adoption({ versions: [beside('a')] })));
    const more = decideAdoption(store, adoption({ versions: [beside('a', 'b')] }));
    expect(more).toMatchObject({ answer: { kind: 'adopted', versions: [], governed: [3] } });
    expect(subjectState(apply(store, more)).versions.get(3)).toMatchObject({
      governance: sha256('a b'),
      governedBy: [sha256('here a'), sha256('here b')],
      adopted: { governed: [sha256('a'), sha256('b')] },
    });
    expect(decideAdoption(store, adoption({ versions: [beside('x', 'b')] }))).toMatchObject({
      answer: { kind: 'already' },
    });
  });
});
