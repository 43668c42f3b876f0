import type { FieldId } from '../contract/field.ts';

/** Whom we promise not to surprise: old bytes decode, values are equal, they mean the same, ids and owners hold. */
export const LEVELS = ['wire', 'read', 'train', 'govern'] as const;
export type Level = (typeof LEVELS)[number];

/** How a reader finds a field in what was written. */
export const ACCESS = ['id', 'name', 'position'] as const;
export type Access = (typeof ACCESS)[number];

/** `backward`: the newer version reads what the older wrote. `forward`: the older reads what the newer wrote. */
export const DIRECTIONS = ['backward', 'forward'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** One step on the way to a nested field, outermost first. */
export type PathStep = { readonly id: FieldId; readonly name: string };

/** One broken promise between one writer and one reader. */
export type Finding<Path = readonly PathStep[]> = {
  readonly rule: Uppercase<string>;
  readonly level: Level;
  readonly direction: Direction;
  /** The access paths it holds for; a rename holds by name alone. */
  readonly access: readonly Access[];
  /** Empty where the record as a whole is meant. */
  readonly path: Path;
  readonly from: string;
  readonly to: string;
  readonly remedy: string;
  /** What turns a written value into one the reader means: `×1000`, `drizzle→rain`. */
  readonly conversion?: string;
};

/** One between two schemas that have no ids; its path is text, as `$.tags[]`. */
export type NativeFinding = Finding<string>;

/** `tags (5).element (6)`; `record` where the record as a whole is meant. */
export const pathText = (path: readonly PathStep[] | string): string => {
  if (typeof path === 'string') return path;
  return path.length === 0 ? 'record' : path.map(({ id, name }) => `${name} (${id})`).join('.');
};
