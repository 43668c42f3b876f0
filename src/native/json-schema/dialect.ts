/** What a draft does otherwise than the next. */
export type Dialect = {
  /** Up to draft-07, whatever stands beside a `$ref` is not looked at. */
  readonly refStandsAlone: boolean;
  /** In draft-04, `exclusiveMinimum` is a boolean that belongs to `minimum`. */
  readonly hasExclusiveFlags: boolean;
  /** From 2019-09 on. */
  readonly hasContentSchema: boolean;
};

const OLD: Dialect = { refStandsAlone: true, hasExclusiveFlags: false, hasContentSchema: false };
const NEW: Dialect = { refStandsAlone: false, hasExclusiveFlags: false, hasContentSchema: true };

const DIALECTS: Readonly<Record<string, Dialect>> = {
  'json-schema.org/draft-04/schema': {
    refStandsAlone: true,
    hasExclusiveFlags: true,
    hasContentSchema: false,
  },
  'json-schema.org/draft-06/schema': OLD,
  'json-schema.org/draft-07/schema': OLD,
  'json-schema.org/draft/2019-09/schema': NEW,
  'json-schema.org/draft/2020-12/schema': NEW,
};

/** Undefined where the dialect is none of these. */
export function dialectOf(uri: string): Dialect | undefined {
  const key = uri.replace(/^https?:\/\//, '').replace(/#$/, '');
  return Object.hasOwn(DIALECTS, key) ? DIALECTS[key] : undefined;
}

/** Of a schema that does not say: the newest. */
export const NEWEST: Dialect = NEW;
