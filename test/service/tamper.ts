import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../src/base/digest.ts';
import { batchOf, rowsOf } from '../../src/contract/batch.ts';
import type { RecordValues } from '../../src/contract/value.ts';
import {
  type Manifest,
  manifestBytes,
  parseManifest,
  type ShardDescriptor,
} from '../../src/release/manifest.ts';
import { memberCollector, memberTreeRoot, orderedMemberTupleRoot } from '../../src/release/member-list.ts';
import { rootPointerBytes } from '../../src/release/root-pointer.ts';
import { readShard, writeShard } from '../../src/release/shard-file.ts';
import { type Carriage, describeRecords, type ShardRecords } from '../../src/release/shard-records.ts';
import { PLACES } from '../../src/service/release-folder.ts';
import { CARRIAGE } from '../release/sample-release.ts';

/** A release that somebody who may write every file of it has taken in hand. */
export class Tampered {
  readonly dir: string;
  readonly carriage: Carriage;

  constructor(original: string, dir: string, carriage: Carriage = CARRIAGE) {
    cpSync(original, dir, { recursive: true });
    this.dir = dir;
    this.carriage = carriage;
  }

  get manifest(): Manifest {
    const manifest = parseManifest(this.read(PLACES.manifest));
    if (manifest instanceof Error) throw manifest;
    return manifest;
  }

  read(name: string): Uint8Array {
    return readFileSync(path.join(this.dir, name));
  }

  write(name: string, bytes: Uint8Array): void {
    const target = path.join(this.dir, name);
    rmSync(target, { force: true });
    writeFileSync(target, bytes);
    chmodSync(target, 0o444);
  }

  remove(name: string): void {
    rmSync(path.join(this.dir, name));
  }

  shardName(index: number): string {
    return PLACES.shard(this.manifest.shards[index]!.digest);
  }

  rows(index: number): RecordValues[] {
    const batches = readShard(this.carriage, 'shard', this.read(this.shardName(index)), 'null');
    if (batches instanceof Error) throw batches;
    return batches.flatMap(batch => rowsOf(this.carriage.columns, batch));
  }

  /** Puts a manifest in place, and the pointer with it: what an approved root from elsewhere alone could stop. */
  sign(manifest: Manifest): void {
    const bytes = manifestBytes(manifest);
    this.write(PLACES.manifest, bytes);
    this.write(PLACES.pointer, rootPointerBytes(sha256(bytes)));
  }

  /** Writes other records into a shard and a descriptor that tells the truth about them. */
  rewrite(index: number, rows: readonly RecordValues[], keep: Partial<ShardDescriptor> = {}): void {
    const batch = batchOf(this.carriage.columns, rows);
    const bytes = writeShard(this.carriage, 'shard', batch, 'null');
    const read = describeRecords(this.carriage, [batch]);
    if (bytes instanceof Error || read instanceof Error) throw new Error('the records could not be written');
    const digest = sha256(bytes);
    this.write(PLACES.shard(digest), bytes);
    const { manifest } = this;
    const shards = manifest.shards.with(index, {
      ...manifest.shards[index]!,
      digest,
      size: bytes.length,
      objectVersion: digest,
      logicalDigest: read.logicalDigest,
      records: read.records,
      memberSetDigest: memberTreeRoot(read.members),
      ...keep,
    });
    this.sign({ ...manifest, shards, totals: totalsOf(shards) });
  }

  /** Makes `orderedMemberTupleRoot` agree with the records that are there. */
  resealRoot(change: Partial<Manifest> = {}): void {
    const manifest = { ...this.manifest, ...change };
    const all = memberCollector();
    for (const index of manifest.shards.keys()) all.addAll(this.describe(index).members, index);
    const members = all.sorted();
    this.sign({
      ...manifest,
      orderedMemberTupleRoot: orderedMemberTupleRoot({
        ...manifest,
        count: members.count,
        memberTreeRoot: memberTreeRoot(members),
      }),
    });
  }

  describe(index: number): ShardRecords {
    const read = describeRecords(this.carriage, [batchOf(this.carriage.columns, this.rows(index))]);
    if (read instanceof Error) throw read;
    return read;
  }
}

export const totalsOf = (shards: readonly ShardDescriptor[]): Manifest['totals'] => ({
  shards: shards.length,
  records: shards.reduce((sum, shard) => sum + shard.records, 0),
});
