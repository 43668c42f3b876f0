import type { Field, Kind, Logical, Scalar, Type, UnknownPolicy } from './field.ts';
import { isInteger } from './kind-table.ts';
import { movedParts } from './moved-part.ts';
import { childrenOf } from './nested.ts';
import type { RejectCode } from './reject.ts';
import {
  emptySenseChange,
  nanSenseChange,
  nullSenseChange,
  type SenseChange,
  sentinelSenseChange,
} from './sense-change.ts';
import { shareSpelling } from './term-spelling.ts';
import { typeText } from './type-text.ts';
import { whyApart } from './types-apart.ts';
import type { Unit } from './unit.ts';
import { conversionText, sameDimension, sameUnit, unitConversion } from './unit-conversion.ts';
import type { Term, Vocabulary } from './vocabulary.ts';
import { termById, termWithCode, termWithText } from './vocabulary-lookup.ts';

/** A cast that loses nothing, so that a value may be read under another type: `int32-int64`. */
export type Cast = `${Scalar}-${Scalar}`;

/** `undefined` for equal types, and where there is no cast: `fieldRefusals` tells them apart. */
export const castOf = (from: Kind, to: Kind): Cast | undefined => CASTS.get(`${from}-${to}`);

/** Why values of one field can't be read as values of another with the same id; elements of lists apart. */
export function fieldRefusals(writer: Field, reader: Field): readonly FieldRefusal[] {
  const type = typeRefusal(writer, reader);
  const found = [
    logicalRefusal(writer, reader),
    type,
    unitRefusal(writer.unit, reader.unit),
    ...senseRefusals(writer, reader),
    conventionRefusal(writer, reader),
    normalizerRefusal(writer, reader),
  ];
  // What a code or a label stands for can only be compared while both are written alike.
  if (type === undefined) {
    found.push(
      vocabularyRefusal(writer, reader),
      policyRefusal(writer, reader),
      ignoreValueRefusal(writer, reader),
    );
  }
  return found.filter(refusal => refusal !== undefined);
}

export type FieldRefusal = {
  readonly code: RejectCode;
  readonly facts: { readonly from: string; readonly to: string; readonly reason: string };
};

/** What each type may be read as, every value exactly. */
const READ_AS: Readonly<Partial<Record<Scalar, readonly Scalar[]>>> = {
  int8: ['int16', 'int32', 'int64', 'float16', 'bfloat16', 'float32', 'float64'],
  int16: ['int32', 'int64', 'float32', 'float64'],
  int32: ['int64', 'float64'],
  uint8: [
    'int16',
    'int32',
    'int64',
    'uint16',
    'uint32',
    'uint64',
    'float16',
    'bfloat16',
    'float32',
    'float64',
  ],
  uint16: ['int32', 'int64', 'uint32', 'uint64', 'float32', 'float64'],
  uint32: ['int64', 'uint64', 'float64'],
  float16: ['float32', 'float64'],
  bfloat16: ['float32', 'float64'],
  float32: ['float64'],
  string: ['bytes'],
  fixed: ['bytes'],
};

const CASTS: ReadonlyMap<string, Cast> = new Map(
  Object.entries(READ_AS).flatMap(([from, all]) =>
    all.map(to => [`${from}-${to}`, `${from as Scalar}-${to}`] as const),
  ),
);

/** Pairs that other systems cast, and why this one does not. */
const NO_CAST: ReadonlyMap<string, string> = new Map([
  ['int64-float64', '2^53 + 1 has no 64-bit float'],
  ['uint64-float64', '2^53 + 1 has no 64-bit float'],
  ['int64-float32', '2^24 + 1 has no 32-bit float'],
  ['int32-float32', '2^24 + 1 has no 32-bit float'],
  ['uint32-float32', '2^24 + 1 has no 32-bit float'],
  ['float64-float32', 'most 64-bit floats have no 32-bit float'],
  ['float32-float16', 'most 32-bit floats have no 16-bit float'],
  ['float32-bfloat16', 'most 32-bit floats have no bfloat16'],
  ['int64-int32', '2^31 has no 32-bit integer'],
  ['uint64-int64', '2^63 has no signed 64-bit integer'],
  ['int64-uint64', '-1 has no unsigned integer'],
  ['bytes-string', 'not all bytes are UTF-8'],
  ['date-timestamp', 'a day is no moment, and which of its moments is meant nobody said'],
]);

