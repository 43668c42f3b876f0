import { Fault, type Place } from '../base/fault.ts';
import { readYaml } from '../contract/read-yaml.ts';
import { placeOf, placeOfKey } from '../contract/yaml-document.ts';
import type { Draft } from './draft.ts';
import type { AloneField } from './import-refused.ts';

/** The text of a contract that was made of a source, and where the source has what. */
export type MadeText = {
  readonly text: string;
  /** In the order of the contract's fields. */
  readonly alone: readonly AloneField[];
  readonly placeOf: Draft['placeOf'];
  /** The source, as it was named. */
  readonly source: string;
};

/** A fault of a contract that is in no file yet, where the source says what it is about. */
export function atSource(fault: Fault, made: MadeText): Fault {
  const place = fault.at && sourcePlace(fault.at, made);
  return new Fault(fault.code, fault.facts, place, place === undefined ? made.source : undefined);
}

function sourcePlace(at: Place, { text, alone, placeOf: placeIn }: MadeText): Place | undefined {
  const way = partAt(at, text);
  const field = typeof way === 'number' ? alone[way] : undefined;
  return placeIn?.(field?.at ?? []);
}

/** What stands at a place of the contract's text: the field of that number, or a key beside the fields. */
export function partAt({ line }: Pick<Place, 'line'>, text: string): number | string | undefined {
  const document = readYaml('', Buffer.from(text));
  if (document instanceof Fault || document.root.kind !== 'map') return undefined;
  let found: number | string | undefined;
  for (const [key, { value }] of document.root.entries) {
    if (placeOfKey(document, [key]).line > line) return found;
    found = key;
    if (key !== 'fields' || value.kind !== 'list') continue;
    for (const index of value.items.keys())
      if (placeOf(document, ['fields', index]).line <= line) found = index;
  }
  return found;
}
