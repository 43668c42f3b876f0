import { Fault, type Place } from '../base/fault.ts';
import type { Field, FieldId, Kind, Type } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { isFloat, isInteger, KIND_TABLE } from '../contract/kind-table.ts';
import { childrenOf, withNested } from '../contract/nested.ts';
import { castOf, fieldRefusals } from '../contract/read-field.ts';
import type { Schema } from '../contract/schema.ts';
import { type Path, placeOf } from '../contract/yaml-document.ts';
import type { ConversionPlan, FieldConversion, Inside, Side, StepPlan } from './conversion-plan.ts';
import type { Converter, Entry } from './converter.ts';
import type { StepOf } from './converter-shape.ts';
import { type Expression, type ExpressionType, planExpression } from './expression.ts';
import type { FunctionPlan } from './function-plan.ts';
import { planDefault } from './plan-default.ts';
import { PlannedFunctions } from './plan-functions.ts';
import { planStep } from './plan-step.ts';
import { asRead, elementScope, type Found, recordScope, type Scope } from './scope.ts';
import { expressionIn } from './setting.ts';
import type { KnownTokenizers, Tokenizers } from './tokenizers.ts';

/**
 * What a converter does between two schemas, or everything wrong with it: each field of the new version gets a value that is
 * lawful there, each of the old one is used or dropped by name, and nothing that means another thing is left as it was.
 *
 * @faults CONVERTER_EXPRESSION CONVERTER_FIELD_UNKNOWN CONVERTER_FIELD_TWICE CONVERTER_OUT_OF_REACH CONVERTER_FIELD_UNFED CONVERTER_FIELD_LEFT
 *   CONVERTER_DROP_USED CONVERTER_NULLS_LEFT CONVERTER_MEANING_LEFT, and those of `planStep` and `planDefault`
 */
export function planConversion(
  from: Side,
  to: Side,
  converter: Converter,
  known: KnownTokenizers = NONE_KNOWN,
): ConversionPlan | readonly Fault[] {
  const planner = new Planner(from, to, converter, known);
  const where = planner.where();
  const fields = planner.fields();
  const functions = planner.functions();
  if (planner.faults.length > 0) return planner.faults;
  return {
    converter: converter.digest,
    where,
    subject: converter.subject,
    from,
    to,
    functions,
    fields: fields.filter(field => field !== undefined),
    dropped: converter.drop.toSorted((a, b) => a - b),
  };
}

const NONE_KNOWN: KnownTokenizers = new Map();

class Planner {
  readonly faults: Fault[] = [];
  readonly #from: Side;
  readonly #to: Side;
  readonly #converter: Converter;
  readonly #entries = new Map<FieldId, Entry>();
  readonly #old: ReadonlyMap<FieldId, Field>;
  readonly #record: Scope;
  readonly #tokenizers: Tokenizers;
  readonly #functions: PlannedFunctions;
  /** By the id of an old field, the new one that was first made from it. */
  readonly #used = new Map<FieldId, FieldId>();

  constructor(from: Side, to: Side, converter: Converter, known: KnownTokenizers) {
    this.#tokenizers = { from: from.tokenizer, to: to.tokenizer, known };
    this.#from = from;
    this.#to = to;
    this.#converter = converter;
    this.#old = fieldsIn(from.schema);
    this.#record = recordScope(from.schema.fields);
    this.#functions = new PlannedFunctions(from, converter, this.#old.keys());
  }

