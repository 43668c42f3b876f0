import { canonicalJson } from '../../base/canonical-json.ts';
import type { Fault } from '../../base/fault.ts';
import { DefaultCheck } from '../../native/avro/check-default.ts';
import { logicalText } from '../../native/avro/logical.ts';
import {
  type AvroEnum,
  type AvroField,
  type AvroNamed,
  type AvroRecord,
  type AvroType,
  type AvroUnion,
  avroTypeText,
  isNamed,
  shortText,
} from '../../native/avro/type.ts';
import type { Direction, NativeFinding } from '../finding.ts';
import { Found, stepped } from '../native/found.ts';
import { brief } from '../wording.ts';
import { AVRO_RULES, type AvroRule } from './avro-rules.ts';
import { insideOf } from './inside-of.ts';
import { judgeAnnotations, judgeLogical } from './judge-annotations.ts';
import { branchesFor, nameMatch } from './matches.ts';
import { type FieldClaim, pairFields } from './pair-fields.ts';
import { promotion } from './promotions.ts';
import { type Called, namedTypes, TakenNames } from './taken-names.ts';

/**
 * What a reader suffers from whatever a writer may write, by the resolution of Avro 1.12. `wire` holds when every value
 * of the writer's schema decodes, not when those at hand do.
 *
 * Which types meet is decided by names and kinds alone, so a pair that was met is met for good, and one that comes
 * round again through a recursive type has nothing new to say.
 *
 * @faults NATIVE_TOO_LARGE
 */
export function judgeAvro(
  writer: AvroType,
  reader: AvroType,
  direction: Direction,
): readonly NativeFinding[] | Fault {
  const walk = new Walk(direction, new TakenNames(namedTypes(writer), namedTypes(reader)));
  walk.run(writer, reader);
  return walk.found.all();
}

type Pair = { readonly writer: AvroType; readonly reader: AvroType; readonly path: string };

class Walk {
  readonly found: Found<AvroRule>;
  readonly #takenTypes: TakenNames;
  readonly #defaults = new DefaultCheck();
  readonly #seen = new Map<AvroType, Set<AvroType>>();
  /** A stack of our own: a chain of references may be longer than the one calls stand on. */
  readonly #todo: Pair[] = [];
  #next: Pair[] = [];
  /** Branches of unions that stayed as they were, and for which readers that resolve may pick another. */
  #kept: { readonly branch: AvroType; readonly reader: AvroUnion; readonly path: string }[] = [];

  constructor(direction: Direction, takenTypes: TakenNames) {
    this.found = new Found(AVRO_RULES, direction);
    this.#takenTypes = takenTypes;
  }

  run(writer: AvroType, reader: AvroType): void {
    this.#todo.push({ writer, reader, path: '$' });
    this.#finish();
    // Where nothing else changed nothing is resolved, and every reader takes the branch that was written.
    if (this.found.count === 0) return;
    for (let kept = this.#kept.pop(); kept !== undefined; kept = this.#kept.pop()) {
      this.#next = [];
      this.#intoUnion(kept.branch, kept.reader, kept.path);
      this.#todo.push(...this.#next);
      this.#finish();
    }
  }

