import { Fault, type Place } from '../base/fault.ts';
import { allFields } from './check-schema.ts';
import type { Contract } from './contract.ts';
import type { FieldId } from './field.ts';
import { type IdHistory, idsEverUsed, type Ledger } from './ledger.ts';

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
  ...revisionFaults(ask),
  ...idFaults(ask),
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

/** What is burnt there is burnt here, too. */
function burntFaults({ base, source, tree }: ExtensionAsk): readonly Fault[] {
  const { subject } = base;
  const known = new Set([...idsEverUsed(tree).keys(), ...tree.burnt.map(({ id }) => id)]);
  return base.burnt
    .filter(({ id }) => !known.has(id))
    .map(({ id }) => new Fault('BASE_NOT_KEPT', { subject, source, entry: `burnt id ${id}` }));
}

/** Ids that both took for different things, each in a version that the other does not have. */
function idFaults({ base, source, contracts }: ExtensionAsk): readonly Fault[] {
  const { subject } = base;
  const used = idsEverUsed(base);
  const isShared = (version: number): boolean =>
    base.versions.some(
      entry => entry.version === version && entry.recordSchema === contracts.get(version)?.recordSchema,
    );
  const own = [...contracts.values()].filter(({ version }) => !isShared(version));
  const next =
    Math.max(
      0,
      ...used.keys(),
      ...base.burnt.map(({ id }) => id),
      ...own.flatMap(({ places }) => [...places.keys()]),
    ) + 1;
  const told = new Set<FieldId>();
  return own.flatMap(({ schema, places }) =>
    allFields(schema).flatMap(([field]): Fault[] => {
      const { id, name, type } = field;
      const there = used.get(id);
      if (there === undefined || isShared(there.since) || told.has(id)) return [];
      if (there.kind === type.kind && [name, ...field.aliases].includes(lastName(there))) return [];
      told.add(id);
      const facts = {
        subject,
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

/** The name of a field within another is a path. */
const lastName = ({ name }: IdHistory): string => name.slice(name.lastIndexOf('.') + 1);

function fileOf({ places }: Contract): Place | undefined {
  const file = places.values().next().value?.file;
  return file === undefined ? undefined : { file, line: 1, column: 1 };
}