  fields(): readonly (FieldConversion | undefined)[] {
    this.#takeEntries();
    this.#normalizer();
    const fields = this.#to.schema.fields.map(field => this.#field(field, this.#record, new Set()));
    this.#checkDrop();
    // Of what could not be planned nobody knows what it would have used.
    if (this.faults.length + this.#functions.faults.length === 0)
      for (const field of this.#from.schema.fields) this.#checkUsed(field);
    return fields;
  }

  functions(): readonly FunctionPlan[] {
    const plans = this.#functions.plans();
    this.faults.push(...this.#functions.faults);
    return plans;
  }

  /** Asked of the record as it was written; what it names is looked at, and not used up. */
  where(): Expression | undefined {
    const { where: text, document } = this.#converter;
    if (text === undefined) return undefined;
    const planned = planExpression(text, this.#from.schema.fields);
    if (typeof planned !== 'string' && planned.type === 'bool') return planned;
    const because =
      typeof planned === 'string' ? planned : `it gives a ${planned.type}, and is to give a bool`;
    const facts = { field: 'the record', because };
    this.faults.push(
      new Fault('CONVERTER_EXPRESSION', facts, placeOf(document, ['where'])) as unknown as Fault,
    );
    return undefined;
  }

  #takeEntries(): void {
    const known = fieldsIn(this.#to.schema);
    for (const entry of this.#converter.entries) {
      const { id, from, path } = entry;
      const first = this.#entries.get(id);
      if (first !== undefined)
        this.#add('CONVERTER_FIELD_TWICE', { id, first_line: this.#place(first.path).line }, path);
      else if (!known.has(id)) this.#unknown(id, 'to', [...path, 'id']);
      else if (from !== undefined && !this.#old.has(from)) this.#unknown(from, 'from', [...path, 'from']);
      else this.#entries.set(id, entry);
    }
  }

  #normalizer(): void {
    const [from, to] = [this.#from.schema.normalizer, this.#to.schema.normalizer];
    const isDeclared = this.#converter.normalizer !== undefined;
    if ((from === to) !== isDeclared) return;
    const facts = { field: 'of the record', from: from ?? 'none', to: to ?? 'none' };
    const because = isDeclared
      ? 'the record is normalised as it was, so there is nothing to declare'
      : 'the same words no longer become the same text; `normalizer` at the top declares that they are right';
    this.#add('CONVERTER_MEANING_LEFT', { ...facts, code: 'NORMALIZER_CHANGED', because }, ['normalizer']);
  }

  #field(field: Field, scope: Scope, present: ReadonlySet<FieldId>): FieldConversion | undefined {
    const entry = this.#entries.get(field.id);
    const path = entry?.path ?? ['fields'];
    const [first] = entry?.steps ?? [];
    if (first?.kind === 'default' && entry!.steps.length === 1) return this.#default(field, first, entry!);
    if (first?.kind === 'nest' && entry!.steps.length === 1) return this.#nest(field, entry!, scope);
    if (first?.kind === 'derive' && entry!.steps.length === 1)
      return this.#derived(field, first, entry!, scope);
    if (first?.kind === 'function' && entry!.steps.length === 1)
      return this.#made(field, first, entry!, scope);
    const wanted = entry?.from ?? field.id;
    const found = scope.get(wanted);
    if (found === undefined) {
      if (this.#old.has(wanted))
        this.#add(
          'CONVERTER_OUT_OF_REACH',
          { id: field.id, from: wanted, because: 'it lies in a list or a map of its own' },
          path,
        );
      else this.#add('CONVERTER_FIELD_UNFED', { field: nameText(field), version: this.#to.version }, path);
      return undefined;
    }
    for (const { id } of [...found.above, found.field]) if (!this.#used.has(id)) this.#used.set(id, field.id);
    const source = asRead(found, present);
    return field.type.kind === 'struct' && source.type.kind === 'struct'
      ? this.#struct(field, { ...found, field: source }, entry, scope, present)
      : this.#value(field, { ...found, field: source }, entry, path, scope);
  }

  #default(field: Field, step: StepOf<'default'>, { path }: Entry): FieldConversion | undefined {
    const at = [...path, 'steps', 0];
    const planned = planDefault(field, step, this.#converter.document, at);
    if (planned instanceof Fault) this.faults.push(planned);
    else if (this.#old.has(field.id))
      this.#unfit(field, 'default', 'the old version has this field, and its values would be lost', at);
    else return { kind: 'constant', field, ...planned };
    return undefined;
  }

  /** A value that is worked out of fields of the record, whatever they are called in the new version. */
  #derived(
    field: Field,
    step: StepOf<'derive'>,
    { path, from }: Entry,
    scope: Scope,
  ): FieldConversion | undefined {
    const at = [...path, 'steps', 0];
    const because =
      from === undefined ? whyUnderivable(field) : 'what it is made from stands in the expression';
    if (because !== undefined) {
      this.#unfit(field, 'derive', because, at);
      return undefined;
    }
    const setting = {
      field,
      target: field,
      names: this.#namesIn(scope),
      document: this.#converter.document,
      path: at,
    };
    const expression = expressionIn(setting, step.as, [...at, 'as']);
    if (expression instanceof Fault) {
      this.faults.push(expression);
      return undefined;
    }
    if (!canHold(field, expression.type)) {
      this.#unfit(field, 'derive', `a ${expression.type} is no ${field.type.kind}`, at);
      return undefined;
    }
    for (const { id } of expression.fields) if (!this.#used.has(id)) this.#used.set(id, field.id);
    return { kind: 'derived', field, expression };
  }

  #made(
    field: Field,
    { name }: StepOf<'function'>,
    { path, from }: Entry,
    scope: Scope,
  ): FieldConversion | undefined {
    const at = [...path, 'steps', 0];
    const because =
      from !== undefined
        ? 'what it is made from stands with the function'
        : scope === this.#record
          ? undefined
          : 'inside a list or a map there is no one record to ask';
    if (because !== undefined) {
      this.#unfit(field, 'function', because, at);
      return undefined;
    }
    const takes = this.#functions.make(field, name, at);
    if (takes === undefined) return undefined;
    for (const source of takes) this.#useAll(source, field.id);
    return { kind: 'made', field, by: name };
  }

  /** An element of a list is asked of itself: there is no one record around it that a column could be read of. */
  #namesIn(scope: Scope): readonly Field[] | undefined {
    return scope === this.#record ? this.#from.schema.fields : undefined;
  }

  /** A struct that is made of its members, wherever they come from. */
  #nest(field: Field, { path }: Entry, scope: Scope): FieldConversion | undefined {
    const at = [...path, 'steps', 0];
    if (field.type.kind !== 'struct') {
      this.#unfit(field, 'nest', `a ${field.type.kind} has no members`, at);
      return undefined;
    }
    if (this.#old.has(field.id)) {
      this.#unfit(field, 'nest', 'the old version has this struct', at);
      return undefined;
    }
    const members = field.type.fields.map(member => this.#field(member, scope, new Set()));
    return members.includes(undefined)
      ? undefined
      : { kind: 'struct', field, source: undefined, members: members as FieldConversion[] };
  }

  #struct(
    field: Field,
    source: Found,
    entry: Entry | undefined,
    scope: Scope,
    present: ReadonlySet<FieldId>,
  ): FieldConversion | undefined {
    const planned = this.#steps(field, source.field, entry, scope);
    if (planned === undefined) return undefined;
    const other = planned.steps.find(step => step.kind !== 'declare' && step.kind !== 'reject');
    if (other !== undefined) {
      this.#unfit(field, other.kind, 'the steps of a struct stand with its members', entry!.path);
      return undefined;
    }
    if (!this.#settled(planned.field, field, entry?.path)) return undefined;
    const around = new Set([...present, ...source.above.map(({ id }) => id), source.field.id]);
    const type = field.type as Extract<Type, { kind: 'struct' }>;
    const members = type.fields.map(member => this.#field(member, scope, around));
    if (members.includes(undefined)) return undefined;
    return {
      kind: 'struct',
      field,
      source: { field: source.field, way: source.way },
      members: members as FieldConversion[],
    };
  }

  #value(
    field: Field,
    { field: source, way }: Found,
    entry: Entry | undefined,
    path: Path,
    scope: Scope,
  ): FieldConversion | undefined {
    const planned = this.#steps(field, source, entry, scope);
    if (planned === undefined) return undefined;
    const isRetokenised = planned.steps.some(({ kind }) => kind === 'retokenise');
    if (isRetokenised) this.#useAll(source, field.id);
    else this.#keptTokens(field, planned, path);
    const inside = isRetokenised ? undefined : this.#inside(field, planned.field);
    if (inside === 'wrong' || !this.#settled(planned.field, field, path)) return undefined;
    const cast = castOf(planned.field.type.kind, field.type.kind);
    const promote: readonly StepPlan[] =
      cast === undefined ? [] : [{ kind: 'promote', source: planned.field, result: field, cast }];
    return { kind: 'value', field, source, way, steps: [...planned.steps, ...promote], inside };
  }

  /** Ids of one tokenizer are nothing under another, and nothing in a list of numbers says which one it was. */
  #keptTokens(
    field: Field,
    { steps, field: made }: { readonly steps: readonly StepPlan[]; readonly field: Field },
    path: Path,
  ): void {
    const { from, to } = this.#tokenizers;
    const isDeclared = steps.some(step => step.kind === 'declare' && step.what.includes('tokenizer'));
    if (made.logical !== 'tokens' || from === to || isDeclared) return;
    this.#add(
      'CONVERTER_MEANING_LEFT',
      {
        field: nameText(field),
        code: 'TOKENIZER_CHANGED',
        from: from ?? 'none',
        to: to ?? 'none',
        because: 'the ids are those of another tokenizer; `retokenise` makes them anew',
      },
      path,
    );
  }

  /** All of it went into another field, what lies in it too. */
  #useAll(source: Field, by: FieldId): void {
    for (const [{ id }] of withNested(source, [])) if (!this.#used.has(id)) this.#used.set(id, by);
  }

  #inside({ type }: Field, { type: from }: Field): Inside | undefined | 'wrong' {
    const part = (to: Field, source: Field): FieldConversion | undefined =>
      this.#field(to, elementScope(source), new Set());
    if (
      (type.kind === 'list' && from.kind === 'list') ||
      (type.kind === 'tensor' && from.kind === 'tensor')
    ) {
      const element = part(type.element, from.element);
      return element === undefined ? 'wrong' : { kind: 'list', element };
    }
    if (type.kind !== 'map' || from.kind !== 'map') return undefined;
    const [key, value] = [part(type.key, from.key), part(type.value, from.value)];
    return key === undefined || value === undefined ? 'wrong' : { kind: 'map', key, value };
  }

  #steps(
    target: Field,
    source: Field,
    entry: Entry | undefined,
    scope: Scope,
  ): { readonly steps: readonly StepPlan[]; readonly field: Field } | undefined {
    const steps: StepPlan[] = [];
    let field = source;
    for (const [index, step] of (entry?.steps ?? []).entries()) {
      const path = [...entry!.path, 'steps', index];
      const planned = planStep(step, {
        field,
        target,
        names: this.#namesIn(scope),
        tokenizers: this.#tokenizers,
        document: this.#converter.document,
        path,
      });
      if (planned instanceof Fault) {
        this.faults.push(planned);
        return undefined;
      }
      steps.push(planned.plan);
      field = planned.field;
    }
    return { steps, field };
  }

  /** Whether what the steps leave is what the new version says, but for what is inside it, which is asked by itself. */
  #settled(field: Field, target: Field, path: Path = ['fields']): boolean {
    const before = this.faults.length;
    if (field.nullable && !target.nullable)
      this.#add('CONVERTER_NULLS_LEFT', { field: nameText(target) }, path);
    const outside = { ...field, id: target.id, type: withParts(field.type, target.type) };
    for (const { code, facts } of fieldRefusals(outside, target)) {
      const { from, to, reason } = facts;
      this.#add('CONVERTER_MEANING_LEFT', { field: nameText(target), code, from, to, because: reason }, path);
    }
    return this.faults.length === before;
  }

