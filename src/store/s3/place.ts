/** Where blobs lie in an object store that speaks S3. Credentials are the environment's, and never stand in a file of ours. */
export type S3Place = {
  readonly bucket: string;
  /** Before every key, without a slash at its end; empty is the top of the bucket. */
  readonly prefix: string;
  readonly region: string;
  /** Of a store that is not Amazon's; then buckets are named in the path, not in the host. */
  readonly endpoint: string | undefined;
};

/** What faults and reports call it. */
export const placeText = ({ bucket, prefix }: S3Place): string =>
  `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;

/** Digests as keys: `<prefix>/sha256/<first two hex digits>/<hex digits>`, as `FileBlobs` names its files. */
export function keyOf({ prefix }: S3Place, hex: string): string {
  const key = `sha256/${hex.slice(0, 2)}/${hex}`;
  return prefix === '' ? key : `${prefix}/${key}`;
}
