import pc from 'picocolors';
import { FAULTS, type Fault, type FaultCode } from '../../src/base/fault.ts';
import type { Row } from '../../src/base/faults/row.ts';
import { faultDocument, faultText } from '../../src/cli/render-fault.ts';
import { chance } from '../golden/chance.ts';
import { CANARY, type Kind } from './kinds.ts';
import { below, type Chance, mutated, pick, WAYS, type Way } from './mutate.ts';

export type Mistake = {
  readonly kind: string;
  readonly way: Way;
  /** `input(kinds, seed, number)` makes the input again. */
  readonly number: number;
  readonly problem: string;
  readonly bytes: Uint8Array;
};

export type Campaign = {
  /** By the kind of document, and of each how many were read. */
  readonly inputs: ReadonlyMap<
    string,
    { readonly tried: number; readonly read: number; readonly slowest_ms: number }
  >;
  readonly ways: ReadonlyMap<Way, number>;
  readonly faults: ReadonlyMap<FaultCode, number>;
  readonly mistakes: readonly Mistake[];
};

/** No input of any kind may take longer of one processor. */
export const HANG_MS = 1_000;

/**
 * Reads inputs one after the other, and tells of each that throws, takes too long, or is refused with what can't be
 * told.
 *
 * @param begin  told the number of each input before it is read, so that a watcher can name one that never ends
 */
export async function fuzz(
  kinds: readonly Kind[],
  seed: number,
  count: number,
  begin: (number: number) => void = () => {},
): Promise<Campaign> {
  const inputs = new Map<string, { tried: number; read: number; slowest_ms: number }>();
  const ways = new Map<Way, number>();
  const faults = new Map<FaultCode, number>();
  const mistakes: Mistake[] = [];
  for (let number = 0; number < count; number++) {
    const { kind, way, bytes, next } = input(kinds, seed, number);
    begin(number);
    const { refusals, problems, took_ms } = await tried(kind, bytes, next);
    for (const problem of problems) mistakes.push({ kind: kind.name, way, number, problem, bytes });
    const tally = inputs.get(kind.name) ?? { tried: 0, read: 0, slowest_ms: 0 };
    tally.tried++;
    if (refusals.length === 0) tally.read++;
    tally.slowest_ms = Math.max(tally.slowest_ms, took_ms);
    inputs.set(kind.name, tally);
    ways.set(way, (ways.get(way) ?? 0) + 1);
    for (const { code } of refusals) faults.set(code, (faults.get(code) ?? 0) + 1);
  }
  return { inputs, ways, faults, mistakes };
}

/** The same input for the same seed and number, whatever was read before. */
export function input(kinds: readonly Kind[], seed: number, number: number) {
  const next: Chance = chance(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  const kind = kindAt(kinds, next);
  const [base, other] = [pick(next, kind.bases), pick(next, kind.bases)];
  const way = wayOf(kind, next);
  return { kind, way, bytes: mutated(way, base, other, next), next };
}

function kindAt(kinds: readonly Kind[], next: Chance): Kind {
  let left = below(
    next,
    kinds.reduce((sum, { share }) => sum + share, 0),
  );
  return kinds.find(({ share }) => {
    left -= share;
    return left < 0;
  })!;
}

/** Edits of the structure leave most that can be read. */
const TEXT_WAYS: readonly Way[] = [...WAYS.slice(1), 'tokens', 'structure', 'structure', 'structure'];

/** Few as they are: they show that what is refused is refused for its edits. */
function wayOf({ isText }: Kind, next: Chance): Way {
  if (next() < 0.01) return 'as it is';
  return isText ? pick(next, TEXT_WAYS) : 'bytes';
}

async function tried(kind: Kind, bytes: Uint8Array, next: Chance) {
  const before = process.threadCpuUsage();
  let refusals: readonly Fault[] = [];
  const problems: string[] = [];
  try {
    refusals = await kind.read(bytes, next);
    for (const fault of refusals) problems.push(...problemsOf(fault));
  } catch (error) {
    problems.push(`it threw ${error instanceof Error ? error.stack : String(error)}`);
  }
  const { user, system } = process.threadCpuUsage(before);
  const took_ms = (user + system) / 1_000;
  if (took_ms > HANG_MS) problems.push(`it took ${Math.round(took_ms)} ms`);
  return { refusals, problems, took_ms };
}

const LOOK = { paint: pc.createColors(false), width: 100 };
/** What no terminal is to be sent: escapes, and what turns the line around or ends it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSEEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u;
/** Of all that is said of one refusal. A person reads it. */
const TEXT_CHARS_MAX = 20_000;

/** What is wrong with a refusal, whatever was refused. */
function problemsOf(fault: Fault): readonly string[] {
  const { code, facts, at } = fault;
  if (!Object.hasOwn(FAULTS, code)) return [`${code} is in no table`];
  const problems: string[] = [];
  const { say, remedy } = FAULTS[code] as Row<unknown>;
  const missing = new Set<string>();
  const watched = new Proxy(facts as object, {
    get: (all, name) => {
      const fact = Reflect.get(all, name) as unknown;
      if (fact === undefined && typeof name === 'string') missing.add(name);
      return fact;
    },
  });
  const said = `${say(watched)} ${remedy(watched)}`;
  if (missing.size > 0 && said.includes('undefined')) problems.push(`${code} has no ${[...missing].join()}`);
  const text = faultText(fault, 'error', '', LOOK);
  if (UNSEEN.test(text)) problems.push(`${code} is told with ${JSON.stringify(UNSEEN.exec(text)![0])}`);
  if (text.length > TEXT_CHARS_MAX) problems.push(`${code} is told in ${text.length} characters`);
  const document = JSON.stringify(faultDocument(fault));
  if (!document.isWellFormed()) problems.push(`${code} is written as no UTF-8`);
  if (`${text} ${document}`.includes(CANARY)) problems.push(`${code} tells a value of a record`);
  if (at !== undefined && !(at.line >= 1 && at.column >= 1))
    problems.push(`${code} stands at ${at.line}:${at.column}`);
  return problems;
}
