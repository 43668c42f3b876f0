import type { Field, FieldId, Logical, Type } from './field.ts';

/** A field that promises nothing beside its type. */
export const bareField = (
  id: FieldId,
  name: string,
  type: Type,
  logical: Logical,
  nullable = false,
): Field => ({
  id,
  name,
  aliases: [],
  type,
  logical,
  nullable,
  default: { kind: 'none' },
  unit: undefined,
  range: undefined,
  vocabulary: undefined,
  unknownPolicy: undefined,
  ignoreValue: undefined,
});
