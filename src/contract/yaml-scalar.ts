import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import { placeAt, type TextDocument } from './text-document.ts';
import type { YamlNode } from './yaml-document.ts';

/**
 * The value of unquoted text by the core schema of YAML 1.2: `yes` is text and `017` is refused, because YAML 1.1
 * reads them otherwise.
 *
 * @faults YAML_NUMBER_FORM YAML_NUMBER_RANGE
 */
export function plainScalar(document: TextDocument, at: number, written: string): YamlNode | Fault {
  if (/^(?:~|null|Null|NULL|)$/.test(written)) return { kind: 'null', at };
  if (/^(?:true|True|TRUE)$/.test(written)) return { kind: 'bool', value: true, at };
  if (/^(?:false|False|FALSE)$/.test(written)) return { kind: 'bool', value: false, at };
  if (!/^[-+.0-9]/.test(written)) return { kind: 'string', value: written, at };
  const form = FORMS.find(([pattern]) => pattern.test(written))?.[1];
  const number = written.slice(0, LIMITS.number_chars_max);
  if (form !== undefined) return new Fault('YAML_NUMBER_FORM', { number, form }, placeAt(document, at));
  const isInteger = INTEGER.test(written);
  if (!isInteger && !FLOAT.test(written) && !UNBOUNDED.test(written))
    return { kind: 'string', value: written, at };
  const value = Number(written);
  const lost = value === 0 && /^[^eE]*[1-9]/.test(written);
  if (!Number.isFinite(value) || lost || written.length > LIMITS.number_chars_max)
    return new Fault('YAML_NUMBER_RANGE', { number }, placeAt(document, at));
  return isInteger
    ? { kind: 'integer', value: BigInt(written), written, at }
    : { kind: 'float', value, written, at };
}

/** Only what has one spelling is an integer: `17.0`, `1.7e1` and `-0` are floats, and stand for no id and no count. */
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const FLOAT = /^-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const UNBOUNDED = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const FORMS: ReadonlyArray<readonly [pattern: RegExp, form: string]> = [
  [/^[-+]?0x[0-9a-fA-F]+$/, 'hexadecimal'],
  [/^[-+]?0o[0-7]+$/, 'octal'],
  [/^[-+]?0b[01]+$/, 'binary'],
  [/^[-+]?0[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/, 'a leading zero, which some read as octal'],
  [/^[-+]?[0-9]+(?:_[0-9]+)+$/, 'underscores between digits'],
  [/^\+(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/, 'a plus sign, which JSON refuses'],
];
