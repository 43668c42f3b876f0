import type { Field } from '../contract/field.ts';
import { isInteger } from '../contract/kind-table.ts';

/** Records of it carry the codes of terms, not their labels. */
export const carriesCodes = ({ type }: Field): boolean => isInteger(type.kind);
