import { Fault } from '../base/fault.ts';
import { joinByKey } from '../golden/key.ts';
import { repeatedIn } from './judge-revision.ts';
import type { LoadedSubject } from './load-subject.ts';
import type { Project } from './project.ts';
import { readAs } from './read-revision.ts';

/**
 * Why a version may not be the first with its key: two samples that were accepted share it, so that whatever is offered next
 * could not be held against them. What was accepted last under each version is asked, as the new one reads it; what came
 * before that is held against nothing any more.
 *
 * @faults KEY_NOT_UNIQUE, and those of reading what was accepted
 */
export function heldKeyFault(
  project: Project,
  loaded: LoadedSubject,
  from: number | undefined,
  to: number,
): Fault | undefined {
  const { contracts, ledger, sets } = loaded;
  const reader = contracts.get(to)!;
  const { key } = reader.schema;
  if (from === undefined || key.length === 0 || contracts.get(from)!.schema.key.length > 0) return undefined;
  const last = new Map(
    ledger.revisions.flatMap(({ name, version }) => {
      const set = sets.get(name);
      return set === undefined || version >= to ? [] : [[version, set] as const];
    }),
  );
  for (const set of last.values()) {
    const read = readAs(project, loaded, set, reader);
    if (read instanceof Fault) return read;
    // What only a converter could read is held against nothing as it is.
    if (read === 'apart') continue;
    const { reading, refused } = read;
    const itself = joinByKey(reader.schema, key, reading.batch, reading.batch, {
      before: refused,
      after: refused,
    });
    if (itself instanceof Fault) return repeatedIn(itself, reader, read);
  }
  return undefined;
}
