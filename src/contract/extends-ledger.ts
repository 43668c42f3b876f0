import { Fault, type Place } from '../base/fault.ts';
import { isNamedSo, tellsAll, thingText } from './burnt-id.ts';
import { allFields } from './check-schema.ts';
import { type Contract, governanceDigestOf } from './contract.ts';
import type { FieldId } from './field.ts';
import { type IdHistory, idsEverUsed, type Ledger } from './ledger.ts';
import { usedIds } from './used-id.ts';

/** The ledger of a working tree, and what it is held against. */
export type ExtensionAsk = {
  /** What was accepted elsewhere, and is the truth. */
  readonly base: Ledger;
  /** Where that is, as it was asked for: `git:main`. */
  readonly source: string;
  readonly tree: Ledger;
  readonly contracts: ReadonlyMap<number, Contract>;
};

/**
 * Whether the tree only goes on from what was accepted elsewhere: nothing of it lost or edited, its order kept, and
 * no number or id taken that stands for something else there. What two branches took at once is found here, because
 * each of them by itself is in order.
 *
 * Its faults are BASE_NOT_KEPT BASE_ORDER VERSION_TAKEN_ELSEWHERE REVISION_TAKEN_ELSEWHERE ID_TAKEN_ELSEWHERE.
 */
export const extensionFaults = (ask: ExtensionAsk): readonly Fault[] => [
  ...versionFaults(ask),
  ...governanceFaults(ask),
  ...revisionFaults(ask),
  ...idFaults(ask),
  ...takenFaults(ask),
  ...burntFaults(ask),
];

function versionFaults({ base, source, tree, contracts }: ExtensionAsk): readonly Fault[] {
  const { subject } = base;
  const [first, treeFirst] = [base.versions[0]?.version, tree.versions[0]?.version];
  if (first !== undefined && treeFirst !== undefined && treeFirst < first) {
    const facts = { subject, source, entry: `version ${treeFirst}`, base: `version ${first}` };
    return [new Fault('BASE_ORDER', facts)];
  }
  const { retiredTo = 0 } = base;
  if (retiredTo > (tree.retiredTo ?? 0)) {
    const entry = `the retirement of version ${retiredTo}`;
    return [new Fault('BASE_NOT_KEPT', { subject, source, entry })];
  }
  const isSame = base.compatibility === undefined || base.compatibility === tree.compatibility;
  // With a version of its own the tree may promise something else: that is judged with it.
  if (!isSame && tree.versions.length <= base.versions.length)
    return [new Fault('BASE_NOT_KEPT', { subject, source, entry: 'the promised compatibility' })];
  const next = Math.max(0, ...base.versions.map(({ version }) => version)) + 1;
  return base.versions.flatMap(({ version, recordSchema }): Fault[] => {
    const contract = contracts.get(version);
    const found = tree.versions.find(entry => entry.version === version)?.recordSchema;
    const taken = [found, contract?.recordSchema].find(one => one !== undefined && one !== recordSchema);
    if (taken !== undefined) {
      const facts = { subject, version, source, base: recordSchema, tree: taken, next };
      return [new Fault('VERSION_TAKEN_ELSEWHERE', facts, contract && fileOf(contract))];
    }
    if (found !== undefined) return [];
    return [new Fault('BASE_NOT_KEPT', { subject, source, entry: `version ${version}` })];
  });
}

/**
 * What stands beside accepted schemas: as it was, or as the contract has it now, which is judged as a revision. Approved
 * revisions are only added to.
 */
function governanceFaults({ base, source, tree, contracts }: ExtensionAsk): readonly Fault[] {
  const { subject } = base;
  const entries = new Map(tree.versions.map(entry => [entry.version, entry]));
  return base.versions.flatMap(({ version, governance, governed = [] }): Fault[] => {
    const entry = entries.get(version);
    if (entry === undefined) return [];
    const kept = entry.governed ?? [];
    const lost = governed.findIndex(({ change }, place) => change !== kept[place]?.change);
    const contract = contracts.get(version);
    const isKept =
      governance === undefined ||
      entry.governance === governance ||
      (contract !== undefined && entry.governance === governanceDigestOf(contract));
    if (lost < 0 && isKept) return [];
    const what = `the governance of version ${version}`;
    const facts = { subject, source, entry: lost < 0 ? what : `approved revision ${lost + 1} of ${what}` };
    return [new Fault('BASE_NOT_KEPT', facts)];
  });
}

