import type { Json } from '../base/canonical-json.ts';
import { HEAD, idRef, PROMISE, type SubjectState, type VersionEntry } from './subject-state.ts';
import { changedIds, withHead } from './used-ids.ts';

/** The refs that move when a version becomes the head. */
export function newHead(
  state: SubjectState,
  version: number,
  entry: VersionEntry,
): ReadonlyMap<string, Json> {
  const headHad = state.head.at === undefined ? [] : (state.versions.get(state.head.at)?.ids ?? []);
  const refs = new Map<string, Json>([[HEAD, version]]);
  const { compatibility } = entry;
  if (compatibility !== undefined && compatibility !== state.compatibility) refs.set(PROMISE, compatibility);
  const after = withHead(state.ids, version, entry.ids, headHad);
  for (const [id, changed] of changedIds(state.ids, after)) refs.set(idRef(id), changed);
  return refs;
}
