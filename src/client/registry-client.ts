import type * as z from 'zod';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { type Digest, sha256 } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { ObjectKind } from '../service/query-objects.ts';
import type { Reference } from '../service/reference.ts';
import * as answers from '../service/wire/answers.ts';
import type * as asks from '../service/wire/asks.ts';
import { type Once, Questions, type Way } from './questions.ts';
import { bareTokenFault, parseRegistryUrl } from './registry-url.ts';
import { Transport, type TransportOptions } from './transport.ts';

export type { Once };

/** A version or a data revision. */
export type What = Exclude<Reference, { kind: 'subject' }>;

export type ClientOptions = Omit<TransportOptions, 'url' | 'token'> & {
  /** As `https://registry.example`; a path below it is a proxy's. */
  readonly url: string;
  /** What stands behind `Bearer`; without one, what whoever comes may ask. */
  readonly token?: string | undefined;
};

type Answered<S extends z.ZodType> = Promise<z.output<S> | Fault>;

/**
 * A registry over HTTP, a method a route. Whatever is wrong with an ask, a registry or the way to it is a Fault that is
 * returned; nothing is thrown. A change is sent again under its key where no answer came, and is one change all the same.
 */
export class RegistryClient {
  readonly #questions: Questions;

  private constructor(questions: Questions) {
    this.#questions = questions;
  }

  /** Asks nothing yet. @faults REGISTRY_URL_INVALID */
  static at({ url, token, ...options }: ClientOptions): RegistryClient | Fault {
    const parsed = parseRegistryUrl(url);
    if (parsed instanceof Fault) return parsed;
    const bare = token === undefined ? undefined : bareTokenFault(parsed);
    if (bare !== undefined) return bare;
    return new RegistryClient(new Questions(new Transport({ ...options, url: parsed, token })));
  }

  /** The address, as faults show it. */
  get url(): string {
    return this.#questions.shown;
  }

  health(): Answered<typeof answers.HEALTH> {
    return this.#questions.get(['health'], answers.HEALTH);
  }

  subjects(): Answered<typeof answers.SUBJECTS> {
    return this.#questions.get(['subjects'], answers.SUBJECTS);
  }

  subject(subject: string): Answered<typeof answers.SUBJECT_SHOWN> {
    return this.#questions.get(['subjects', subject], answers.SUBJECT_SHOWN);
  }

  state(subject: string): Answered<typeof answers.STATE_SHOWN> {
    return this.#questions.get(['subjects', subject, 'state'], answers.STATE_SHOWN);
  }

  versions(subject: string): Answered<typeof answers.VERSIONS_SHOWN> {
    return this.#questions.get(['subjects', subject, 'versions'], answers.VERSIONS_SHOWN);
  }

  version(subject: string, version: number): Answered<typeof answers.VERSION_SHOWN> {
    return this.#questions.get(['subjects', subject, 'versions', version], answers.VERSION_SHOWN);
  }

  revisions(subject: string): Answered<typeof answers.REVISIONS_SHOWN> {
    return this.#questions.get(['subjects', subject, 'revisions'], answers.REVISIONS_SHOWN);
  }

  revision(subject: string, revision: string): Answered<typeof answers.REVISION_SHOWN> {
    return this.#questions.get(['subjects', subject, 'revisions', revision], answers.REVISION_SHOWN);
  }

  journal(
    subject: string,
    page: { readonly from?: number; readonly limit?: number } = {},
  ): Answered<typeof answers.JOURNAL> {
    return this.#questions.get(['subjects', subject, 'journal'], answers.JOURNAL, page);
  }

  /**
   * A document by its digest, byte for byte: whoever asks need not trust whoever answers.
   *
   * @param kind  what it must be; without one, whatever it is
   * @faults OBJECT_UNKNOWN OBJECT_OTHER_KIND, OBJECT_CORRUPT where other bytes came, and those of asking
   */
  async object(digest: Digest, kind?: ObjectKind): Promise<Uint8Array | Fault> {
    const bytes = await (kind === undefined
      ? this.#questions.bytes(['objects', digest], 'application/octet-stream')
      : this.#questions.bytes([PATHS[kind], digest], 'application/json'));
    if (bytes instanceof Fault) return bytes;
    const found = sha256(bytes);
    return found === digest ? bytes : new Fault('OBJECT_CORRUPT', { digest, found });
  }

  compatibility(ask: z.input<typeof asks.COMPATIBILITY_ASK>): Answered<typeof answers.COMPARISON> {
    return this.#questions.question(['compatibility'], body(ask), answers.COMPARISON);
  }

  propose(
    subject: string,
    proposal: z.input<typeof asks.PROPOSAL>,
    once: Once,
  ): Answered<typeof answers.PROPOSED> {
    return this.#questions.change(
      'POST',
      ['subjects', subject, 'proposals'],
      once,
      body(proposal),
      answers.PROPOSED,
      { patience_ms: LIMITS.registry_judged_ms },
    );
  }

