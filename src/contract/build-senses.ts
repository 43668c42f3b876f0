import { Fault } from '../base/fault.ts';
import type { WrittenField } from './contract-shape.ts';
import type { Typed } from './field.ts';
import type { Senses, Sentinel } from './senses.ts';
import { inSentinelOrder } from './senses-document.ts';
import { readValue } from './value-form.ts';
import { WRITTEN } from './written-form.ts';
import { nodeAt, type Path, placeOf, type YamlDocument } from './yaml-document.ts';

/** @faults SENTINEL_TYPE */
export function buildSenses(
  document: YamlDocument,
  written: WrittenField,
  field: Typed,
  name: string,
  path: Path,
): Senses | Fault {
  const sentinels: Sentinel[] = [];
  for (const [index, { means }] of (written.sentinels ?? []).entries()) {
    const at = [...path, 'sentinels', index, 'value'];
    const node = nodeAt(document, at);
    const value = node === undefined ? undefined : readValue(field, node);
    if (value === undefined || value === null) {
      const { kind } = field.type;
      const facts = { field: name, physical: kind, form: WRITTEN[kind] };
      return new Fault('SENTINEL_TYPE', facts, placeOf(document, at));
    }
    sentinels.push({ value, means });
  }
  const { nullMeans, nan, infinity, emptyMeans } = written;
  return {
    ...(nullMeans && { nullMeans }),
    ...(written.sentinels && { sentinels: inSentinelOrder(field.type, sentinels) }),
    ...(nan && { nan }),
    ...(infinity && { infinity }),
    ...(emptyMeans && { emptyMeans }),
  };
}
