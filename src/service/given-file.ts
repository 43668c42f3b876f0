import path from 'node:path';
import { Fault } from '../base/fault.ts';
import { readFile } from './read-file.ts';

/** A file that somebody named, wherever it lies. @param name  what a fault calls it @faults those of `readFile` */
export function readGivenFile(folder: string, name: string, most_bytes: number): Uint8Array | Fault {
  const place = path.resolve(folder, name);
  const bytes = readFile(path.dirname(place), path.basename(place), most_bytes);
  if (!(bytes instanceof Fault)) return bytes;
  return bytes.code === 'FILE_UNREADABLE'
    ? new Fault('FILE_UNREADABLE', { ...(bytes as Fault<'FILE_UNREADABLE'>).facts, path: name })
    : bytes;
}
