import { createReadStream } from 'node:fs';
import path from 'node:path';
import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { Fault } from '../../base/fault.ts';
import { comparisonDocument } from '../../compat/compare.ts';
import { type JudgedPair, judgePairs } from '../../service/judge-pairs.ts';
import { reasonOf } from '../../service/read-file.ts';
import type { Ask, Outcome } from '../program.ts';
import { faultDocument } from '../render-fault.ts';

/**
 * A line out for a line in, in their order. Every line that could be judged is a success, whatever its verdict: exit 1
 * says that some line has a fault instead of one.
 */
export async function diffPairs({ world }: Ask, file: string): Promise<Outcome> {
  const chunks = file === '-' ? world.input() : createReadStream(path.resolve(world.folder, file));
  let exit = 0;
  try {
    for await (const judged of judgePairs(chunks)) {
      if (judged.answer instanceof Fault) exit = 1;
      world.output.write(`${canonicalJson(lineOf(judged))}\n`);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return new Fault('FILE_UNREADABLE', { path: file, reason: reasonOf(error) });
  }
  return exit;
}

function lineOf({ id, answer }: JudgedPair): Json {
  const named = id === undefined ? {} : { id };
  if (answer instanceof Fault) return { ...named, fault: faultDocument(answer) };
  return { ...named, ...comparisonDocument(answer) };
}

/** What the stream itself failed with; a mistake of ours is no fault of the file. */
const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
