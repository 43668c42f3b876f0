import { type Digest, isDigest } from '../../base/digest.ts';

/** Where blobs lie in an object store that speaks S3. Credentials are the environment's, and never stand in a file of ours. */
export type S3Place = {
  readonly bucket: string;
  /** Before every key, without a slash at its end; empty is the top of the bucket. */
  readonly prefix: string;
  readonly region: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint: string | undefined;
  /** Buckets are named in the path, not in the host. */
  readonly pathStyle: boolean;
};

/** What faults and reports call it. */
export const placeText = ({ bucket, prefix }: S3Place): string =>
  `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;

/** Digests as keys: `<prefix>/sha256/<first two hex digits>/<hex digits>`, as `FileBlobs` names its files. */
export const keyOf = (place: S3Place, hex: string): string => `${topOf(place)}${hex.slice(0, 2)}/${hex}`;

/** What all keys begin with. */
export const topOf = ({ prefix }: S3Place): string => `${prefix === '' ? '' : `${prefix}/`}sha256/`;

/** The digest that a key names; undefined where somebody else made it. */
export function digestAt(place: S3Place, key: string): Digest | undefined {
  const hex = key.slice(topOf(place).length + 3);
  const digest = `sha256:${hex}`;
  return isDigest(digest) && keyOf(place, hex) === key ? digest : undefined;
}
