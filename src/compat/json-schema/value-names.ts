import { canonicalJson, type Json } from '../../base/canonical-json.ts';
import type { JsonSchema } from '../../native/json-schema/json-schema.ts';
import { ValueSet } from '../../native/json-schema/value-set.ts';
import { ASSERTED, type Naming, naming } from '../native/value-naming.ts';
import { evaluate } from './evaluate.ts';
import { listedNames, namesIn } from './naming.ts';
import { alongside, type Spend, saidBy } from './place.ts';

/** What the values of one place are called, and the order they are listed in. */
export type ValueNames = {
  readonly order: readonly Json[];
  /** By the value; of alternatives whose values can't be counted out, by what they assert. */
  readonly named: ReadonlyMap<string, Naming>;
};

/** Some of the values of a place, as alternatives and conditions part them. */
type Part = {
  readonly schemas: readonly JsonSchema[];
  readonly values: ValueSet | undefined;
  readonly asserted: readonly string[];
  readonly named: Naming;
  readonly isCase: boolean;
  /** Whether alternatives alone led here, so that their order is one of the values. */
  readonly isListed: boolean;
};

/** What copying a name costs, in steps. */
const COPIES = 10;

const NOTHING: Omit<Part, 'schemas'> = {
  values: undefined,
  asserted: [],
  named: naming(),
  isCase: false,
  isListed: true,
};

/** Values that are written out: by `enum` and `const`, in alternatives, behind references and under conditions. */
export function valueNamesOf(schema: JsonSchema, spend: Spend): ValueNames {
  const named = new Map<string, Naming>();
  const order = new Map<string, Json>();
  const name = (key: string, added: Naming): void => {
    named.set(key, naming(named.get(key), added));
  };
  const todo: Part[] = [{ ...NOTHING, schemas: [schema] }];
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    const schemas = alongside(part.schemas, spend);
    const values = narrowed(part, schemas, spend);
    const above = part.named;
    const carried = above.titles.size + above.texts.size + above.others.size + part.asserted.length;
    if (!spend(schemas.length + (values?.list.length ?? 0) + COPIES * (1 + carried))) break;
    const here = part.isCase ? naming(above, ...schemas.map(one => namesIn(saidBy(one)))) : above;
    for (const one of schemas)
      for (const [value, listed] of listedNames(one, values?.list)) name(canonicalJson(value), listed);
    const asserted = [...part.asserted, ...schemas.map(({ local }) => local).filter(local => local !== '{}')];
    const cases = casesOf(schemas, { ...part, values, asserted, named: here, isCase: true }, spend);
    todo.push(...cases.reverse());
    const isWhole = cases.length === 0 || !part.isCase;
    if (isWhole && part.isListed)
      for (const value of values?.list ?? [])
        if (!order.has(canonicalJson(value))) order.set(canonicalJson(value), value);
    if (cases.length > 0 || !part.isCase) continue;
    for (const value of values?.list ?? []) name(canonicalJson(value), here);
    if (values === undefined && schemas.every(isPlain)) name(`${ASSERTED}${asserted.sort().join()}`, here);
  }
  return { order: [...order.values()], named };
}

/** What is left of the values, where they can be counted out: begun with the shortest list, as lists are long. */
function narrowed(
  { values, schemas: entered, isCase }: Part,
  schemas: readonly JsonSchema[],
  spend: Spend,
): ValueSet | undefined {
  const lists = [values, ...schemas.map(one => one.values)].filter(list => list !== undefined);
  const [first] = [...lists].sort((one, other) => one.list.length - other.list.length);
  if (first === undefined || (lists.length === 1 && values === undefined)) return first;
  const shared = first.list.filter(value => lists.every(list => list === first || list.has(value)));
  if (values === undefined || !isCase) return new ValueSet(shared);
  return new ValueSet(
    shared.filter(value => entered.every(one => evaluate(value, one, () => spend(1)) !== false)),
  );
}

const isPlain = ({ parts, ref, allOf }: JsonSchema): boolean =>
  parts.size === allOf.length + (ref === undefined ? 0 : 1);

/** The parts a place falls into, in the order they are written. */
function casesOf(schemas: readonly JsonSchema[], above: Omit<Part, 'schemas'>, spend: Spend): Part[] {
  return schemas.flatMap(({ oneOf = [], anyOf = [], condition }) => {
    const cases: Part[] = [...oneOf, ...anyOf].map(one => ({ ...above, schemas: [one] }));
    if (condition === undefined) return cases;
    const { when, onTrue, onFalse } = condition;
    const rest = above.values?.list.filter(value => evaluate(value, when, () => spend(1)) !== true);
    const others = rest === undefined ? undefined : new ValueSet(rest);
    if (onTrue !== undefined) cases.push({ ...above, schemas: [when, onTrue], isListed: false });
    if (onFalse !== undefined) cases.push({ ...above, schemas: [onFalse], values: others, isListed: false });
    return cases;
  });
}
