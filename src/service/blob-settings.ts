import * as z from 'zod';

const Part = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[A-Za-z0-9!_.*'()/-]+$/;

/** Where an object store that speaks S3 is. What signs for us is the environment's, and stands in no file of ours. */
const S3 = z.strictObject({
  bucket: z
    .string()
    .regex(
      /^[a-z0-9](?:[a-z0-9.-]{1,61})[a-z0-9]$/,
      'the name of a bucket: 3 to 63 lower-case letters, digits, dots and dashes',
    ),
  /** Before every key. */
  prefix: z
    .string()
    .max(512)
    .regex(Part, 'names with slashes between them, and none at either end')
    .optional(),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,63}$/, 'the name of a region')
    .default('us-east-1'),
  /** Of a store that is not Amazon's. */
  endpoint: z
    .string()
    .refine(isEndpoint, 'an address with https or http, a host, and nothing after it')
    .optional(),
  /** Buckets are named in the path of an address, not in its host; usual where an endpoint is named. */
  pathStyle: z.boolean().optional(),
});

/** Where blobs lie: a folder, of the project or of the machine, or an object store. */
export const BlobSettings = z.union([
  z.strictObject({
    folder: z
      .string()
      .min(1)
      .max(255)
      .regex(/^(?!.*(?:^|[/\\])\.\.(?:[/\\]|$)).+$/, 'a folder of the project, or an absolute path'),
  }),
  z.strictObject({ s3: S3 }),
]);
export type BlobSettings = z.output<typeof BlobSettings>;

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  );
}