const refusal = (code: RejectCode, from: string, to: string, reason: string): FieldRefusal => ({
  code,
  facts: { from, to, reason },
});

function logicalRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  if (writer.logical === reader.logical) return undefined;
  return refusal('LOGICAL_CHANGED', writer.logical, reader.logical, 'the values are for something else now');
}

const isLabel = (logical: Logical): boolean => logical === 'label' || logical === 'category';

function typeRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  const [from, to] = [writer.type, reader.type];
  if (from.kind === to.kind) return parameterRefusal(from, to);
  const cast = castOf(from.kind, to.kind);
  if (isLabel(writer.logical) && isLabel(reader.logical)) {
    if (cast !== undefined && isInteger(from.kind) && isInteger(to.kind)) return undefined;
    const reason = 'a label of one type is no label of the other';
    return refusal('LABEL_TYPE_CHANGED', from.kind, to.kind, reason);
  }
  if (cast !== undefined) return undefined;
  const reason =
    NO_CAST.get(`${from.kind}-${to.kind}`) ?? whyApart(from.kind, to.kind) ?? 'no cast keeps every value';
  return refusal('TYPE_CHANGED', from.kind, to.kind, reason);
}

/** Of one kind, and yet not the same type. */
function parameterRefusal(from: Type, to: Type): FieldRefusal | undefined {
  if (from.kind !== 'struct') {
    const written = childrenOf(from);
    const other = childrenOf(to).find(({ field }, at) => field.id !== written[at]?.field.id);
    if (other !== undefined) {
      const reason = 'what it holds has another id, so it holds other things';
      return refusal('TYPE_CHANGED', heldText(from), heldText(to), reason);
    }
  }
  const reason = parameterReason(from, to);
  return reason === undefined ? undefined : refusal('TYPE_CHANGED', typeText(from), typeText(to), reason);
}

const heldText = (type: Type): string =>
  `${type.kind} of ${childrenOf(type)
    .map(({ field }) => field.id)
    .join(' and ')}`;

function parameterReason(from: Type, to: Type): string | undefined {
  if (from.kind === 'decimal' && to.kind === 'decimal') {
    if (from.scale !== to.scale) return 'the same digits are another number at another scale';
    return from.precision > to.precision ? 'not every number has so few digits' : undefined;
  }
  if (from.kind === 'list' && to.kind === 'list' && from.order !== to.order)
    return 'the order of its elements says something on one side only';
  if (from.kind === 'tensor' && to.kind === 'tensor')
    return String(from.shape) === String(to.shape)
      ? undefined
      : 'the same numbers in another shape are another array';
  if (from.kind === 'fixed' && to.kind === 'fixed')
    return from.size === to.size ? undefined : 'the values have another number of bytes';
  if (from.kind === 'timestamp' && to.kind === 'timestamp')
    return from.zone === to.zone ? undefined : 'what a clock on a wall showed is no moment without its place';
  return undefined;
}

function unitRefusal(from: Unit | undefined, to: Unit | undefined): FieldRefusal | undefined {
  if (from === to || (from !== undefined && to !== undefined && sameUnit(from, to))) return undefined;
  return refusal('UNIT_CHANGED', from?.code ?? 'none', to?.code ?? 'none', unitReason(from, to));
}

function unitReason(from: Unit | undefined, to: Unit | undefined): string {
  if (from === undefined || to === undefined) return 'a number without a unit is no quantity';
  const conversion = unitConversion(from, to);
  if (conversion !== undefined) return `needs conversion ${conversionText(conversion)}`;
  return sameDimension(from, to) ? 'they count different things' : 'they have different dimensions';
}

function vocabularyRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  const [from, to] = [writer.vocabulary, reader.vocabulary];
  if (from === to || from?.digest === to?.digest) return undefined;
  const reason =
    from === undefined || to === undefined
      ? 'only one of them says what the values stand for'
      : reader.type.kind === 'string'
        ? textReason(from, to, reader.unknownPolicy)
        : codeReason(from, to);
  if (reason === undefined) return undefined;
  return refusal('VOCABULARY_CHANGED', from?.digest ?? 'none', to?.digest ?? 'none', reason);
}

