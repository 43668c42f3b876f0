import { Fault } from '../base/fault.ts';
import type { Draft, Refused, Way, Written } from './draft.ts';
import { printYaml } from './print-yaml.ts';

/** Every field that no contract can hold, at the place of the first that has one. */
export function importRefused(refused: readonly Refused[], { placeOf }: Pick<Draft, 'placeOf'>): Fault {
  const fields = listed(
    refused.map(({ name, path, why }) => `${name === '' ? path : name} (${why})`),
    '; ',
  );
  const at = refused.find(each => each.at !== undefined)?.at;
  return new Fault(
    'IMPORT_REFUSED',
    { fields, count: refused.length },
    at === undefined ? undefined : placeOf?.(at),
  );
}

/** A field as its contract would have it, and where the source has it. */
export type AloneField = {
  readonly field: Written;
  readonly name: string;
  readonly path: string;
  readonly at: Way | undefined;
};

/** Fields that no contract can hold whatever stands beside them. @param parse  reads the text of a contract */
export function refusedAlone(
  fields: readonly AloneField[],
  schema: string,
  parse: (text: string) => object,
): readonly Refused[] {
  return fields.flatMap(({ field, name, path, at }) => {
    const parsed = parse(printYaml({ schema, fields: [field] }));
    return parsed instanceof Fault ? [{ name, path, at, why: whyOf(parsed) }] : [];
  });
}

/** Where a key of the contract is meant that stands in no file, the key of the field alone, and what may stand there. */
function whyOf({ code, facts, message, remedy }: Fault): string {
  const { where } = facts as { readonly where?: unknown };
  const [, key] = /^fields\[0\]\.(.+)$/.exec(typeof where === 'string' ? where : '') ?? [];
  return code === 'SHAPE' && key !== undefined
    ? `its ${key} is none that a contract can have: ${remedy}`
    : message;
}

const LISTED = 20;

/** The first few, and how many more there are. */
export const listed = (texts: readonly string[], separator = ', '): string =>
  texts.slice(0, LISTED).join(separator) +
  (texts.length > LISTED ? `${separator}and ${texts.length - LISTED} more` : '');
