import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, isNote } from '../../src/compat/catalogue.ts';
import { classify } from '../../src/compat/classify.ts';
import { ACCESS, type Access, type Direction } from '../../src/compat/finding.ts';
import { governedOf, type SchemaWords, schemaOf } from './schema-of.ts';

type Case = {
  readonly name: string;
  readonly because?: string;
  readonly direction?: Direction;
  readonly writer: SchemaWords;
  readonly reader: SchemaWords;
  /** The rules that break, in the order they are found. */
  readonly breaks: readonly string[];
  readonly notes?: readonly string[];
  /** What is said of access paths and conversions, where the case is about that. */
  readonly access?: readonly string[];
  readonly conversion?: string;
};

const CASES = new URL('./cases/', import.meta.url);
const list = (folder: URL): string[] => readdirSync(folder).sort();
const casesOf = (id: string): Case[] =>
  list(new URL(`${id}/`, CASES)).map(name => ({
    name,
    ...JSON.parse(readFileSync(new URL(`${id}/${name}/case.json`, CASES), 'utf8')),
  }));

const foundIn = ({ writer, reader, direction }: Case) =>
  classify(schemaOf(writer), schemaOf(reader), direction, {
    writer: governedOf(writer),
    reader: governedOf(reader),
  });
const brokenBy = (path: Access, one: Case): readonly string[] =>
  foundIn(one)
    .filter(({ rule, access }) => access.includes(path) && !isNote(rule))
    .map(({ rule }) => rule);

it('has a folder of cases for every rule, and a rule for every folder', () => {
  expect(list(CASES)).toEqual(CATALOGUE.map(([, , , rule]) => rule.id).sort());
});

for (const id of list(CASES))
  describe(id, () => {
    const cases = casesOf(id);

    for (const one of cases)
      it(`${one.name.replaceAll('-', ' ')}${one.because === undefined ? '' : `, because ${one.because}`}`, () => {
        const found = foundIn(one);
        expect(found.filter(item => !isNote(item.rule)).map(item => item.rule)).toEqual(one.breaks);
        expect(found.filter(item => isNote(item.rule)).map(item => item.rule)).toEqual(one.notes ?? []);
        const own = found.find(item => item.rule === id);
        if (one.access !== undefined) expect(own?.access).toEqual(one.access);
        if (one.conversion !== undefined) expect(own?.conversion).toBe(one.conversion);
      });

    it('has a case it breaks alone for readers of one sort, because else it could be deleted unnoticed', () => {
      const alone = (one: Case) =>
        isNote(id)
          ? one.breaks.length === 0 && one.notes?.join() === id
          : ACCESS.some(path => brokenBy(path, one).join() === id);
      expect(cases.some(alone)).toBe(true);
    });

    it('has a case that breaks nothing, because else it could fire always unnoticed', () => {
      expect(cases.some(one => one.breaks.length === 0 && (one.notes ?? []).length === 0)).toBe(true);
    });
  });
