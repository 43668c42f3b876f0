import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { canonicalJson, type Json } from '../base/canonical-json.ts';
import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Comparison } from '../compat/compare.ts';
import type { Access, Finding, NativeFinding } from '../compat/finding.ts';
import { compareNative, type Judge } from '../compat/native/compare-native.ts';
import type { RuleRow } from '../compat/native/rule-row.ts';
import { isProblem, type Problem } from '../native/problem.ts';
import { type NativeDocument, readDocument } from '../native/read-document.ts';
import { reasonOf } from './read-file.ts';

/** What a pair of schemas of any format comes to. */
export type AnyComparison = Comparison<Finding | NativeFinding>;

/** A file somebody named, as much of it read as was asked for. */
export type NativeFile = {
  /** As it was named. */
  readonly name: string;
  /** Where it lies. */
  readonly place: string;
  /** Its first bytes, where binary formats say what they are. */
  readonly head: Uint8Array;
  /** The whole of it as one JSON document; read once. @faults FILE_UNREADABLE DOCUMENT_TOO_LARGE NATIVE_JSON */
  readonly document: () => NativeDocument | Fault;
};

/** How schemas of one format are told, read and compared. The older one comes first. */
export type FormatRow = {
  /** Absent where the format has no files of its own. */
  readonly files?: {
    readonly detects: (file: NativeFile) => boolean;
    readonly compare: (
      older: NativeFile,
      newer: NativeFile,
    ) => AnyComparison | Fault | Promise<AnyComparison | Fault>;
  };
  /** Absent where a schema is no JSON value. */
  readonly inline?: (older: Json, newer: Json) => AnyComparison | Fault;
};

/** A format whose schemas are JSON documents. */
export function jsonFormat<Schema>(format: {
  readonly detects: (value: Json) => boolean;
  readonly parse: (value: Json) => Schema | Problem;
  readonly judge: Judge<Schema>;
  readonly rules: Readonly<Record<string, RuleRow>>;
  /** How its readers find fields; by name where nothing is said. */
  readonly binds?: Access;
}): FormatRow {
  const { detects, parse, judge, rules, binds } = format;
  const compare = (older: Side, newer: Side): AnyComparison | Fault => {
    const before = schemaOf(older);
    if (before instanceof Fault) return before;
    // Whoever reads with the very schema of the writer resolves nothing, so nothing in it can go wrong between them.
    if (canonicalJson(older.value) === canonicalJson(newer.value))
      return compareNative(() => [], rules, before, before, binds);
    const after = schemaOf(newer);
    return after instanceof Fault ? after : compareNative(judge, rules, before, after, binds);
  };
  const schemaOf = ({ value, faultOf }: Side): Schema | Fault => {
    const schema = parse(value);
    return isProblem(schema) ? faultOf(schema) : schema;
  };
  return {
    files: {
      detects: ({ document }) => {
        const read = document();
        return !(read instanceof Fault) && detects(read.value);
      },
      compare: (older, newer) => {
        const before = sideOf(older);
        if (before instanceof Fault) return before;
        const after = sideOf(newer);
        return after instanceof Fault ? after : compare(before, after);
      },
    },
    inline: (older, newer) =>
      compare(
        { value: older, faultOf: problem => problem.fault(['writer']) },
        { value: newer, faultOf: problem => problem.fault(['reader']) },
      ),
  };
}

/** One schema of a pair, and what a problem in it is told with. */
type Side = { readonly value: Json; readonly faultOf: (problem: Problem) => Fault };

function sideOf({ document }: NativeFile): Side | Fault {
  const read = document();
  if (read instanceof Fault) return read;
  return { value: read.value, faultOf: problem => problem.fault([], read.placeOf(problem.path)) };
}

const HEAD_BYTES = 16;

/** @faults FILE_UNREADABLE */
export function openNativeFile(name: string, place: string): NativeFile | Fault {
  try {
    if (!statSync(place).isFile())
      return new Fault('FILE_UNREADABLE', { path: name, reason: 'it is not a file' });
    const head = new Uint8Array(HEAD_BYTES);
    const file = openSync(place, 'r');
    const length = readSync(file, head);
    closeSync(file);
    let read: NativeDocument | Fault | undefined;
    const document = () => {
      read ??= documentAt(name, place);
      return read;
    };
    return { name, place, head: head.subarray(0, length), document };
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
}

function documentAt(name: string, place: string): NativeDocument | Fault {
  try {
    const { size: bytes } = statSync(place);
    const limit_bytes = LIMITS.native_bytes_max;
    if (bytes > limit_bytes)
      return new Fault('DOCUMENT_TOO_LARGE', { bytes, limit_bytes }, { file: name, line: 1, column: 1 });
    return readDocument(name, readFileSync(place));
  } catch (error) {
    return new Fault('FILE_UNREADABLE', { path: name, reason: reasonOf(error) });
  }
}
