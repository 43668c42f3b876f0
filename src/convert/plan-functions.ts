import { Fault } from '../base/fault.ts';
import { LIMITS } from '../base/limits.ts';
import type { Field, FieldId } from '../contract/field.ts';
import { nameText } from '../contract/field-path.ts';
import { type Path, placeOf } from '../contract/yaml-document.ts';
import type { Side } from './conversion-plan.ts';
import type { Converter } from './converter.ts';
import type { FunctionDeclared } from './converter-shape.ts';
import type { FunctionPlan } from './function-plan.ts';

/** The functions of a converter while it is planned: what each takes, and, field by field, what it makes. */
export class PlannedFunctions {
  readonly faults: Fault[] = [];
  readonly #from: Side;
  readonly #converter: Converter;
  readonly #declared = new Map<string, { readonly written: FunctionDeclared; readonly path: Path }>();
  readonly #makes = new Map<string, Field[]>();
  readonly #nested: ReadonlySet<FieldId>;

  /** @param nested  ids of the old version, those within other fields too */
  constructor(from: Side, converter: Converter, nested: Iterable<FieldId>) {
    this.#from = from;
    this.#converter = converter;
    this.#nested = new Set(nested);
    for (const [index, written] of converter.functions.entries()) {
      const path = ['functions', index];
      const first = this.#declared.get(written.name);
      if (first === undefined) this.#declared.set(written.name, { written, path });
      else {
        const first_line = placeOf(converter.document, first.path).line;
        this.#add('FUNCTION_TWICE', { function: written.name, first_line }, [...path, 'name']);
      }
    }
  }

  /** @returns the old fields that it takes, where it can make this one */
  make(field: Field, name: string, path: Path): readonly Field[] | undefined {
    const declared = this.#declared.get(name);
    if (declared === undefined) {
      const known = [...this.#declared.keys()].join(', ');
      this.#add('FUNCTION_UNKNOWN', { function: name, field: nameText(field), known }, [...path, 'name']);
      return undefined;
    }
    const makes = this.#makes.get(name) ?? [];
    if (makes.some(other => other.name === field.name))
      this.#add('FUNCTION_FIELDS_ALIKE', { function: name, name: field.name }, path);
    this.#makes.set(name, [...makes, field]);
    return this.#takes(declared.written);
  }

  /** All of them, once every field is planned. */
  plans(): readonly FunctionPlan[] {
    return [...this.#declared.values()].flatMap(({ written, path }) => {
      const { name, digest } = written;
      const makes = this.#makes.get(name);
      this.#checkTakes(written, [...path, 'takes']);
      if (makes === undefined) this.#add('FUNCTION_UNUSED', { function: name }, path);
      if (digest === undefined) this.#add('FUNCTION_UNBOUND', { function: name }, path);
      if (makes === undefined || digest === undefined) return [];
      const plan: FunctionPlan = {
        name,
        module: written.module,
        exported: written.export ?? 'default',
        digest,
        isolation: written.isolation ?? 'process',
        limit_ms: written.limit_ms ?? LIMITS.function_ms,
        memory_mib: written.memory_mib ?? LIMITS.function_memory_mib,
        takes: this.#takes(written),
        makes,
        rejects: written.rejects ?? [],
      };
      return [plan];
    });
  }

  #takes({ takes }: FunctionDeclared): readonly Field[] {
    const { fields } = this.#from.schema;
    return takes.flatMap(id => fields.find(field => field.id === id) ?? []);
  }

  #checkTakes({ takes }: FunctionDeclared, path: Path): void {
    const { version, schema } = this.#from;
    for (const [index, id] of takes.entries()) {
      if (schema.fields.some(field => field.id === id)) continue;
      const facts = { id, version, subject: this.#converter.subject };
      if (!this.#nested.has(id)) this.#add('CONVERTER_FIELD_UNKNOWN', facts, [...path, index]);
      else {
        const because = 'a function takes fields of the record, whole, and it lies in one';
        this.#add('CONVERTER_OUT_OF_REACH', { id, from: id, because }, [...path, index]);
      }
    }
  }

  #add<C extends Fault['code']>(code: C, facts: Fault<C>['facts'], path: Path): void {
    this.faults.push(new Fault(code, facts, placeOf(this.#converter.document, path)) as unknown as Fault);
  }
}