  step(what: What, step: z.input<typeof asks.STEP>, once: Once): Answered<typeof answers.MOVED> {
    return this.#changed(what, 'steps', once, step, answers.MOVED);
  }

  /** @param envelope  a DSSE envelope, in the bytes in which it is kept */
  approve(what: What, envelope: Uint8Array<ArrayBuffer>, once: Once): Answered<typeof answers.APPROVED> {
    const way = [...wayOf(what), 'approvals'];
    return this.#questions.change('POST', way, once, envelope, answers.APPROVED);
  }

  attach(what: What, evidence: z.input<typeof asks.EVIDENCE>, once: Once): Answered<typeof answers.ATTACHED> {
    return this.#changed(what, 'evidence', once, evidence, answers.ATTACHED);
  }

  gate(what: What): Answered<typeof answers.GATE_SHOWN> {
    return this.#questions.get([...wayOf(what), 'gate'], answers.GATE_SHOWN);
  }

  rollout(subject: string, version: number): Answered<typeof answers.ROLLOUT_SHOWN> {
    return this.#questions.get(['subjects', subject, 'versions', version, 'rollout'], answers.ROLLOUT_SHOWN);
  }

  stepRollout(
    subject: string,
    version: number,
    step: z.input<typeof asks.ROLLOUT_STEP>,
    once: Once,
  ): Answered<typeof answers.ROLLED> {
    return this.#changed({ kind: 'version', subject, version }, 'rollout', once, step, answers.ROLLED);
  }

  consumers(subject: string): Answered<typeof answers.CONSUMERS_SHOWN> {
    return this.#questions.get(['subjects', subject, 'consumers'], answers.CONSUMERS_SHOWN);
  }

  producers(subject: string): Answered<typeof answers.PRODUCERS_SHOWN> {
    return this.#questions.get(['subjects', subject, 'producers'], answers.PRODUCERS_SHOWN);
  }

  registerConsumer(
    subject: string,
    name: string,
    said: z.input<typeof asks.CONSUMER_SAID>,
    once: Once,
  ): Answered<typeof answers.REGISTERED> {
    const way = ['subjects', subject, 'consumers', name];
    return this.#questions.change('PUT', way, once, body(said), answers.REGISTERED);
  }

  registerProducer(
    subject: string,
    name: string,
    said: z.input<typeof asks.PRODUCER_SAID>,
    once: Once,
  ): Answered<typeof answers.REGISTERED> {
    const way = ['subjects', subject, 'producers', name];
    return this.#questions.change('PUT', way, once, body(said), answers.REGISTERED);
  }

  deregister(
    subject: string,
    role: 'consumer' | 'producer',
    name: string,
    once: Once,
  ): Answered<typeof answers.REGISTERED> {
    const way = ['subjects', subject, `${role}s`, name];
    return this.#questions.change('DELETE', way, once, undefined, answers.REGISTERED);
  }

  tokens(): Answered<typeof answers.TOKENS> {
    return this.#questions.get(['tokens'], answers.TOKENS);
  }

  newToken(ask: z.input<typeof asks.TOKEN_ASK>, once: Once): Answered<typeof answers.TOKEN_ISSUED> {
    // Another secret is made each time, so that a repeat would be told that its key was used.
    const how = { isOnce: true } as const;
    return this.#questions.change('POST', ['tokens'], once, body(ask), answers.TOKEN_ISSUED, how);
  }

  revokeToken(id: string, once: Once): Answered<typeof answers.TOKEN_REVOKED> {
    return this.#questions.change('DELETE', ['tokens', id], once, undefined, answers.TOKEN_REVOKED);
  }

  #changed<S extends z.ZodType>(what: What, at: string, once: Once, ask: object, shape: S): Answered<S> {
    return this.#questions.change('POST', [...wayOf(what), at], once, body(ask), shape);
  }
}

/** Where each kind of object is asked for. */
const PATHS: Readonly<Record<ObjectKind, string>> = {
  schema: 'schemas',
  governance: 'governance',
  vocabulary: 'vocabularies',
  change: 'changes',
  report: 'reports',
  'golden-set': 'golden-sets',
};

const wayOf = (what: What): Way =>
  what.kind === 'version'
    ? ['subjects', what.subject, 'versions', what.version]
    : ['subjects', what.subject, 'revisions', what.revision];

const body = (document: object): string => canonicalJson(document as Json);
