import type { Field } from '../contract/field.ts';

/** An integer field carries the codes of its terms, any other their labels. */
export const carriesCodes = ({ type }: Field): boolean => type.kind === 'int32' || type.kind === 'int64';
