import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { LIMITS } from '../../base/limits.ts';
import type { S3Place } from './place.ts';

/**
 * A client that signs, retries what may be retried, and gives up in time.
 *
 * Checksums of the library's own are asked for only where the protocol demands them: older stores refuse a trailer they
 * don't know. What guards the bytes is their MD5 on the way there, which every store looks at, and their digest on the
 * way back.
 */
export function connectS3(
  { endpoint, region, pathStyle }: S3Place,
  credentials?: S3ClientConfig['credentials'],
): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: LIMITS.s3_attempts,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: LIMITS.s3_connect_ms,
      requestTimeout: LIMITS.s3_request_ms,
      throwOnRequestTimeout: true,
    },
  });
}
