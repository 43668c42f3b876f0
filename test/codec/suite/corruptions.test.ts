import { describe, expect, it } from 'vitest';
import { CODECS, CORRUPTIONS, corrupted } from './corruptions.ts';

describe.each(Object.values(CODECS))('$name', codec => {
  const own = CORRUPTIONS.filter(({ codes }) => codes[codec.name] !== undefined);

  it.each(own)('refuses $name by its code, row and field', corruption => {
    const { reader, row, field, codes } = corruption;
    expect(codec.decode(reader, corrupted(corruption, codec))).toMatchObject({
      kind: 'refused',
      code: codes[codec.name],
      row,
      // Lines of JSON are held to UTF-8 before they are fields.
      field: codec.name === 'json' && codes.json === 'INVALID_UTF8' ? undefined : field,
    });
  });

  it('takes the same bytes where nothing is wrong with them, because a reader that refuses everything would pass', () => {
    for (const corruption of own)
      if (corruption.writer !== corruption.reader)
        expect(codec.decode(corruption.writer, corrupted(corruption, codec)).kind, corruption.name).toBe(
          'decoded',
        );
  });
});