  #checkDrop(): void {
    for (const [index, id] of this.#converter.drop.entries()) {
      const field = this.#old.get(id);
      const by = this.#used.get(id);
      if (field === undefined) this.#unknown(id, 'from', ['drop', index]);
      else if (by !== undefined)
        this.#add('CONVERTER_DROP_USED', { field: nameText(field), by }, ['drop', index]);
    }
  }

  #checkUsed(field: Field): void {
    if (this.#converter.drop.includes(field.id)) return;
    if (this.#used.has(field.id)) for (const child of childrenOf(field.type)) this.#checkUsed(child.field);
    else
      this.#add('CONVERTER_FIELD_LEFT', { field: nameText(field), version: this.#from.version }, [
        this.#converter.drop.length > 0 ? 'drop' : 'fields',
      ]);
  }

  #unknown(id: FieldId, side: 'from' | 'to', path: Path): void {
    const { version } = side === 'from' ? this.#from : this.#to;
    this.#add('CONVERTER_FIELD_UNKNOWN', { id, version, subject: this.#converter.subject }, path);
  }

  #unfit(field: Field, step: string, because: string, path: Path): void {
    this.#add('CONVERTER_STEP_UNFIT', { field: nameText(field), step, because }, path);
  }

  #add<C extends Fault['code']>(code: C, facts: Fault<C>['facts'], path: Path): void {
    this.faults.push(new Fault(code, facts, this.#place(path)) as unknown as Fault);
  }

  #place(path: Path): Place {
    return placeOf(this.#converter.document, path);
  }
}

