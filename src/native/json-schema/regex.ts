import { LIMITS } from '../../base/limits.ts';

/** Whether a pattern is found in a text; undefined where the pattern is beyond what is understood here. */
export type Matcher = (text: string) => boolean | undefined;

/**
 * A pattern of a schema, as far as it is built of characters, classes, groups, alternatives and counts. Whoever wrote
 * it may mean harm, so nothing backtracks: every state is followed at once, and time is pattern × text.
 */
export function matcherOf(source: string): Matcher {
  const program = new Compiler(source).compile();
  return program === undefined ? () => undefined : text => run(program, text);
}

type Accepts = (char: string) => boolean;

/** `split` goes on at both; `assert` only where it holds. */
type Step =
  | { readonly kind: 'char'; readonly accepts: Accepts }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' }
  | { readonly kind: 'match' };

type Part =
  | { readonly kind: 'char'; readonly accepts: Accepts }
  | { readonly kind: 'assert'; readonly at: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

class NotUnderstood extends Error {}

const CLASSES: Readonly<Record<string, Accepts>> = {
  d: char => char >= '0' && char <= '9',
  w: char => /^[A-Za-z0-9_]$/.test(char),
  s: char => /^\s$/u.test(char),
};

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' };

class Compiler {
  readonly #chars: readonly string[];
  readonly #steps: Step[] = [];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#chars = [...source];
  }

  compile(): readonly Step[] | undefined {
    try {
      const part = this.#choice();
      if (this.#at < this.#chars.length) throw new NotUnderstood();
      this.#emit(part);
      this.#push({ kind: 'match' });
      return this.#steps;
    } catch (error) {
      if (error instanceof NotUnderstood) return undefined;
      throw error;
    }
  }

  #choice(): Part {
    if (++this.#depth > LIMITS.native_pattern_depth_max) throw new NotUnderstood();
    const parts = [this.#sequence()];
    while (this.#skip('|')) parts.push(this.#sequence());
    this.#depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    for (let char = this.#peek(); char !== undefined && char !== '|' && char !== ')'; char = this.#peek())
      parts.push(this.#counted(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #atom(): Part {
    const char = this.#next();
    switch (char) {
      case '^':
        return { kind: 'assert', at: 'start' };
      case '$':
        return { kind: 'assert', at: 'end' };
      case '.':
        return { kind: 'char', accepts: found => !/^[\n\r\u2028\u2029]$/u.test(found) };
      case '(':
        return this.#group();
      case '[':
        return { kind: 'char', accepts: this.#set() };
      case '\\':
        return { kind: 'char', accepts: this.#escape() };
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new NotUnderstood();
      default:
        return { kind: 'char', accepts: found => found === char };
    }
  }

  #group(): Part {
    if (this.#skip('?') && !this.#skip(':')) throw new NotUnderstood();
    const part = this.#choice();
    if (!this.#skip(')')) throw new NotUnderstood();
    return part;
  }

  #escape(): Accepts {
    const char = this.#next();
    const known = CLASSES[char.toLowerCase()];
    if (known !== undefined) return char === char.toLowerCase() ? known : found => !known(found);
    const literal = this.#escaped(char);
    return found => found === literal;
  }

  /** The one character an escape stands for. */
  #escaped(char: string): string {
    const control = CONTROLS[char];
    if (control !== undefined) return control;
    if (char === 'u' || char === 'x') {
      const digits = this.#chars.slice(this.#at, this.#at + (char === 'u' ? 4 : 2)).join('');
      if (!/^(?:[0-9a-fA-F]{4}|[0-9a-fA-F]{2})$/.test(digits)) throw new NotUnderstood();
      this.#at += digits.length;
      return String.fromCharCode(Number(`0x${digits}`));
    }
    if (/^[A-Za-z0-9]$/.test(char)) throw new NotUnderstood();
    return char;
  }

  #set(): Accepts {
    const negated = this.#skip('^');
    const members: Accepts[] = [];
    for (let char = this.#next(); char !== ']'; char = this.#next()) {
      if (char === '\\' && CLASSES[this.#peek()?.toLowerCase() ?? ''] !== undefined) {
        members.push(this.#escape());
        continue;
      }
      const from = char === '\\' ? this.#escaped(this.#next()) : char;
      const isRange = this.#peek() === '-' && this.#chars[this.#at + 1] !== ']';
      if (!isRange) {
        members.push(found => found === from);
        continue;
      }
      this.#at++;
      const end = this.#next();
      const to = end === '\\' ? this.#escaped(this.#next()) : end;
      const [low, high] = [from.codePointAt(0)!, to.codePointAt(0)!];
      if (low > high) throw new NotUnderstood();
      members.push(found => found.codePointAt(0)! >= low && found.codePointAt(0)! <= high);
    }
    return found => members.some(accepts => accepts(found)) !== negated;
  }

  #counted(part: Part): Part {
    const count = this.#count();
    if (count === undefined) return part;
    this.#skip('?');
    if (part.kind === 'assert' || /^[*+?{]$/.test(this.#peek() ?? '')) throw new NotUnderstood();
    return { kind: 'repeat', part, ...count };
  }

  #count(): { readonly least: number; readonly most: number } | undefined {
    if (this.#skip('*')) return { least: 0, most: Infinity };
    if (this.#skip('+')) return { least: 1, most: Infinity };
    if (this.#skip('?')) return { least: 0, most: 1 };
    if (this.#peek() !== '{') return undefined;
    const rest = this.#chars.slice(this.#at, this.#at + 24).join('');
    const [all, least, comma, most] = /^\{([0-9]{1,9})(,([0-9]{1,9})?)?\}/.exec(rest) ?? [];
    if (all === undefined) throw new NotUnderstood();
    this.#at += all.length;
    const open = comma === undefined ? Number(least) : Infinity;
    return { least: Number(least), most: most === undefined ? open : Number(most) };
  }

  #emit(part: Part): void {
    switch (part.kind) {
      case 'char':
      case 'assert':
        this.#push(part);
        return;
      case 'sequence':
        for (const below of part.parts) this.#emit(below);
        return;
      case 'choice':
        this.#emitChoice(part.parts);
        return;
      case 'repeat':
        this.#emitRepeat(part.part, part.least, part.most);
    }
  }

  #emitChoice(parts: readonly Part[]): void {
    const split = this.#push({ kind: 'split', to: [] });
    const starts: number[] = [];
    const ends: number[] = [];
    for (const part of parts) {
      starts.push(this.#steps.length);
      this.#emit(part);
      ends.push(this.#push({ kind: 'split', to: [] }));
    }
    this.#steps[split] = { kind: 'split', to: starts };
    for (const end of ends) this.#steps[end] = { kind: 'split', to: [this.#steps.length] };
  }

  #emitRepeat(part: Part, least: number, most: number): void {
    if (most < least) throw new NotUnderstood();
    for (let time = 0; time < least; time++) this.#emit(part);
    if (most === Infinity) {
      const split = this.#push({ kind: 'split', to: [] });
      this.#emit(part);
      this.#push({ kind: 'split', to: [split] });
      this.#steps[split] = { kind: 'split', to: [split + 1, this.#steps.length] };
      return;
    }
    const splits: number[] = [];
    for (let time = least; time < most; time++) {
      splits.push(this.#push({ kind: 'split', to: [] }));
      this.#emit(part);
    }
    for (const split of splits) this.#steps[split] = { kind: 'split', to: [split + 1, this.#steps.length] };
  }

  /** A count may unroll to more than fits: then it is not understood. */
  #push(step: Step): number {
    if (this.#steps.length >= LIMITS.native_pattern_steps_max) throw new NotUnderstood();
    return this.#steps.push(step) - 1;
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }

  #next(): string {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new NotUnderstood();
    return char;
  }

  #skip(char: string): boolean {
    const here = this.#peek() === char;
    if (here) this.#at++;
    return here;
  }
}

/** A pattern is found anywhere in the text, so a new try begins at every character. */
function run(steps: readonly Step[], text: string): boolean | undefined {
  const chars = [...text];
  if (chars.length * steps.length > LIMITS.native_pattern_work_max) return undefined;
  let live = new Set<number>();
  for (let at = 0; at <= chars.length; at++) {
    live = closure(steps, [...live, 0], at === 0, at === chars.length);
    if (live.has(steps.length - 1)) return true;
    const next = new Set<number>();
    for (const place of live) {
      const step = steps[place]!;
      if (step.kind === 'char' && at < chars.length && step.accepts(chars[at]!)) next.add(place + 1);
    }
    live = next;
  }
  return false;
}

/** Every step reached without reading a character. */
function closure(
  steps: readonly Step[],
  from: readonly number[],
  isStart: boolean,
  isEnd: boolean,
): Set<number> {
  const reached = new Set<number>();
  const todo = [...from];
  for (let place = todo.pop(); place !== undefined; place = todo.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    const step = steps[place]!;
    if (step.kind === 'split') todo.push(...step.to);
    if (step.kind === 'assert' && (step.at === 'start' ? isStart : isEnd)) todo.push(place + 1);
  }
  return reached;
}