/** A label that the reader doesn't know is asked about value by value; one that it knows otherwise is not. */
function textReason(from: Vocabulary, to: Vocabulary, policy: UnknownPolicy | undefined): string | undefined {
  const other = from.terms.find(term =>
    spellings(from, term).some(text => {
      const found = termWithText(to, text);
      return found !== undefined && found.id !== term.id;
    }),
  );
  if (other !== undefined) return `the label of term ${other.id} is another term's now`;
  if (policy === undefined || policy.kind === 'reject') return undefined;
  // The policy is for terms that the reader doesn't have. Of one that it has, and can't spell, it would make another.
  const lost = from.terms.find(
    term =>
      termById(to, term.id) !== undefined &&
      spellings(from, term).some(text => termWithText(to, text) === undefined),
  );
  return lost === undefined ? undefined : `the reader has term ${lost.id}, and not each spelling of it`;
}

/** A text the writer itself reads as another term (an alias that is a label there) never stands for this one. */
const spellings = (vocabulary: Vocabulary, { id, label, aliases }: Term): readonly string[] =>
  [label, ...aliases].filter(text => termWithText(vocabulary, text)?.id === id);

/** Codes say nothing by themselves: one that fits nowhere is as bad as one that fits elsewhere. */
function codeReason(from: Vocabulary, to: Vocabulary): string | undefined {
  const other = from.terms.find(term => termWithCode(to, term.code)?.id !== term.id);
  if (other === undefined) {
    const reused = from.terms.find(term => !shareSpelling(term, termById(to, term.id)!));
    return reused === undefined ? undefined : `term ${reused.id} has no spelling in common with what it was`;
  }
  return termById(to, other.id) === undefined
    ? `the reader has no term ${other.id}`
    : `code ${other.code} is no longer term ${other.id}`;
}

function policyRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  if (writer.vocabulary === undefined || reader.vocabulary === undefined) return undefined;
  const [from, to] = [policyText(writer.unknownPolicy), policyText(reader.unknownPolicy)];
  if (from === to) return undefined;
  return refusal('UNKNOWN_POLICY_CHANGED', from, to, 'what an unknown term becomes has changed');
}

const policyText = (policy: UnknownPolicy | undefined): string =>
  policy === undefined ? 'none' : policy.kind === 'map' ? `map to term ${policy.term}` : policy.kind;

function ignoreValueRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  if (writer.ignoreValue === reader.ignoreValue) return undefined;
  const [from, to] = [String(writer.ignoreValue ?? 'none'), String(reader.ignoreValue ?? 'none')];
  return refusal('IGNORE_VALUE_CHANGED', from, to, 'the loss would skip other samples');
}

const SENSES: readonly (readonly [(writer: Field, reader: Field) => SenseChange, reason: string])[] = [
  [nullSenseChange, 'a null says another thing'],
  [sentinelSenseChange, 'a value that stands for none would be read as one, or the other way round'],
  [nanSenseChange, 'a NaN says another thing'],
  [emptySenseChange, 'what is empty says another thing'],
];

const senseRefusals = (writer: Field, reader: Field): readonly (FieldRefusal | undefined)[] =>
  SENSES.map(([changeOf, reason]) => {
    const change = changeOf(writer, reader);
    return change && refusal('SENSE_CHANGED', change.from, change.to, reason);
  });

function conventionRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  const moved = movedParts(writer, reader);
  if (moved !== undefined)
    return refusal('CONVENTION_CHANGED', moved.from, moved.to, 'the same fields hold other parts');
  const [from, to] = [conventionText(writer), conventionText(reader)];
  if (from === to) return undefined;
  return refusal('CONVENTION_CHANGED', from, to, 'the same places hold other parts');
}

export const conventionText = ({ convention }: Pick<Field, 'convention'>): string =>
  convention === undefined ? 'none' : convention.join(', ');

function normalizerRefusal(writer: Field, reader: Field): FieldRefusal | undefined {
  const [from, to] = [writer.normalizer ?? "the record's", reader.normalizer ?? "the record's"];
  if (from === to) return undefined;
  return refusal('NORMALIZER_CHANGED', from, to, 'the same words no longer become the same text');
}
