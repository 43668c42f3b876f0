import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { type PublicKeyText, publicKeyText } from '../change/approval/key.ts';
import { reasonOf } from './read-file.ts';

/** Writes a new private key where no file is, for its owner's eyes alone. @faults FILE_UNWRITABLE */
export function newKey(place: string, name: string): PublicKeyText | Fault {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    writeFileSync(place, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
  } catch (error) {
    return new Fault('FILE_UNWRITABLE', { path: name, reason: reasonOf(error) });
  }
  return publicKeyText(privateKey);
}

/** @faults KEY_UNREADABLE */
export const readPrivateKey = (place: string, name: string): KeyObject | Fault =>
  readKey(place, name, text => createPrivateKey(text));

/** The public half of either. @faults KEY_UNREADABLE */
export function readPublicKey(place: string, name: string): PublicKeyText | Fault {
  const key = readKey(place, name, text => createPublicKey(text));
  return key instanceof Fault ? key : publicKeyText(key);
}

/** What the file holds is told to nobody, and neither is what a parser says of it. */
function readKey(place: string, name: string, parse: (text: string) => KeyObject): KeyObject | Fault {
  const refuse = (problem: string): Fault => new Fault('KEY_UNREADABLE', { file: name, problem });
  let text: string;
  try {
    text = readFileSync(place, 'utf8');
  } catch (error) {
    return refuse(reasonOf(error));
  }
  if (text.length > LIMITS.envelope_bytes_max) return refuse('it is too large for a key');
  try {
    const key = parse(text);
    return key.asymmetricKeyType === 'ed25519' ? key : refuse(`it is a key of ${key.asymmetricKeyType}`);
  } catch {
    return refuse('it is no PEM that can be read without a passphrase');
  }
}
