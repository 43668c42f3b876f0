import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { type AvroLogical, logicalText } from '../../native/avro/logical.ts';
import type { AvroProps } from '../../native/avro/type.ts';
import { CONTRACT_KEY, extensionChanges, type Inside } from '../native/contract-extension.ts';
import { docUnits } from '../native/doc-unit.ts';
import type { Found } from '../native/found.ts';
import { type Names, namesApart } from '../native/names-apart.ts';
import { saidTexts } from '../native/text-key.ts';
import { isUnitKey, unitChanges, unitTexts } from '../native/unit-key.ts';
import { byValue, namesBeside, namesOfNumbers } from '../native/value-naming.ts';
import { brief } from '../wording.ts';
import type { AvroRule } from './avro-rules.ts';

/** What a field or a type says beside its bytes. */
export type Annotations = {
  readonly doc?: string | undefined;
  readonly aliases?: readonly string[];
  readonly props: AvroProps;
  /** Of an enum, and of a field of one. */
  readonly symbols?: readonly string[];
};

/** Texts, former names and properties: nothing here changes a byte, and units hide in two of them. */
export function judgeAnnotations(
  found: Found<AvroRule>,
  writer: Annotations,
  reader: Annotations,
  path: string,
  inside?: readonly [Inside, Inside],
): void {
  if (writer.doc !== reader.doc) found.add('DOC_CHANGED', path, docText(writer.doc), docText(reader.doc));
  const units = docUnits(linesOf(writer), linesOf(reader));
  if (units !== undefined) found.add('DOC_UNIT_CHANGED', path, units.from, units.to);
  const [from, to] = [brief(writer.aliases ?? []), brief(reader.aliases ?? [])];
  if (String(writer.aliases ?? []) !== String(reader.aliases ?? []))
    found.add('ALIASES_CHANGED', path, from === '' ? 'none' : from, to === '' ? 'none' : to);
  judgeProps(found, writer.props, reader.props, path, inside);
  for (const told of namesApart(namesIn(writer), namesIn(reader)))
    found.add('VALUE_NAME_CHANGED', path, told.from, told.to);
}

/** All texts, as lines of their own: only a field or a named type has a doc, and people write them everywhere. */
const linesOf = ({ doc = '', props: { [CONTRACT_KEY]: _, ...props } }: Annotations): string =>
  [doc, ...saidTexts(props)].join('\n');

/** What the symbols of an enum are called besides, and whole numbers. */
function namesIn({ symbols, props: { [CONTRACT_KEY]: _, ...props } }: Annotations): Names {
  const listed = symbols === undefined ? [] : namesBeside(props, symbols);
  return byValue([...listed, ...(symbols === undefined ? namesOfNumbers(props) : [])]);
}

/** As Iceberg writes its ids into a schema of Avro. */
const ID_KEYS: ReadonlySet<string> = new Set(['field-id', 'element-id', 'key-id', 'value-id']);

function judgeProps(
  found: Found<AvroRule>,
  writer: AvroProps,
  reader: AvroProps,
  path: string,
  inside: readonly [Inside, Inside] | undefined,
): void {
  if (writer === reader) return;
  for (const { means, from, to } of extensionChanges(writer[CONTRACT_KEY], reader[CONTRACT_KEY], inside))
    found.add(means ? 'CONTRACT_MEANING_CHANGED' : 'CONTRACT_WORDS_CHANGED', path, from, to);
  for (const key of [...new Set([...Object.keys(writer), ...Object.keys(reader)])].sort()) {
    if (key === CONTRACT_KEY) continue;
    const [from, to] = [propText(writer, key), propText(reader, key)];
    if (from === to) continue;
    const units = unitChanges(key, ownOf(writer, key), ownOf(reader, key));
    for (const unit of units)
      found.add('UNIT_PROPERTY_CHANGED', path, ...unitTexts(unit, SHOWN_CHARS), unit.conversion);
    if (units.length > 0 && isUnitKey(key)) continue;
    const isOnBoth = Object.hasOwn(writer, key) && Object.hasOwn(reader, key);
    const rule = ID_KEYS.has(key) && isOnBoth ? 'FIELD_ID_CHANGED' : 'PROPERTY_CHANGED';
    found.add(rule, path, `${key} ${from.slice(0, SHOWN_CHARS)}`, `${key} ${to.slice(0, SHOWN_CHARS)}`);
  }
  judgeUnheard(found, writer, reader, path);
}

