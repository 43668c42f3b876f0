import { row } from './row.ts';

const RESTORE = 'restore the file from where it was built, or build the release again into an empty folder';

/** A release that doesn't hold is a finding (exit 1); an ask that can't be built is a wrong ask (exit 2). */
export const RELEASE_FAULTS = {
  SET_INCOMPLETE: row<{ absent: string }>({
    status: 422,
    exit: 1,
    say: f => `the release is not complete: ${f.absent} is absent`,
    remedy: f => `finish the build that writes ${f.absent} by asking for it again, then verify again`,
  }),
  OBJECT_IRREGULAR: row<{ object: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.object} is ${f.found}, and only a regular file of the release's own is read`,
    remedy: f => `put the bytes of ${f.object} themselves in its place`,
  }),
  ROOT_DIGEST_MISMATCH: row<{ expected: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `the manifest's bytes have the digest ${f.found}, not ${f.expected}`,
    remedy: f => `fetch the manifest that was approved as ${f.expected}; a changed one is another release`,
  }),
  UNSUPPORTED_MANIFEST: row<{ document: string; schema: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.document} calls itself ${f.schema}, which this verifier does not read`,
    remedy: f => `verify with a version that reads ${f.schema}`,
  }),
  BOUND_DOCUMENT_SYNTAX: row<{ document: string; offset: number; expected: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.document} is no document: at byte ${f.offset}, expected ${f.expected}`,
    remedy: () => RESTORE,
  }),
  BOUND_DOCUMENT_FIELD: row<{ document: string; path: string; problem: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.document}: ${f.path} ${f.problem}`,
    remedy: f => `restore ${f.document}, or build again; docs/release-format.md has what ${f.path} must be`,
  }),
  DUPLICATE_KEY: row<{ document: string; path: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.document} has the key ${f.path} twice`,
    remedy: f => `restore ${f.document}, or build again; readers differ in which ${f.path} of two they take`,
  }),
  NUMBER_RANGE: row<{ document: string; path: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.document}: ${f.path} is beyond 2^53 - 1, where JSON readers round`,
    remedy: f => `restore ${f.document}, or build again with ${f.path} within it`,
  }),
  SHARD_ID_FORMAT: row<{ path: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.path} is not of the form shard-00000-of-00004`,
    remedy: () => 'name shards by their index and their number, five digits each at least',
  }),
  SHARD_ID_SET: row<{ path: string; problem: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.path} ${f.problem}`,
    remedy: () => 'every index from 0 must have one shard, and every shard must say how many there are',
  }),
  SHARD_REPEATED: row<{ path: string; other: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.path} is the object of ${f.other} again`,
    remedy: () => 'a shard stands once in a release: build the release again',
  }),
  SHARD_TOO_LARGE: row<{ shard: string; bytes: number; most_bytes: number }>({
    status: 422,
    exit: 2,
    say: f => `${f.shard} has ${f.bytes} bytes, and a reader takes ${f.most_bytes} at most`,
    remedy: () => 'ask for more shards',
  }),
  SHARDING_MISMATCH: row<{ shard: string; problem: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.shard} is not what sort seed and sharding function give: ${f.problem}`,
    remedy: () =>
      'records moved, shards changed their names, or the seed was altered: build the release again',
  }),
  EMPTY_RELEASE: row<{ what: string }>({
    status: 422,
    exit: 1,
    say: f => `the release has no ${f.what}, and nothing is no proof of anything`,
    remedy: f => `build it from a source that has ${f.what}`,
  }),
  TOTALS_MISMATCH: row<{ of: string; declared: number; found: number }>({
    status: 422,
    exit: 1,
    say: f => `totals.${f.of} is ${f.declared}, and there are ${f.found}`,
    remedy: () => 'a descriptor was added, dropped or altered: build the release again',
  }),
  SCHEMA_REPORT_UNBOUND: row<{ recordSchema: string }>({
    status: 422,
    exit: 1,
    say: f => `no change record is bound for the schema ${f.recordSchema}`,
    remedy: () => 'propose the version, and build the release with the digest of its change record',
  }),
  READER_MISMATCH: row<{ parameter: string; bound: string; have: string }>({
    status: 422,
    exit: 1,
    say: f => `the release is bound to ${f.parameter} ${f.bound}, and this reader has ${f.have}`,
    remedy: f => `verify with a reader that has ${f.parameter} ${f.bound}`,
  }),
  KEY_MISMATCH: row<{ bound: string; have: string }>({
    status: 422,
    exit: 1,
    say: f => `the release is sealed under key version ${f.bound}, and this reader has ${f.have}`,
    remedy: f => `verify where key version ${f.bound} is available`,
  }),
  MEDIA_TYPE_MISMATCH: row<{ shard: string; declared: string; expected: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.shard} is declared as ${f.declared}, and the serializer writes ${f.expected}`,
    remedy: () => 'a reader never guesses what bytes are: build the release again',
  }),
  OBJECT_VERSION_MISMATCH: row<{ shard: string; declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.shard} is bound to object version ${f.declared}, and the store has ${f.found}`,
    remedy: f => `restore version ${f.declared} of the object`,
  }),
  SIZE_MISMATCH: row<{ shard: string; declared: number; found: number }>({
    status: 422,
    exit: 1,
    say: f => `${f.shard} has ${f.found} bytes, not ${f.declared}`,
    remedy: () => RESTORE,
  }),
  DIGEST_MISMATCH: row<{ object: string; declared: string; found: string; holds: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.object} has the digest ${f.found}, not ${f.declared}: it holds ${f.holds}`,
    remedy: () => RESTORE,
  }),
  SHARD_UNREADABLE: row<{ shard: string; reason: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.shard} has the declared bytes, and they don't decode: ${f.reason}`,
    remedy: () => 'the writer was wrong, not the store: build the release again',
  }),
  SCHEMA_MIXED: row<{ where: string; declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `${f.where} was written under the schema ${f.found}, not ${f.declared}`,
    remedy: f => `convert its records to ${f.declared} first: a release has one schema`,
  }),
  RECORD_COUNT: row<{ shard: string; declared: number; found: number }>({
    status: 422,
    exit: 1,
    say: f => `${f.shard} has ${f.found} records, not ${f.declared}`,
    remedy: () => 'the descriptor and the bytes disagree: build the release again',
  }),
  TOKENS_UNPROVEN: row<{ where: string; problem: string }>({
    status: 422,
    exit: 1,
    say: f => `tokens of ${f.where} can't be recomputed: ${f.problem}`,
    remedy: () => 'bind tokens only together with a tokenizer that the verifier has',
  }),
  LOGICAL_DIGEST_MISMATCH: row<{ shard: string; declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f =>
      `the records of ${f.shard}, or their order, are others than declared: their logical digest is ${f.found}, not ${f.declared}`,
    remedy: () => 'the bytes are the declared ones, so the descriptor is wrong: build the release again',
  }),
  MEMBER_SET_MISMATCH: row<{ shard: string; declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `the members of ${f.shard} have the digest ${f.found}, not ${f.declared}`,
    remedy: () => 'records moved between shards: build the release again',
  }),
  TUPLE_ROOT_MISMATCH: row<{ declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `orderedMemberTupleRoot is ${f.found} by the records and watermarks, not ${f.declared}`,
    remedy: () => 'a member, the snapshot, a watermark or the fence was altered: build the release again',
  }),
  SNAPSHOT_MISMATCH: row<{ of: string; declared: string; found: string }>({
    status: 422,
    exit: 1,
    say: f => `the snapshot's ${f.of} is ${f.found}, and the release is bound to ${f.declared}`,
    remedy: () => 'verify with the snapshot that the release was built from',
  }),
  MEMBER_MISSING: counted(
    f => `${f.count} members of the snapshot are in no shard`,
    'a record was dropped: build again',
  ),
  MEMBER_EXTRA: counted(
    f => `${f.count} samples are in no snapshot`,
    'a record was added: build the release again',
  ),
  MEMBER_DUPLICATE: counted(
    f => `${f.count} records repeat a sample`,
    'a sample may occur once: remove the repetition at its source',
  ),
  CONTENT_REPLACED: counted(
    f => `${f.count} samples have other content or another source than in the snapshot`,
    'changed content is a new snapshot: take one, and build from it',
  ),
  SPLIT_CONFLICT: counted(
    f => `${f.count} samples are in another split than in the snapshot`,
    'a sample that moves between splits leaks: take a new snapshot if the move is meant',
  ),
  MEMBER_PART_UNUSABLE: row<{ part: string; row: number; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `record ${f.row} has no usable ${f.part}: ${f.problem}`,
    remedy: f => `give every record a ${f.part}, or declare another origin for it in the subject's members`,
  }),
  RECORDS_UNLAWFUL: row<{ row: number; field: string; problem: string }>({
    status: 422,
    exit: 2,
    say: f => `record ${f.row} is not lawful under the schema: field ${f.field}, ${f.problem}`,
    remedy: () => 'convert or reject the record before a release is built',
  }),
  RELEASE_NOT_ACCEPTED: row<{ what: string; state: string; change: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.what} is only ${f.state}, by the change record ${f.change}`,
    remedy: f =>
      f.state === 'approved'
        ? `run \`assay activate ${f.what}\` first: data is written under what is active`
        : `have it approved and activated first; or build with --proposed, and the release says of itself that ${f.what} is only proposed`,
  }),
  RELEASE_ASK: row<{ problem: string }>({
    status: 400,
    exit: 2,
    say: f => `the release can't be built as asked: ${f.problem}`,
    remedy: () => 'run `assay release build --help` for what it takes',
  }),
  SHARDS_UNFILLED: row<{ records: number; shards: number }>({
    status: 400,
    exit: 2,
    say: f => `the source has ${f.records} records, which do not fill ${f.shards} shards`,
    remedy: f => `ask for at most as many shards as there are records: \`--shards ${f.records}\``,
  }),
  GENERATED_IDS_TOO_FEW: row<{ field: string; most: number; asked: number }>({
    status: 400,
    exit: 2,
    say: f =>
      `${f.asked} records can't be generated: each needs a sample id of its own, and the field ${f.field} has ${f.most} values`,
    remedy: f =>
      `ask for at most as many with \`--generate ${f.most}\`, or take the sample id from a field that holds more`,
  }),
  RELEASE_FOLDER_UNUSABLE: row<{ path: string; reason: string }>({
    status: 503,
    exit: 4,
    say: f => `${f.path} can't be used: ${f.reason}`,
    remedy: f =>
      `make ${f.path} writable, on a file system with hard links, and build again: nothing is lost`,
  }),
  RELEASE_FOLDER_FOREIGN: row<{ path: string; found: string }>({
    status: 409,
    exit: 2,
    say: f => `${f.path} holds ${f.found}, which is no part of a release; nothing was written`,
    remedy: () => 'build into a folder of its own',
  }),
  RELEASE_UNFINISHED: row<{ path: string }>({
    status: 409,
    exit: 3,
    say: f => `in ${f.path} another build is going on, or was interrupted; nothing was written`,
    remedy: f =>
      `ask for what that build was asked for, which finishes it; or remove ${f.path} and build again`,
  }),
  ALREADY_EXISTS: row<{ path: string }>({
    status: 412,
    exit: 3,
    say: f => `${f.path} exists and holds another release's bytes; nothing is overwritten`,
    remedy: () => 'build into a folder of its own',
  }),
  STAGING_CONFLICT: row<{ path: string; found: string }>({
    status: 409,
    exit: 1,
    say: f => `${f.path} is named by a digest its bytes don't have: they have ${f.found}`,
    remedy: f => `find out who wrote ${f.path}, remove it and build again`,
  }),
} as const;

type Counted = { count: number; samples: string };

function counted(say: (f: Counted) => string, remedy: string) {
  return row<Counted>({ status: 422, exit: 1, say: f => `${say(f)}: ${f.samples}`, remedy: () => remedy });
}