  #finish(): void {
    for (let pair = this.#todo.pop(); pair !== undefined; pair = this.#todo.pop()) {
      if (!this.found.spend(1)) return;
      const seen = this.#seen.get(pair.writer) ?? new Set<AvroType>();
      if (seen.has(pair.reader)) continue;
      this.#seen.set(pair.writer, seen.add(pair.reader));
      this.#next = [];
      this.#pair(pair);
      this.#todo.push(...this.#next.reverse());
    }
  }

  #later(writer: AvroType, reader: AvroType, path: string): void {
    this.#next.push({ writer, reader, path });
  }

  #pair({ writer, reader, path }: Pair): void {
    if (writer.kind === 'union') this.#writtenUnion(writer, reader, path);
    else if (reader.kind === 'union') {
      const to = unionText(reader);
      this.found.add('READER_UNION_WIDENED', path, avroTypeText(writer), to);
      this.#intoUnion(writer, reader, path);
    } else if (writer.kind !== reader.kind) this.#widened(writer, reader, path);
    else this.#sameKind(writer, reader, path);
  }

  #writtenUnion(writer: AvroUnion, reader: AvroType, path: string): void {
    if (reader.kind === 'union') {
      this.#betweenUnions(writer, reader, path);
      return;
    }
    this.found.add('WRITER_UNION_COLLAPSED', path, unionText(writer), avroTypeText(reader));
    for (const branch of writer.branches)
      this.#later(branch, reader, stepped(path, `<${shortText(branch)}>`));
  }

  /**
   * A union that kept its branches is read branch by branch by most readers, and by those that follow the letter of the
   * specification only where no branch before it matches.
   */
  #betweenUnions(writer: AvroUnion, reader: AvroUnion, path: string): void {
    if (hasSameBranches(writer, reader)) {
      for (const [index, branch] of writer.branches.entries()) {
        const below = stepped(path, `<${shortText(branch)}>`);
        this.#later(branch, reader.branches[index]!, below);
        if (!this.found.spend(reader.branches.length)) return;
        if (branchesFor(branch, reader).length > 1) this.#kept.push({ branch, reader, path: below });
      }
      return;
    }
    const used = new Set<AvroType>();
    const [from, to] = [unionText(writer), unionText(reader)];
    for (const branch of writer.branches)
      for (const picked of this.#intoUnion(branch, reader, stepped(path, `<${shortText(branch)}>`)))
        used.add(picked);
    if (reader.branches.some(branch => !used.has(branch)))
      this.found.add('READER_UNION_WIDENED', path, from, to);
    if (isReordered(writer, reader)) this.found.add('UNION_REORDERED', path, from, to);
  }

  /** The branches that are picked for it. */
  #intoUnion(writer: AvroType, reader: AvroUnion, path: string): readonly AvroType[] {
    if (!this.found.spend(reader.branches.length)) return [];
    const picked = branchesFor(writer, reader);
    if (picked.length === 0)
      this.found.add('MISSING_UNION_BRANCH', path, avroTypeText(writer), unionText(reader));
    if (picked.length > 1)
      this.found.add('UNION_BRANCH_AMBIGUOUS', path, avroTypeText(writer), brief(picked, avroTypeText));
    for (const branch of picked) this.#later(writer, branch, path);
    return picked;
  }

  #widened(writer: AvroType, reader: AvroType, path: string): void {
    const rule = promotion(writer.kind, reader.kind);
    this.found.add(rule ?? 'TYPE_MISMATCH', path, avroTypeText(writer), avroTypeText(reader));
    if (rule !== undefined) this.#annotations(writer, reader, path);
  }

  #sameKind(writer: AvroType, reader: AvroType, path: string): void {
    if (isNamed(writer) && isNamed(reader) && !this.#named(writer, reader, path)) return;
    this.#annotations(writer, reader, path);
    if (writer.kind === 'array' && reader.kind === 'array')
      this.#later(writer.items, reader.items, stepped(path, '[]'));
    if (writer.kind === 'map' && reader.kind === 'map')
      this.#later(writer.values, reader.values, stepped(path, '{}'));
    if (writer.kind === 'enum' && reader.kind === 'enum') this.#enum(writer, reader, path);
    if (writer.kind === 'record' && reader.kind === 'record') this.#record(writer, reader, path);
  }

  #annotations(writer: AvroType, reader: AvroType, path: string): void {
    if (writer.kind === 'union' || reader.kind === 'union') return;
    judgeLogical(this.found, writer, reader, path);
    judgeAnnotations(this.found, writer, reader, path);
  }

  /** Whether the two are one thing. */
  #named(writer: AvroNamed, reader: AvroNamed, path: string): boolean {
    const match = nameMatch(writer, reader);
    if (match === 'none') this.found.add('NAME_MISMATCH', path, avroTypeText(writer), avroTypeText(reader));
    if (match === 'namespace') this.found.add('NAMESPACE_CHANGED', path, writer.name, reader.name);
    if (match === 'alias') this.found.add('ALIAS_USED', path, writer.name, reader.name);
    if (match === 'same') this.#taken(this.#takenTypes, writer, reader, path);
    if (writer.kind !== 'fixed' || reader.kind !== 'fixed' || writer.size === reader.size)
      return match !== 'none';
    this.found.add('FIXED_SIZE_MISMATCH', path, `${writer.size} bytes`, `${reader.size} bytes`);
    return false;
  }

  #enum(writer: AvroEnum, reader: AvroEnum, path: string): void {
    const [before, after] = [placesOf(writer), placesOf(reader)];
    const unknown = writer.symbols.filter(symbol => !after.has(symbol));
    const added = reader.symbols.filter(symbol => !before.has(symbol));
    const moved = writer.symbols.filter(
      symbol => after.has(symbol) && after.get(symbol) !== before.get(symbol),
    );
    if (unknown.length > 0 && reader.default === undefined)
      this.found.add('MISSING_ENUM_SYMBOLS', path, brief(unknown), 'unknown, and no enum default');
    if (unknown.length > 0 && reader.default !== undefined) {
      const fold = brief(unknown, symbol => `${symbol}→${reader.default}`);
      this.found.add('ENUM_DEFAULT_COLLAPSE', path, brief(unknown), reader.default, fold);
    }
    if (added.length > 0) this.found.add('ENUM_SYMBOL_ADDED', path, 'none', brief(added));
    if (moved.length > 0) {
      const remap = brief(moved, symbol => `${before.get(symbol)}→${after.get(symbol)}`);
      this.found.add('ENUM_SYMBOLS_REORDERED', path, brief(writer.symbols), brief(reader.symbols), remap);
    }
    if (writer.default !== reader.default)
      this.found.add('ENUM_DEFAULT_CHANGED', path, writer.default ?? 'none', reader.default ?? 'none');
  }

  #record(writer: AvroRecord, reader: AvroRecord, path: string): void {
    if (!this.found.spend(writer.fields.length + reader.fields.length)) return;
    const { claims, dropped, disputed, displaced } = pairFields(writer, reader);
    const taken = new TakenNames(writer.fields, reader.fields);
    for (const claim of claims) this.#claim(claim, taken, path);
    for (const field of disputed)
      this.found.add('ALIAS_AMBIGUOUS', stepped(path, `.${field.name}`), field.name, 'more than one field');
    for (const field of dropped)
      this.found.add(
        'WRITER_FIELD_DROPPED',
        stepped(path, `.${field.name}`),
        avroTypeText(field.type),
        'absent',
      );
    if (displaced !== undefined) {
      const { field, from, to } = displaced;
      this.found.add('FIELD_REORDERED', stepped(path, `.${field.name}`), `place ${from}`, `place ${to}`);
    }
    if (writer.isError !== reader.isError)
      this.found.add('PROPERTY_CHANGED', path, `error ${writer.isError}`, `error ${reader.isError}`);
  }

  #taken(taken: TakenNames, writer: Called, reader: Called, path: string): void {
    const between = taken.between(writer, reader);
    if (between !== undefined) this.found.add('NAME_REUSED', path, ...between);
  }

  #claim({ reader, writers }: FieldClaim, taken: TakenNames, above: string): void {
    const path = stepped(above, `.${reader.name}`);
    const [writer] = writers;
    if (writer === undefined) {
      this.#missing(reader, path);
      return;
    }
    if (writers.length > 1)
      this.found.add(
        'ALIAS_AMBIGUOUS',
        path,
        brief(writers, ({ name }) => name),
        reader.name,
      );
    else if (writer.name !== reader.name) this.found.add('ALIAS_USED', path, writer.name, reader.name);
    else this.#taken(taken, writer, reader, path);
    this.#defaultChange(writer, reader, path);
    if (writer.order !== reader.order) this.found.add('SORT_ORDER_CHANGED', path, writer.order, reader.order);
    const said = [writer, reader].map(field => ({ ...field, ...symbolsOf(field.type) }));
    judgeAnnotations(this.found, said[0]!, said[1]!, path, [insideOf(writer.type), insideOf(reader.type)]);
    this.#later(writer.type, reader.type, path);
  }

  #missing({ type, default: fallback }: AvroField, path: string): void {
    const text = avroTypeText(type);
    if (fallback === undefined) {
      this.found.add('READER_FIELD_MISSING_DEFAULT_VALUE', path, 'absent', `${text}, no default`);
      return;
    }
    const value = defaultText(fallback);
    this.found.add('READER_DEFAULT_FILLED', path, 'absent', value);
    if (fallback.value !== null) this.found.add('DEFAULT_CONFUSES_UNKNOWN', path, 'absent', value);
    const first = type.kind === 'union' ? type.branches[0] : undefined;
    if (first !== undefined && !this.#defaults.fits(first, fallback.value))
      this.found.add('UNION_DEFAULT_NOT_FIRST', path, avroTypeText(first), value);
  }

  #defaultChange({ default: before }: AvroField, { default: after }: AvroField, path: string): void {
    const [from, to] = [defaultText(before), defaultText(after)];
    if (before === after || (before !== undefined && after !== undefined && sameJson(before, after))) return;
    if (before === undefined) this.found.add('DEFAULT_ADDED', path, from, to);
    else if (after === undefined) this.found.add('DEFAULT_REMOVED', path, from, to);
    else this.found.add('DEFAULT_VALUE_CHANGED', path, from, to);
  }
}

