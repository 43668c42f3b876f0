import { canonicalJson, type Json } from '../base/canonical-json.ts';
import type { Output } from './output.ts';

/** One document, one line. Returns the exit code given. */
export function writeJson(output: Output, document: Json, exit = 0): number {
  output.write(`${canonicalJson(document)}\n`);
  return exit;
}

/** The same of what was read in its shape: what is optional there is left out, and never undefined. */
export const writeShaped = (output: Output, document: object, exit = 0): number =>
  writeJson(output, document as Json, exit);
