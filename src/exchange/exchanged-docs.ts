import type { Json } from '../base/canonical-json.ts';
import { exchangedTexts, type PlaceTexts } from '../compat/native/exchanged-texts.ts';
import type { Note } from './note.ts';
import type { SettledField } from './propose-ids.ts';

/** Fields that exchanged their texts since the version before: a contract with the same types and ids would not tell. */
export const exchangedDocs = (
  fields: readonly SettledField[],
  version: number | undefined,
): readonly Note[] =>
  exchangedTexts(
    placesOf(fields, ({ before }) => before?.keys['doc']),
    placesOf(fields, ({ keys }) => keys['doc']),
  ).map(({ place }) => ({
    path: place,
    what: 'doc of another field',
    why: `v${version} said it of that one: where the values are exchanged, exchange the ids`,
  }));

const placesOf = (
  fields: readonly SettledField[],
  docOf: (field: SettledField) => Json | undefined,
): PlaceTexts =>
  new Map(
    fields.map(field => {
      const doc = docOf(field);
      return [field.path, new Map(typeof doc === 'string' ? [['doc', doc]] : [])] as const;
    }),
  );
