import type * as z from 'zod';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { pathText, shapeProblem } from '../contract/shape-problem.ts';
import type { Came, Transport, Wanted } from './transport.ts';

/** What a change is known by, however often it is sent, and the seq at which its subject must stand, where that matters. */
export type Once = { readonly key: string; readonly seq?: number | undefined };

/** How long an answer may take, and whether it must not be asked for twice. */
type How = Pick<Wanted, 'patience_ms' | 'isOnce'>;

/** Parts of a path below the address of the registry, each as it is: it is encoded here. */
export type Way = readonly (string | number)[];

/**
 * Questions and changes of one registry, their answers held against their shapes. What may have changed is asked for again
 * each time, with the tag of the answer that is held, so that a registry, and a cache in between, may say that it still stands.
 */
export class Questions {
  readonly #transport: Transport;
  readonly #held = new Map<string, { readonly etag: string; readonly bytes: Uint8Array }>();
  #held_bytes = 0;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get shown(): string {
    return this.#transport.shown;
  }

  strange(problem: string): Fault<'REGISTRY_STRANGE'> {
    return this.#transport.strange(problem);
  }

  /** @faults those of `Transport.ask`, and REGISTRY_STRANGE where an answer has another shape */
  async get<S extends z.ZodType>(
    way: Way,
    shape: S,
    query: Readonly<Record<string, string | number | undefined>> = {},
  ): Promise<z.output<S> | Fault> {
    const path = pathOf(way);
    if (path instanceof Fault) return path;
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) asked.set(name, String(value));
    const full = asked.size === 0 ? path : `${path}?${asked}`;
    const held = this.#held.get(full);
    const came = await this.#transport.ask({
      method: 'GET',
      path: full,
      type: 'application/json',
      ...(held !== undefined && { headers: { 'if-none-match': held.etag } }),
    });
    if (came instanceof Fault) return came;
    if (came.bytes === undefined && held === undefined)
      return this.strange('it says that nothing changed, of what it was never asked');
    if (came.bytes !== undefined) this.#hold(full, came);
    return this.#parsed(shape, came.bytes ?? held!.bytes);
  }

  /** What never changes, in its very bytes. @faults those of `Transport.ask` */
  async bytes(way: Way, type: Wanted['type']): Promise<Uint8Array | Fault> {
    const path = pathOf(way);
    if (path instanceof Fault) return path;
    const came = await this.#transport.ask({ method: 'GET', path, type });
    if (came instanceof Fault) return came;
    return came.bytes ?? this.strange('it says that nothing changed, of what it was never asked');
  }

  /** @faults those of `get`; REGISTRY_READ_ONLY where no route takes it */
  async change<S extends z.ZodType>(
    method: Exclude<Wanted['method'], 'GET'>,
    way: Way,
    { key, seq }: Once,
    body: NonNullable<Wanted['body']> | undefined,
    shape: S,
    how: How = {},
  ): Promise<z.output<S> | Fault> {
    return this.#sent(
      method,
      way,
      { 'idempotency-key': key, ...(seq !== undefined && { 'if-match': `"seq-${seq}"` }) },
      body,
      shape,
      how,
    );
  }

  /** A question that needs a body. @faults those of `get` */
  async question<S extends z.ZodType>(way: Way, body: string, shape: S): Promise<z.output<S> | Fault> {
    return this.#sent('POST', way, {}, body, shape);
  }

  async #sent<S extends z.ZodType>(
    method: Wanted['method'],
    way: Way,
    headers: Readonly<Record<string, string>>,
    body: Wanted['body'],
    shape: S,
    how: How = {},
  ): Promise<z.output<S> | Fault> {
    const path = pathOf(way);
    if (path instanceof Fault) return path;
    const came = await this.#transport.ask({
      method,
      path,
      type: 'application/json',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
      ...how,
    });
    if (came instanceof Fault)
      return NO_SUCH_CHANGE.has(came.code)
        ? new Fault('REGISTRY_READ_ONLY', { url: this.#transport.shown })
        : came;
    return this.#parsed(shape, came.bytes!);
  }

  #parsed<S extends z.ZodType>(shape: S, bytes: Uint8Array): z.output<S> | Fault {
    let document: unknown;
    try {
      document = JSON.parse(UTF8.decode(bytes));
    } catch {
      return this.strange('its answer is no JSON');
    }
    const read = shape.safeParse(document);
    if (read.success) return read.data;
    const problem = shapeProblem(shape, read.error);
    const where = pathText(problem.path).slice(0, LIMITS.echoed_chars_max);
    return this.strange(`in its answer ${where} is not as expected`);
  }

  /** The oldest goes first, once there is more than is worth its room. */
  #hold(path: string, { bytes, etag }: Came): void {
    this.#drop(path);
    if (etag === undefined || bytes === undefined || bytes.length > LIMITS.registry_kept_bytes_max) return;
    this.#held.set(path, { etag, bytes });
    this.#held_bytes += bytes.length;
    for (const [oldest] of this.#held) {
      if (this.#held_bytes <= LIMITS.registry_kept_bytes_max) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    const held = this.#held.get(path);
    if (held === undefined) return;
    this.#held.delete(path);
    this.#held_bytes -= held.bytes.length;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** How a server says that it has no such route: one that asks nobody who they are, or an older one. */
const NO_SUCH_CHANGE: ReadonlySet<string> = new Set(['ROUTE_UNKNOWN', 'METHOD_NOT_ALLOWED']);

/** A part that is a way up or none at all would lead to another path. @faults PARAMETER_INVALID */
function pathOf(way: Way): string | Fault {
  const parts = way.map(String);
  const astray = parts.find(part => part === '' || part === '.' || part === '..');
  return astray === undefined
    ? parts.map(encodeURIComponent).join('/')
    : new Fault('PARAMETER_INVALID', { parameter: parts.join(' '), expected: 'names that are no way up' });
}
