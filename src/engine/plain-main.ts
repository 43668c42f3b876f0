import type { Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import { eachLine } from './lines.ts';
import { PlainReader } from './plain-reader.ts';
import { type Asked, FILES_KEPT, type Said } from './plain-wire.ts';

/** The child process of plain-child: one line asked, one line answered, in order. */
// Half of all probes are refused, and nobody looks at where.
Error.stackTraceLimit = 0;
const reader = new PlainReader();
const schemas = new Map<number, Json>();
const files = new Map<number, Buffer>();

let held = '';
const say = (said: Said, hold = false): void => {
  held += `${JSON.stringify(said)}\n`;
  if (hold && held.length < HELD_CHARS_MAX) return;
  process.stdout.write(held);
  held = '';
};
/** Long answers are few, and are said at once. */
const HELD_CHARS_MAX = 1 << 16;

function answer(asked: Asked): void {
  if (asked.kind === 'schema') {
    schemas.set(asked.number, asked.schema);
    return;
  }
  if (asked.kind === 'file') {
    files.set(asked.number, Buffer.from(asked.base64, 'base64'));
    files.delete(asked.number - FILES_KEPT);
    return;
  }
  const { codec, select, record } = asked;
  // A reader of JSON doesn't know what it was written with.
  const key = JSON.stringify([codec, codec === 'json' ? null : asked.writer, asked.reader, select]);
  const [writerSchema, readerSchema] = [schemas.get(asked.writer)!, schemas.get(asked.reader)!];
  const [bytes, row] =
    'file' in record
      ? [files.get(record.file)!, record.row]
      : [Buffer.from(record.base64, 'base64'), undefined];
  const outcome = reader.read(key, { codec, writerSchema, readerSchema, bytes, row, select });
  say({ kind: 'answer', outcome }, asked.hold);
}

eachLine(
  process.stdin,
  LIMITS.plain_line_bytes_max,
  line => answer(JSON.parse(line) as Asked),
  () => process.exit(1),
);
say({ kind: 'ready' });