function revisionFaults({ base, source, tree }: ExtensionAsk): readonly Fault[] {
  const { subject } = base;
  return base.revisions.flatMap(({ name, version, data }, place): Fault[] => {
    const found = tree.revisions.find(entry => entry.name === name);
    const entry = `revision ${name}`;
    if (found === undefined) return [new Fault('BASE_NOT_KEPT', { subject, source, entry })];
    const [is, was] = [found, { version, data }].map(one => `${one.data} under version ${one.version}`);
    if (is !== was)
      return [
        new Fault('REVISION_TAKEN_ELSEWHERE', { subject, revision: name, source, base: was!, tree: is! }),
      ];
    const standing = tree.revisions[place]!.name;
    if (standing === name) return [];
    return [new Fault('BASE_ORDER', { subject, source, entry: `revision ${standing}`, base: entry })];
  });
}

/** What is burnt there is burnt here, too, under every name and type. */
function burntFaults({ base, source, tree }: ExtensionAsk): readonly Fault[] {
  const { subject } = base;
  const accepted = idsEverUsed(tree);
  const burnt = new Map(tree.burnt.map(one => [one.id, one]));
  return base.burnt
    .filter(one => !accepted.has(one.id) && !tellsAll(burnt.get(one.id), one))
    .map(({ id }) => new Fault('BASE_NOT_KEPT', { subject, source, entry: `burnt id ${id}` }));
}

/** Ids that both took for different things, each in a version that the other does not have. */
function idFaults(ask: ExtensionAsk): readonly Fault[] {
  const { base, source } = ask;
  const used = idsEverUsed(base);
  const own = ownContracts(ask);
  const next = nextId(base, own);
  const told = new Set<FieldId>();
  return own.flatMap(({ schema, places }) =>
    allFields(schema).flatMap(([field]): Fault[] => {
      const { id, name, type } = field;
      const there = used.get(id);
      if (there === undefined || isShared(ask, there.since) || told.has(id)) return [];
      if (there.kind === type.kind && [name, ...field.aliases].includes(lastName(there))) return [];
      told.add(id);
      const facts = {
        subject: base.subject,
        id,
        source,
        base: `${there.name} (${there.kind}), since version ${there.since}`,
        tree: `${name} (${type.kind})`,
        next,
      };
      return [new Fault('ID_TAKEN_ELSEWHERE', facts, places.get(id))];
    }),
  );
}

/** Ids that a proposal there used for another thing: a version would be refused there, so it can't be merged. */
function takenFaults(ask: ExtensionAsk): readonly Fault[] {
  const { base, source } = ask;
  const used = idsEverUsed(base);
  const known = new Map(base.burnt.filter(({ id }) => !used.has(id)).map(one => [one.id, one]));
  if (known.size === 0) return [];
  const own = ownContracts(ask);
  const next = nextId(base, own);
  return own.flatMap(({ schema, places }) =>
    usedIds(schema).flatMap((use): Fault[] => {
      const there = known.get(use.id);
      if (there === undefined) return [];
      // What becomes of it later is judged against the version before.
      known.delete(use.id);
      if (isNamedSo(there, use)) return [];
      const facts = {
        subject: base.subject,
        id: use.id,
        source,
        base: `${thingText(there)} in a proposal, and burnt`,
        tree: thingText({ names: use.names, kinds: [use.kind] }),
        next,
      };
      return [new Fault('ID_TAKEN_ELSEWHERE', facts, places.get(use.id))];
    }),
  );
}

/** That both have under one number, as one schema. */
const isShared = ({ base, contracts }: ExtensionAsk, version: number): boolean =>
  base.versions.some(
    entry => entry.version === version && entry.recordSchema === contracts.get(version)?.recordSchema,
  );

const ownContracts = (ask: ExtensionAsk): readonly Contract[] =>
  [...ask.contracts.values()].filter(({ version }) => !isShared(ask, version));

const nextId = (base: Ledger, own: readonly Contract[]): FieldId =>
  Math.max(
    0,
    ...idsEverUsed(base).keys(),
    ...base.burnt.map(({ id }) => id),
    ...own.flatMap(({ places }) => [...places.keys()]),
  ) + 1;

/** The name of a field within another is a path. */
const lastName = ({ name }: IdHistory): string => name.slice(name.lastIndexOf('.') + 1);

function fileOf({ places }: Contract): Place | undefined {
  const file = places.values().next().value?.file;
  return file === undefined ? undefined : { file, line: 1, column: 1 };
}
