/** One way of saying no. `say` and `remedy` take the same typed facts, so neither can name a fact that does not exist. */
export type Row<Facts> = {
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 412
    | 413
    | 415
    | 417
    | 422
    | 429
    | 431
    | 500
    | 503;
  /** 1 findings, 2 the ask is wrong, 3 someone else moved first, 4 a dependency is unavailable. */
  readonly exit: 1 | 2 | 3 | 4;
  readonly say: (facts: Facts) => string;
  readonly remedy: (facts: Facts) => string;
};

export const row = <Facts>(entry: Row<Facts>): Row<Facts> => entry;
