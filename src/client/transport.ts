import { setTimeout as pause } from 'node:timers/promises';
import { Fault, type FaultCode } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { faultOfProblem, PROBLEM } from '../service/wire/problem-document.ts';
import { networkProblem } from './network-problem.ts';
import { shownUrl } from './registry-url.ts';

/** One request to a registry. What is asked with an idempotency key may be asked again, and is one change all the same. */
export type Wanted = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the address of the registry, without a slash before it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The media type of an answer. */
  readonly type: 'application/json' | 'application/octet-stream';
  readonly patience_ms?: number;
  /** Where it must not be sent again once it may have been heard. */
  readonly isOnce?: true;
};

/** `bytes` is undefined where what the asker holds is still right. */
export type Came = { readonly bytes: Uint8Array | undefined; readonly etag: string | undefined };

export type TransportOptions = {
  readonly url: URL;
  readonly token: string | undefined;
  readonly version: string;
  readonly fetch?: typeof fetch;
  readonly pause?: (ms: number) => Promise<unknown>;
};

/** Asks one registry over HTTP, again where that may help, and says of whatever else comes back what is wrong with it. */
export class Transport {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: typeof fetch;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor({ url, token, version, fetch: asking = fetch, pause: waiting = pause }: TransportOptions) {
    this.#url = url;
    this.#headers = {
      'user-agent': `assay/${version}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    [this.#fetch, this.#pause] = [asking, waiting];
  }

  get shown(): string {
    return shownUrl(this.#url);
  }

  /** @faults REGISTRY_UNREACHABLE REGISTRY_STRANGE, and whatever the registry refuses with */
  async ask(wanted: Wanted): Promise<Came | Fault> {
    let pause_ms: number = LIMITS.registry_pause_ms;
    for (let tries = 1; ; tries++) {
      const came = await this.#askOnce(wanted);
      if (!('again' in came)) return came.is;
      const { again, after_ms = 0, is } = came;
      if (!again || tries === LIMITS.registry_tries_max || after_ms > LIMITS.registry_pause_max_ms) return is;
      await this.#pause(Math.max(pause_ms, after_ms));
      pause_ms *= 4;
    }
  }

  strange(problem: string): Fault<'REGISTRY_STRANGE'> {
    return new Fault('REGISTRY_STRANGE', { url: this.shown, problem });
  }

  async #askOnce(wanted: Wanted): Promise<{ readonly is: Came } | Failed> {
    const { method, path, headers, body, patience_ms = LIMITS.registry_answer_ms } = wanted;
    try {
      const response = await this.#fetch(new URL(path, this.#url), {
        method,
        headers: { ...this.#headers, accept: `${wanted.type}, ${PROBLEM_TYPE}`, ...headers },
        ...(body !== undefined && { body }),
        // To wherever it leads, a token is not carried.
        redirect: 'manual',
        signal: AbortSignal.timeout(patience_ms),
      });
      return await this.#read(wanted, response);
    } catch (error) {
      const { problem, mayPass } = networkProblem(error, patience_ms);
      return {
        is: new Fault('REGISTRY_UNREACHABLE', { url: this.shown, problem }),
        again: mayPass && !wanted.isOnce,
      };
    }
  }

  async #read(wanted: Wanted, response: Response): Promise<{ readonly is: Came } | Failed> {
    const { status } = response;
    const etag = response.headers.get('etag') ?? undefined;
    const type = typeOf(response);
    const final = (fault: Fault): Failed => ({ is: fault, again: false });
    if (status === 304 && wanted.headers?.['if-none-match'] !== undefined) {
      await response.body?.cancel();
      return { is: { bytes: undefined, etag } };
    }
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      return final(this.strange(`it leads elsewhere, with status ${status}, and is not followed`));
    }
    const bytes = await this.#bytes(response);
    if (bytes instanceof Fault) return final(bytes);
    if (status === 200)
      return type === wanted.type
        ? { is: { bytes, etag } }
        : final(this.strange(`its answer is ${shownType(type)}, not ${wanted.type}`));
    if (type === PROBLEM_TYPE) return this.#refused(response, bytes);
    // What stands before a registry says such things while the registry is away.
    if (status === 502 || status === 503 || status === 504)
      return {
        is: new Fault('REGISTRY_UNREACHABLE', { url: this.shown, problem: `a gateway answered ${status}` }),
        again: true,
      };
    return final(this.strange(`it answered ${status} as ${shownType(type)}`));
  }

  #refused(response: Response, bytes: Uint8Array): Failed {
    const document = PROBLEM.safeParse(parsed(bytes));
    if (!document.success)
      return { is: this.strange(`it refused with status ${response.status} and no problem`), again: false };
    const { code } = document.data;
    const fault = faultOfProblem(document.data);
    if (fault === undefined)
      return {
        is: this.strange(`it refused with ${code.slice(0, LIMITS.name_chars_max)}, which no fault here is`),
        again: false,
      };
    const after_s = Number(response.headers.get('retry-after') ?? '');
    const again = MAY_PASS.has(fault.code);
    return { is: fault, again, ...(Number.isFinite(after_s) && { after_ms: after_s * 1000 }) };
  }

  /** No more than an answer may have is held, however it was packed. */
  async #bytes(response: Response): Promise<Uint8Array | Fault> {
    const most = LIMITS.registry_answer_bytes_max;
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of response.body ?? []) {
      size += piece.length;
      if (size > most) return this.strange(`its answer has more than ${most} bytes`);
      pieces.push(piece);
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }
}

/** What came instead of an answer. */
type Failed = { readonly is: Fault; readonly again: boolean; readonly after_ms?: number };

const PROBLEM_TYPE = 'application/problem+json';

/** Refusals that are of the moment, and not of what was asked. */
const MAY_PASS: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'TOO_MANY_REQUESTS',
  'IDENTITY_UNAVAILABLE',
  'JUDGES_BUSY',
  'JUDGE_ENDED',
  'STORE_BUSY',
  'STORE_SILENT',
  'STORE_UNAVAILABLE',
]);

const typeOf = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

const shownType = (type: string): string => (/^[a-z0-9.+/-]{1,60}$/.test(type) ? type : 'of no known type');

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}
