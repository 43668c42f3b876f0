/** A key without what stands before its last name, an `x-` and the signs in it: what people mean by it, however they spell it. */
export const bareKey = (key: string): string =>
  (key.split(/[.:/]/).at(-1) ?? '').toLowerCase().replace(/^x[-_]|[^a-z]/g, '');
