import type { Json } from '../base/canonical-json.ts';
import { HEAD, idRef, type SubjectState, type VersionEntry } from './subject-state.ts';
import { retiredIds } from './used-ids.ts';

/** The refs that move when a version becomes the head. */
export function newHead(
  state: SubjectState,
  version: number,
  entry: VersionEntry,
): ReadonlyMap<string, Json> {
  const headHad = state.head.at === undefined ? [] : (state.versions.get(state.head.at)?.ids ?? []);
  const refs = new Map<string, Json>([[HEAD, version]]);
  for (const [id, changed] of retiredIds(state.ids, version, entry.ids, headHad))
    refs.set(idRef(id), changed);
  return refs;
}
