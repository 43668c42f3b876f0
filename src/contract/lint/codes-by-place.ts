import { Fault } from '../../base/fault.ts';
import { VOCABULARY_BOUNDS } from '../parse-vocabulary.ts';
import { readYaml } from '../read-yaml.ts';

/** Whether the file of a vocabulary leaves the code of some term to its place. */
export function leavesCodes(file: string, bytes: Uint8Array): boolean {
  const document = readYaml(file, bytes, VOCABULARY_BOUNDS);
  if (document instanceof Fault || document.root.kind !== 'map') return false;
  const terms = document.root.entries.get('terms')?.value;
  return terms?.kind === 'list' && terms.items.some(term => term.kind === 'map' && !term.entries.has('code'));
}
