import { type ChildProcessByStdio, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../../base/limits.ts';
import type { Isolation } from '../../convert/converter-shape.ts';
import { isTrouble, packed, unpacked } from '../../convert/function-wire.ts';
import { endWithUs } from '../end-with-us.ts';
import { type Ask, HEAD_BYTES } from './ask.ts';
import { type Taken, takenBy, takenNow } from './resident.ts';

/** How a child ended that should have gone on. */
export type Ended =
  | { readonly kind: 'late' }
  | { readonly kind: 'memory' }
  /** A signal, or an exit code. */
  | { readonly kind: 'left'; readonly how: string }
  /** It wrote what is no answer. */
  | { readonly kind: 'nonsense' }
  | { readonly kind: 'unavailable'; readonly how: string };

export const hasEnded = (answer: readonly Uint8Array[] | Ended): answer is Ended => 'kind' in answer;

/** In the language that this file is in: `.ts` from the sources, `.js` from the build. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const HERE = path.dirname(fileURLToPath(import.meta.url));

/**
 * A process that runs one function. It may read nothing but our own code, has no environment, and is ended with all that it started
 * when it takes too long or too much memory, which is watched from here: what is no object of JavaScript is bounded by nothing else.
 */
export class FunctionChild {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #limit_ms: number;
  readonly #memory_mib: number;
  readonly #frames = new Frames(LIMITS.function_made_bytes_max + LIMITS.function_said_bytes_max);
  #ended: Ended | undefined;
  #isClosed = false;
  #told: (() => void) | undefined;
  /** What it had asked for before it ran anything of the function. */
  #asked_mib: number | undefined;

  constructor(isolation: Isolation, limit_ms: number, memory_mib: number) {
    this.#limit_ms = limit_ms;
    this.#memory_mib = memory_mib;
    const child = spawn(
      process.execPath,
      [
        '--permission',
        ...readable(isolation).map(place => `--allow-fs-read=${place}`),
        '--disallow-code-generation-from-strings',
        // Above what is watched, so that it is told by what it was.
        `--max-old-space-size=${2 * memory_mib}`,
        '--no-warnings',
        path.join(HERE, `main${EXTENSION}`),
        isolation,
      ],
      { env: {}, cwd: path.parse(HERE).root, stdio: ['pipe', 'pipe', 'ignore'], detached: true },
    );
    this.#process = child;
    endWithUs(child, { isGroup: true });
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#frames.take(chunk) === 'too-long') this.#end({ kind: 'nonsense' });
      this.#told?.();
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      this.#end({ kind: 'unavailable', how: error.code ?? error.name }),
    );
    child.on('exit', (code, signal) => this.#end(endOf(code, signal)));
    child.on('close', () => {
      this.#isClosed = true;
      this.#told?.();
    });
  }

  /** What it says of the function. */
  async start({ order, limit_ms, memory_mib, harness, bundle }: Ask): Promise<readonly Uint8Array[] | Ended> {
    const booted = await this.#within(LIMITS.function_start_ms);
    if (hasEnded(booted)) return booted;
    this.#asked_mib = this.#taken()?.asked;
    const text = new TextEncoder();
    const told = packed([
      text.encode(JSON.stringify({ order, limit_ms, memory_mib })),
      text.encode(harness),
      text.encode(bundle),
    ]);
    return this.#ask(told, LIMITS.function_start_ms + limit_ms);
  }

  answer(batch: readonly Uint8Array[]): Promise<readonly Uint8Array[] | Ended> {
    return this.#ask(packed(batch), this.#limit_ms);
  }

  /** Nothing of it is left. */
  end(): void {
    this.#end({ kind: 'left', how: 'ended' });
    this.#process.stdin.destroy();
    this.#process.stdout.destroy();
  }

  #ask(bytes: Uint8Array, limit_ms: number): Promise<readonly Uint8Array[] | Ended> {
    if (this.#ended !== undefined) return Promise.resolve(this.#ended);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeBigUInt64LE(BigInt(bytes.length));
    this.#process.stdin.cork();
    this.#process.stdin.write(head);
    this.#process.stdin.write(bytes);
    this.#process.stdin.uncork();
    return this.#within(limit_ms);
  }

  /** What it says next. */
  async #within(limit_ms: number): Promise<readonly Uint8Array[] | Ended> {
    const clock = setTimeout(() => this.#end({ kind: 'late' }), limit_ms);
    const watch = setInterval(() => void this.#watch(), LIMITS.function_watch_ms);
    try {
      const frame = await this.#next();
      // What it took between two looks is told by the most that it ever had.
      if (this.#isOver()) this.#end({ kind: 'memory' });
      if (frame === undefined || this.#ended !== undefined) return this.#ended!;
      const buffers = unpacked(frame);
      if (!isTrouble(buffers)) return buffers;
      this.#end({ kind: 'nonsense' });
      return { kind: 'nonsense' };
    } finally {
      clearTimeout(clock);
      clearInterval(watch);
    }
  }

  /** The next whole message, or undefined where there is none any more. */
  #next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return new Promise(resolve => {
      const look = (): void => {
        const frame = this.#ended === undefined ? this.#frames.next() : undefined;
        if (frame === undefined && this.#ended === undefined && !this.#isClosed) return;
        this.#told = undefined;
        resolve(frame);
      };
      this.#told = look;
      look();
    });
  }

  async #watch(): Promise<void> {
    const { pid } = this.#process;
    if (pid === undefined || this.#isOver()) {
      if (pid !== undefined) this.#end({ kind: 'memory' });
      return;
    }
    if (takenNow(pid) === undefined && (await takenBy(pid)).resident > this.#memory_mib + OWN_MIB)
      this.#end({ kind: 'memory' });
  }

  #isOver(): boolean {
    const taken = this.#taken();
    if (taken === undefined) return false;
    const most_mib = this.#memory_mib + OWN_MIB;
    return taken.peak > most_mib || taken.asked - (this.#asked_mib ?? taken.asked) > most_mib;
  }

  #taken(): Taken | undefined {
    const { pid } = this.#process;
    return pid === undefined ? undefined : takenNow(pid);
  }

  #end(how: Ended): void {
    this.#ended ??= how;
    const { pid } = this.#process;
    if (pid !== undefined && !this.#isClosed)
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // The group is gone.
      }
    this.#told?.();
  }
}

