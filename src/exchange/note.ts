/** What one side said and the other has no place for, or can't be trusted with: nothing is dropped without one. */
export type Note = {
  /** Where it was said: a JSON Pointer into a document, or the name of a field. */
  readonly path: string;
  readonly what: string;
  readonly why: string;
};
