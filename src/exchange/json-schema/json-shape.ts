import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import { JSON_TYPES, type JsonSchema, type JsonType } from '../../native/json-schema/json-schema.ts';
import { type SaidWord, sameWritten, type Written } from '../draft.ts';
import { isRefused, propertyText, type RefusedType } from '../field-draft.ts';
import { jsonTypeOf } from './json-type-of.ts';
import { namedValues } from './named-values.ts';

/** What a schema comes to once references are followed, and null is told from the rest. */
export type Shape = {
  /** The one that asserts. */
  readonly schema: JsonSchema;
  /** Those that led to it, nearest first: they assert nothing that is looked at. */
  readonly passed: readonly JsonSchema[];
  /** Without null. */
  readonly types: readonly JsonType[];
  readonly nullable: boolean;
  /** The only values there may be, without null, in the order they were written. */
  readonly values: readonly Json[] | undefined;
  /** Of alternatives of one value each: what each is called, where it is. */
  readonly titles: ReadonlyArray<string | undefined> | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly default: { readonly value: Json } | undefined;
  readonly content: string | undefined;
  /** What stands further in than the one that is taken, and what is said of a null beside it. */
  readonly hidden: readonly string[];
  /** What stands beside a reference, and is not looked at. */
  readonly unheard: readonly SaidWord[];
  /** Keywords without a meaning, nearest first. */
  readonly others: Written;
};

/** How far references and lists of one lead. */
const STEPS_MAX = 64;

export function shapeOf(schema: JsonSchema, steps = 0): Shape | RefusedType {
  if (steps > STEPS_MAX) return { refused: 'its references lead from one to the next without end' };
  const named = namedValues(schema);
  if (named !== undefined) return { ...plainShape(schema), ...named };
  const below = onlyBelow(schema);
  if (below === undefined)
    return schema.accepts === 'none' ? { refused: 'no value is one of it' } : plainShape(schema);
  if (isRefused(below)) return below;
  const shape = shapeOf(below.schema, steps + 1);
  if (isRefused(shape)) return shape;
  if (!saysNothing(schema)) return { refused: 'what stands beside a reference or a choice narrows it' };
  return {
    ...shape,
    passed: [schema, ...shape.passed],
    nullable: shape.nullable || below.nullable,
    title: schema.notes.title ?? shape.title,
    description: schema.notes.description ?? shape.description,
    default: schema.notes.default ?? shape.default,
    hidden: [...shape.hidden, ...hiddenBy(schema.notes, shape), ...below.beside],
    unheard: [...Object.entries(schema.notes.unheard), ...shape.unheard],
    others: { ...shape.others, ...schema.notes.others },
  };
}

function hiddenBy(near: JsonSchema['notes'], far: Shape): readonly string[] {
  const texts: string[] = [];
  for (const key of ['title', 'description'] as const) {
    const [own, other] = [near[key], far[key]];
    if (own !== undefined && other !== undefined && own !== other) texts.push(propertyText(key, other));
  }
  const [own, other] = [near.default, far.default];
  if (own !== undefined && other !== undefined && !sameWritten(own.value, other.value))
    texts.push(propertyText('default', canonicalJson(other.value)));
  for (const [key, value] of Object.entries(far.others))
    if (Object.hasOwn(near.others, key) && !sameWritten(near.others[key], value))
      texts.push(propertyText(key, canonicalJson(value)));
  return texts;
}

/** Everything that is said of a null beside its being one. */
const saidOfNull = ({ notes: { written } }: JsonSchema): readonly string[] =>
  Object.entries(written)
    .filter(([key]) => key !== 'type' && key !== 'const' && key !== 'enum')
    .map(([key, value]) => propertyText(key, typeof value === 'string' ? value : canonicalJson(value)));

/** The one schema that decides, where it is not this one. */
function onlyBelow(
  schema: JsonSchema,
):
  | { readonly schema: JsonSchema; readonly nullable: boolean; readonly beside: readonly string[] }
  | RefusedType
  | undefined {
  const { ref, allOf, anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].filter(choice => choice !== undefined);
  const ways = (ref === undefined ? 0 : 1) + allOf.length + choices.length;
  if (ways === 0) return undefined;
  if (ways > 1) return { refused: 'it must keep several schemas at once' };
  if (ref !== undefined) return { schema: ref, nullable: false, beside: [] };
  if (allOf[0] !== undefined) return { schema: allOf[0], nullable: false, beside: [] };
  const [choice = []] = choices;
  const present = choice.filter(each => !isNull(each));
  const [only] = present;
  if (only === undefined || present.length > 1)
    return { refused: `a value of a contract has one type, and this is one of ${choice.length} schemas` };
  const beside = choice.filter(isNull).flatMap(saidOfNull);
  return { schema: only, nullable: present.length < choice.length, beside };
}

const isNull = ({ types, values }: JsonSchema): boolean =>
  values === undefined
    ? types?.size === 1 && types.has('null')
    : values.list.length === 1 && values.list[0] === null && types?.has('null') !== false;

/** Whether a schema asserts nothing but what it refers to. */
const saysNothing = ({ types, values, properties, items, prefix }: JsonSchema): boolean =>
  types === undefined &&
  values === undefined &&
  properties.size === 0 &&
  items === undefined &&
  prefix.length === 0;

function plainShape(schema: JsonSchema): Shape {
  const { notes, values: only } = schema;
  const written = notes.enum?.filter(value => only?.has(value) !== false);
  const all = only === undefined ? undefined : (written ?? only.list);
  const declared = schema.types ?? (all === undefined ? typesImplied(schema) : new Set(JSON_TYPES));
  const values = all?.filter(value => value !== null && declared.has(jsonTypeOf(value)));
  const nullable = declared.has('null') && (all === undefined || all.includes(null));
  const held = new Set(values);
  const listed = [...(notes.enum ?? []), ...(notes.enum === undefined ? (only?.list ?? []) : [])];
  const lost = listed.filter(value => (value === null ? !nullable : !held.has(value)));
  return {
    schema,
    passed: [],
    types: [...declared].filter(type => type !== 'null'),
    nullable,
    values,
    titles: undefined,
    title: notes.title,
    description: notes.description,
    default: notes.default,
    content: notes.content,
    hidden: lost.map(value => propertyText('value', canonicalJson(value))),
    unheard: [],
    others: notes.others,
  };
}

/** Properties are of objects, and items of arrays, though a schema that says no more lets everything else pass. */
function typesImplied({ properties, items }: JsonSchema): ReadonlySet<JsonType> {
  if (properties.size > 0) return new Set(['object']);
  return new Set(items === undefined ? [] : ['array']);
}
