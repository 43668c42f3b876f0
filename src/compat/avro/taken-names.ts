import { type AvroNamed, type AvroType, isNamed } from '../../native/avro/type.ts';

/** A field or a named type: what it is called, and what it was called before. */
export type Called = { readonly name: string; readonly aliases: readonly string[] };

/**
 * Readers go by the name, and aliases of a writer are nothing to them: where its own say that a name stood for
 * something else, they read the one as the other.
 */
export class TakenNames {
  readonly #readers: ReadonlyMap<string, Called>;
  readonly #heirs = new Map<string, Called[]>();

  constructor(writers: Iterable<Called>, readers: Iterable<Called>) {
    this.#readers = new Map([...readers].map(reader => [reader.name, reader]));
    for (const writer of writers)
      for (const alias of new Set(writer.aliases)) {
        const heirs = this.#heirs.get(alias);
        if (heirs === undefined) this.#heirs.set(alias, [writer]);
        else heirs.push(writer);
      }
  }

  /** What the one name stands for on either side, where that is not one thing; of a reader that says the same it is no news. */
  between(writer: Called, reader: Called): readonly [from: string, to: string] | undefined {
    const { name } = reader;
    const knows = (other: string, alias: string): boolean =>
      this.#readers.get(other)?.aliases.includes(alias) === true;
    const heir = this.#heirs.get(name)?.find(one => one !== writer && !knows(one.name, name));
    if (heir !== undefined) return [name, `${name}, which is ${heir.name} now`];
    const former = writer.aliases.find(
      alias => alias !== name && this.#readers.has(alias) && !knows(name, alias),
    );
    return former === undefined ? undefined : [`${name}, which was ${former}`, name];
  }
}

/** Every named type of a schema, wherever it stands. */
export function namedTypes(root: AvroType): ReadonlySet<AvroNamed> {
  const found = new Set<AvroNamed>();
  const todo: AvroType[] = [root];
  for (let type = todo.pop(); type !== undefined; type = todo.pop()) {
    if (type.kind === 'array') todo.push(type.items);
    if (type.kind === 'map') todo.push(type.values);
    if (type.kind === 'union') todo.push(...type.branches);
    if (!isNamed(type) || found.has(type)) continue;
    found.add(type);
    if (type.kind === 'record') for (const field of type.fields) todo.push(field.type);
  }
  return found;
}
