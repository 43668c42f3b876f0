import { S3ServiceException } from '@aws-sdk/client-s3';
import { Fault } from '../../base/fault.ts';
import { placeText, type S3Place } from './place.ts';

/** Whether the store answered, and with this status. */
export const isStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

/**
 * What went wrong with an object store, by the name of the error alone: its message may quote a request, and a request
 * is signed.
 *
 * @throws what is no trouble of the network or the store
 */
export function s3Fault(place: S3Place, error: unknown): Fault<'STORE_UNAVAILABLE'> {
  const problem = problemOf(error);
  if (problem === undefined) throw error;
  return new Fault('STORE_UNAVAILABLE', { path: placeText(place), problem });
}

function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status !== undefined) return `${wordOf(error.name)}, status ${status}`;
  if (typeof code === 'string') return wordOf(code);
  if ('$response' in error || '$metadata' in error) return 'what answers there speaks no S3';
  return CLIENT_TROUBLE.has(error.name) ? wordOf(error.name) : undefined;
}

/** What the library throws of itself where no answer came, or none that it could read. */
const CLIENT_TROUBLE: ReadonlySet<string> = new Set([
  'TimeoutError',
  'CredentialsProviderError',
  'TokenProviderError',
  'AbortError',
  'SyntaxError',
  'AggregateError',
]);

/** A store of another make may send anything as the name of an error. */
const wordOf = (name: string): string =>
  /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(name) ? name : 'an error without a name';
