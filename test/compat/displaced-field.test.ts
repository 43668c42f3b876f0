import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displacedField } from '../../src/compat/displaced-field.ts';

describe('the field that stands elsewhere', () => {
  // Constructs of update_schema/rename_and_move in the test data of Apache Iceberg for Rust.
  it('is the one that was moved, and not one that was moved past', () => {
    expect(displacedField([3, 1, 0, 2])).toEqual({ index: 0, from: 3, to: 0 });
    expect(displacedField([undefined, 0, 2, 1])).toEqual({ index: 2, from: 2, to: 1 });
  });

  it('is none where fields only came or went', () => {
    const places = fc.array(fc.option(fc.nat(9), { nil: undefined })).map(given => given.toSorted());
    fc.assert(
      fc.property(places, sorted => {
        expect(displacedField([undefined, ...sorted])).toBeUndefined();
      }),
    );
  });

  it('has another place than it had', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 2 }), places => {
        const found = displacedField(places);
        const isSorted = places.every((place, at) => at === 0 || places[at - 1]! < place);
        expect(found === undefined).toBe(isSorted);
        expect(found === undefined || found.from !== found.to).toBe(true);
      }),
    );
  });
});
