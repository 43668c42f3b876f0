import { canonicalJson } from '../base/canonical-json.ts';
import { sha256 } from '../base/digest.ts';
import { LIMITS } from '../base/limits.ts';
import type { Origin } from './member-list.ts';

/** One sample that a finding is about, and where its members stand. */
export type SampleSeen = { readonly sampleId: string; readonly at: readonly Origin[] };

/**
 * Samples as a finding names them: by their places. An id is what a field of a record may hold, so it is shown only to who
 * asks for values, and so is the digest that heads its entries: of ids that are few or counted, a digest is soon guessed.
 */
export function sampleList(
  samples: readonly SampleSeen[],
  count: number,
  show: { readonly place: (origin: Origin) => string; readonly values: boolean },
): string {
  const shown = samples.slice(0, LIMITS.members_listed_max).map(({ sampleId, at }) => {
    const places = at.slice(0, PLACES_SHOWN).map(show.place);
    const more = at.length > PLACES_SHOWN ? ` and ${at.length - PLACES_SHOWN} more` : '';
    const where = `${places.join('; ')}${more}`;
    return show.values ? `${printable(sampleId)} ${sha256(sampleId)} (${where})` : where;
  });
  return shown.join(', ') + (count > shown.length ? ', …' : '');
}

const PLACES_SHOWN = 4;

/** Ids come from strangers: what is not plainly printable is shown escaped, and a long one is cut. */
function printable(id: string): string {
  const plain = /^[\x21-\x7e]+$/.test(id) ? id : canonicalJson(id).replace(/[^\x20-\x7e]/gu, '?');
  return plain.length > 100 ? `${plain.slice(0, 100)}…` : plain;
}
