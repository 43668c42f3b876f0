import { hash } from 'node:crypto';
import { canonicalJson, type Json } from './canonical-json.ts';

/** The address of an immutable thing: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

const SHAPE = /^sha256:[0-9a-f]{64}$/;

export const isDigest = (text: unknown): text is Digest => typeof text === 'string' && SHAPE.test(text);

/** Digest of bytes; a string is hashed as its UTF-8. */
export const sha256 = (bytes: Uint8Array | string): Digest => `sha256:${hash('sha256', bytes, 'hex')}`;

/** The 32 bytes behind the hex. */
export const digestBytes = (digest: Digest): Uint8Array => Buffer.from(digest.slice('sha256:'.length), 'hex');

export const digestOfBytes32 = (bytes: Uint8Array): Digest => `sha256:${Buffer.from(bytes).toString('hex')}`;

/** Digest of a document: the SHA-256 of its canonical JSON. */
export const documentDigest = (document: Json): Digest => sha256(canonicalJson(document));