/**
 * A logical type where no reader looks: on a field in place of its type, or on a type that can't carry it. No value is read
 * otherwise, and whoever wrote it meant what the values stand for.
 */
function judgeUnheard(found: Found<AvroRule>, writer: AvroProps, reader: AvroProps, path: string): void {
  const [from, to] = [unheardText(writer), unheardText(reader)];
  if (from !== to) judgeNames(found, from, to, path);
}

/** Of decimals with their digits, lawful or not. */
function unheardText(props: AvroProps): string {
  const name = ownOf(props, 'logicalType');
  if (typeof name !== 'string') return 'none';
  const digits = ['precision', 'scale'].map(key => propText(props, key)).join(', ');
  return name === 'decimal'
    ? `decimal(${digits})`.slice(0, SHOWN_CHARS)
    : frameOf(name, props).slice(0, SHOWN_CHARS);
}

const ownOf = (props: AvroProps, key: string): Json | undefined =>
  Object.hasOwn(props, key) ? props[key] : undefined;

const SHOWN_CHARS = 120;

const propText = (props: AvroProps, key: string): string =>
  Object.hasOwn(props, key) ? canonicalJson(props[key] as Json) : 'none';

const docText = (doc: string | undefined): string =>
  doc === undefined ? 'none' : doc.length > SHOWN_CHARS ? `${doc.slice(0, SHOWN_CHARS)}…` : doc;

type LogicalOf = { readonly logical?: AvroLogical | undefined; readonly props: AvroProps };

/** Iceberg writes a timestamp without a zone under the name of one with it, and a property that says so. */
const frameOf = (name: string, props: AvroProps): string =>
  /^timestamp-/.test(name) && props['adjust-to-utc'] === false ? `local-${name}` : name;

/** Readers compare the type below and nothing more, decimals apart: what the values stand for is ours to look at. */
export function judgeLogical(
  found: Found<AvroRule>,
  { logical: writer, props: saidOfWriter }: LogicalOf,
  { logical: reader, props: saidOfReader }: LogicalOf,
  path: string,
): void {
  const [from, to] = [frameOf(logicalText(writer), saidOfWriter), frameOf(logicalText(reader), saidOfReader)];
  if (from === to) return;
  if (writer?.kind === 'decimal' && reader?.kind === 'decimal') {
    found.add('DECIMAL_MISMATCH', path, from, to);
    const shift = writer.scale - reader.scale;
    if (shift !== 0) found.add('DECIMAL_SCALE_CHANGED', path, from, to, ratioText(10, -shift));
    return;
  }
  judgeNames(found, from, to, path);
}

function judgeNames(found: Found<AvroRule>, from: string, to: string, path: string): void {
  const [before, after] = [timeOf(from), timeOf(to)];
  if (before !== undefined && after !== undefined && before.frame === after.frame)
    found.add('TIME_UNIT_CHANGED', path, from, to, ratioText(1_000, after.thousands - before.thousands));
  else found.add('LOGICAL_TYPE_CHANGED', path, from, to);
}

const THOUSANDS: Readonly<Record<string, number>> = { millis: 1, micros: 2, nanos: 3 };

/** `timestamp-millis` counts thousandths since a point; the frame is what is counted from. */
function timeOf(name: string): { readonly frame: string; readonly thousands: number } | undefined {
  const [, frame, unit] = /^(time|timestamp|local-timestamp)-(millis|micros|nanos)$/.exec(name) ?? [];
  return frame === undefined ? undefined : { frame, thousands: THOUSANDS[unit!]! };
}

const ratioText = (base: number, power: number): string => {
  const factor = String(10n ** BigInt(Math.abs(power) * Math.log10(base)));
  return power > 0 ? `×${factor}` : `×1/${factor}`;
};
