import type { Json } from '../base/canonical-json.ts';
import { LIMITS } from '../base/limits.ts';
import { eachLine } from './lines.ts';
import { PlainReader } from './plain-reader.ts';
import type { Asked, Said } from './plain-wire.ts';

/** The child process of plain-process: one line asked, one line answered, in order. */
const reader = new PlainReader();
const schemas = new Map<number, Json>();

const say = (said: Said): void => {
  process.stdout.write(`${JSON.stringify(said)}\n`);
};

function answer(asked: Asked): void {
  if (asked.kind === 'schema') {
    schemas.set(asked.number, asked.schema);
    return;
  }
  const { codec, select } = asked;
  const key = JSON.stringify([codec, asked.writer, asked.reader, select]);
  const [writerSchema, readerSchema] = [schemas.get(asked.writer)!, schemas.get(asked.reader)!];
  const bytes = Buffer.from(asked.base64, 'base64');
  say({ kind: 'answer', outcome: reader.read(key, { codec, writerSchema, readerSchema, bytes, select }) });
}

eachLine(
  process.stdin,
  LIMITS.plain_line_bytes_max,
  line => answer(JSON.parse(line) as Asked),
  () => process.exit(1),
);
say({ kind: 'ready' });
