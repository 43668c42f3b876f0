import type { Form, Laid } from '../shadow/form.ts';

/** What the process that counts is told, one after the other; it answers each before it hears the next. */
export type Told =
  | {
      readonly kind: 'open';
      readonly file: string;
      readonly memory_mib: number;
      readonly folder: string;
      readonly threads: number;
    }
  | { readonly kind: 'run'; readonly sql: string }
  | {
      readonly kind: 'append';
      readonly table: string;
      readonly columns: readonly LaidColumn[];
      readonly rows: number;
    };

export type LaidColumn = { readonly form: Form | 'length'; readonly values: readonly (Laid | null)[] };

export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly unknown[])[] }
  /** What sort of error it was; its words may hold what a record holds. */
  | { readonly kind: 'failed'; readonly what: string };