/** The symbols that a field may have, of null and an enum as well. */
function symbolsOf(type: AvroType): { readonly symbols?: readonly string[] } {
  if (type.kind === 'enum') return { symbols: type.symbols };
  const [only, another] = type.kind === 'union' ? type.branches.filter(({ kind }) => kind !== 'null') : [];
  return only?.kind === 'enum' && another === undefined ? { symbols: only.symbols } : {};
}

const placesOf = ({ symbols }: AvroEnum): ReadonlyMap<string, number> =>
  new Map(symbols.map((symbol, place) => [symbol, place]));

const hasSameBranches = ({ branches: before }: AvroUnion, { branches: after }: AvroUnion): boolean =>
  before.length === after.length && before.every((branch, at) => shortText(branch) === shortText(after[at]!));

/** The branches both have, in another order. */
function isReordered({ branches: before }: AvroUnion, { branches: after }: AvroUnion): boolean {
  const [written, read] = [new Set(before.map(shortText)), new Set(after.map(shortText))];
  const shared = (branches: readonly AvroType[]): string =>
    branches
      .map(shortText)
      .filter(name => written.has(name) && read.has(name))
      .join();
  return shared(before) !== shared(after);
}

const unionText = ({ branches }: AvroUnion): string =>
  branches.length === 0 ? 'union of nothing' : `union of ${brief(branches, branchText)}`;

const branchText = (type: AvroType): string =>
  type.kind !== 'union' && type.logical !== undefined
    ? `${shortText(type)} (${logicalText(type.logical)})`
    : shortText(type);

type Given = NonNullable<AvroField['default']>;

const sameJson = (one: Given, other: Given): boolean =>
  canonicalJson(one.value) === canonicalJson(other.value);

const SHOWN_CHARS = 120;

function defaultText(given: AvroField['default']): string {
  if (given === undefined) return 'no default';
  const text = canonicalJson(given.value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
