import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { canonicalJson } from '../../base/canonical-json.ts';
import { sha256 } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import { LIMITS } from '../../base/limits.ts';
import type { Ref } from '../../change/decision.ts';
import type { JournalEntry, StoredScope } from '../../store/port.ts';
import { reasonOf } from '../read-file.ts';
import { readLines } from '../read-lines.ts';
import { BackupLine } from './backup-line.ts';

export type Backup = { readonly scopes: readonly StoredScope[]; readonly objects: number };

/**
 * Reads a backup, and holds all of it against its digests: each object, the count of each kind, and all lines together.
 *
 * @param keep  is given each object as it is read; what it refuses ends the reading
 * @faults BACKUP_BROKEN, FILE_UNREADABLE, and those of `keep`
 */
export async function readBackup(
  place: string,
  name: string,
  keep: (bytes: Uint8Array) => Promise<Fault | undefined>,
): Promise<Backup | Fault> {
  const broken = (problem: string) => new Fault('BACKUP_BROKEN', { path: name, problem });
  const lines = createHash('sha256');
  const scopes: Scope[] = [];
  let objects = 0;
  let isEnded = false;
  try {
    for await (const { number, bytes } of readLines(createReadStream(place), LIMITS.backup_line_bytes_max)) {
      const at = `line ${number}`;
      const line = bytes && lineOf(bytes);
      if (line === undefined || isEnded) return broken(`${at} is none of a backup`);
      if ((number === 1) !== (line.what === 'backup')) return broken(`${at} is out of its place`);
      const before = line.what === 'end' ? (`sha256:${lines.copy().digest('hex')}` as const) : undefined;
      lines.update(bytes!).update('\n');
      const scope = scopes.at(-1);
      if (line.what === 'object') {
        const content = Buffer.from(line.base64, 'base64');
        if (scope !== undefined) return broken(`${at} is out of its place`);
        if (sha256(content) !== line.digest) return broken(`${at} has other bytes than its digest says`);
        const fault = await keep(content);
        if (fault !== undefined) return fault;
        objects += 1;
      } else if (line.what === 'scope') {
        if (scope !== undefined && !isWhole(scope)) return broken(`${at}: the scope before it is not whole`);
        if (scopes.some(other => other.scope === line.scope)) return broken(`${at} has a scope twice`);
        scopes.push({ ...line, count: line.refs, refs: new Map(), entries: [] });
      } else if (line.what === 'ref') {
        if (scope === undefined || scope.refs.has(line.name)) return broken(`${at} is out of its place`);
        scope.refs.set(line.name, { generation: line.generation, value: line.value });
      } else if (line.what === 'entry') {
        if (scope === undefined || line.seq !== scope.entries.length + 1)
          return broken(`${at} is out of its place`);
        const { what, ...entry } = line;
        scope.entries.push(entry);
      } else if (line.what === 'end') {
        if (scope !== undefined && !isWhole(scope)) return broken(`${at}: the scope before it is not whole`);
        if (line.lines !== before) return broken('its lines are not those that were written');
        if (line.objects !== objects || line.scopes !== scopes.length)
          return broken('it has not as much as it says');
        isEnded = true;
      }
    }
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
  if (!isEnded) return broken('its end is missing');
  return { objects, scopes: scopes.map(({ scope, seq, refs, entries }) => ({ scope, seq, refs, entries })) };
}

type Scope = {
  readonly scope: string;
  readonly seq: number;
  readonly count: number;
  readonly refs: Map<string, Ref>;
  readonly entries: JournalEntry[];
};

const isWhole = ({ seq, count, refs, entries }: Scope): boolean =>
  refs.size === count && entries.length === seq;

/** A line stands there as it was written, or it is none: two readings of one line there are not. */
function lineOf(bytes: Uint8Array): BackupLine | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  try {
    const parsed = BackupLine.safeParse(JSON.parse(text));
    return parsed.success && canonicalJson(parsed.data) === text ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