/** What a derived value can be: a number, a truth or a text, and the count of a time. */
const whyUnderivable = ({ type }: Field): string | undefined =>
  ['bool', 'string'].includes(type.kind) || isFloat(type.kind) || isInteger(type.kind) || isTime(type.kind)
    ? undefined
    : `a ${type.kind} can't be worked out`;

const isTime = (kind: Kind): boolean => KIND_TABLE[kind].family === 'time';

function canHold({ type: { kind } }: Field, type: ExpressionType): boolean {
  if (type === 'bool') return kind === 'bool';
  if (type === 'string') return kind === 'string';
  return type === 'double' ? isFloat(kind) : isInteger(kind) || isTime(kind);
}

const fieldsIn = (schema: Schema): ReadonlyMap<FieldId, Field> =>
  new Map(schema.fields.flatMap(field => withNested(field, []).map(([each]) => [each.id, each] as const)));

/** The type with the parts of another of its kind, so that what is compared is what holds them. */
function withParts(type: Type, other: Type): Type {
  if (type.kind === 'list' && other.kind === 'list') return { ...type, element: other.element };
  if (type.kind === 'tensor' && other.kind === 'tensor') return { ...type, element: other.element };
  return type.kind === 'map' && other.kind === 'map' ? { ...type, key: other.key, value: other.value } : type;
}
