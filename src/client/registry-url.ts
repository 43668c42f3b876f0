import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';

/**
 * The address of a registry, as `ASSAY_URL` has it: an origin, and a path where a proxy has it below one. What was written is
 * not repeated, as somebody may have put a password into it.
 *
 * @faults REGISTRY_URL_INVALID
 */
export function parseRegistryUrl(text: string): URL | Fault<'REGISTRY_URL_INVALID'> {
  if (text.length > LIMITS.registry_url_chars_max) return invalid('it is too long');
  if (!URL.canParse(text)) return invalid('it does not begin with https:// or http:// and a host');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return invalid('it is neither https nor http');
  if (url.username !== '' || url.password !== '')
    return invalid('it has a user or a password; a token stands in the file that ASSAY_TOKEN_FILE names');
  if (text.includes('?') || text.includes('#')) return invalid('it has a ? or a # behind it');
  if (!url.pathname.endsWith('/')) url.pathname = `${url.pathname}/`;
  return url;
}

/**
 * That a token may be sent there: whoever is on the way reads what is not encrypted.
 *
 * @faults REGISTRY_URL_INVALID
 */
export const bareTokenFault = (url: URL): Fault<'REGISTRY_URL_INVALID'> | undefined =>
  url.protocol === 'https:' || isLoopbackHost(url.hostname)
    ? undefined
    : invalid('a token would be sent there for all to read: take https');

/** As a fault shows it. */
export const shownUrl = (url: URL): string => url.href.replace(/\/$/, '');

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);

const invalid = (problem: string): Fault<'REGISTRY_URL_INVALID'> =>
  new Fault('REGISTRY_URL_INVALID', { problem });
