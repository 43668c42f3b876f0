import type { Json } from '../../../src/base/canonical-json.ts';
import { Fault } from '../../../src/base/fault.ts';
import type { NativeFinding } from '../../../src/compat/finding.ts';
import type { NativeComparison } from '../../../src/compat/native/compare-native.ts';
import { FORMATS } from '../../../src/service/native-formats.ts';

/** Two Avro schemas, both ways. */
export function compareAvro(writer: Json, reader: Json): NativeComparison {
  const found = FORMATS.avro.inline!(writer, reader);
  if (found instanceof Fault) throw new Error(`${found.code}: ${found.message}`);
  return found as NativeComparison;
}

/** The rules that tell of something where the reader is the newer side. */
export const backward = ({
  findings,
}: {
  readonly findings: readonly Pick<NativeFinding, 'rule' | 'direction'>[];
}) => findings.filter(({ direction }) => direction === 'backward').map(({ rule }) => rule);