/** What Node takes by itself, and the batch as it lies in pipes. */
const OWN_MIB = 160;

function endOf(code: number | null, signal: string | null): Ended {
  // So V8 ends a process whose objects have no room.
  if (signal === 'SIGABRT') return { kind: 'memory' };
  return { kind: 'left', how: signal ?? `exit code ${code}` };
}

/** The files of our own that a child reads to run. */
function readable(isolation: Isolation): readonly string[] {
  const own = [`${HERE}/*`, path.join(HERE, '..', '..', 'convert', `function-wire${EXTENSION}`)];
  if (isolation === 'process') return own;
  return [...own, ...packageFolders().map(folder => `${folder}/*`)];
}

/** Where packages may lie, and where the engine does. What runs in the engine reads none of it. */
function packageFolders(): readonly string[] {
  const found = fileURLToPath(import.meta.resolve('quickjs-emscripten-core'));
  const real = found.slice(
    0,
    found.lastIndexOf(`${path.sep}node_modules${path.sep}`) + NODE_MODULES.length + 1,
  );
  const above: string[] = [];
  for (let folder = HERE; folder !== path.dirname(folder); folder = path.dirname(folder))
    above.push(path.join(folder, NODE_MODULES));
  return [real, ...above];
}

const NODE_MODULES = 'node_modules';

/** Messages out of pieces of them. */
class Frames {
  readonly #most_bytes: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #expected: number | undefined;

  constructor(most_bytes: number) {
    this.#most_bytes = most_bytes;
  }

  take(chunk: Buffer): 'too-long' | undefined {
    this.#pieces.push(chunk);
    this.#bytes += chunk.length;
    this.#measure();
    const most = Math.min(this.#expected ?? this.#most_bytes, this.#most_bytes);
    // It says one thing for each that it is asked.
    return this.#bytes > most + HEAD_BYTES || (this.#expected ?? 0) > this.#most_bytes
      ? 'too-long'
      : undefined;
  }

  next(): Uint8Array<ArrayBuffer> | undefined {
    const expected = this.#expected;
    if (expected === undefined || this.#bytes < expected + HEAD_BYTES) return undefined;
    const frame = new Uint8Array(expected);
    let at = -HEAD_BYTES;
    for (const piece of this.#pieces) {
      const from = Math.max(0, -at);
      if (from < piece.length) frame.set(piece.subarray(from), at + from);
      at += piece.length;
    }
    [this.#pieces, this.#bytes, this.#expected] = [[], 0, undefined];
    return frame;
  }

  #measure(): void {
    if (this.#expected !== undefined || this.#bytes < HEAD_BYTES) return;
    const head = Buffer.concat(this.#pieces);
    this.#pieces = [head];
    const bytes = head.readBigUInt64LE(0);
    this.#expected = bytes > BigInt(this.#most_bytes) ? this.#most_bytes + 1 : Number(bytes);
  }
}
