import { breaks, type FieldPair, type MissingField, type Rule, SAFE, type Verdict } from '../rule.ts';

/**
 * By id the old field is gone and a new one is there. By name, or by an alias, they are one column, and the old values
 * fill the new; where an alias claims a second column, ordinary readers refuse both or take one of them.
 */
export const nameReused: Rule = {
  id: 'NAME_REUSED',
  promise: 'A name that stood for one field id is not given to another.',
  remedy: 'Choose a name never used in the subject; if it is the same thing, keep its id.',
  looks: ['name', 'aliases'],
  pair: pair => judge(pair),
  missing: missing => judge(missing),
};

const judge = ({ reader, nameWas }: FieldPair | MissingField): Verdict =>
  nameWas === undefined ? SAFE : breaks(`${nameWas.name} (${nameWas.id})`, `${reader.name} (${reader.id})`);
