import { table } from '../output.ts';

/** Rows of words under a head, which every form of report can have. */
export type DataTable = {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
};

export const tablesText = (tables: readonly DataTable[]): string =>
  tables.map(({ caption, head, rows }) => `${caption}\n${table([head, ...rows], '  ')}`).join('\n');

export const withRows = (tables: readonly DataTable[]): readonly DataTable[] =>
  tables.filter(({ rows }) => rows.length > 0);
