let numbers = new Int32Array(0);

/** The rows of a batch in their order, which nobody may write to: batches are many, and each asks for the same. */
export function rowNumbers(length: number): Int32Array {
  if (numbers.length < length) {
    numbers = new Int32Array(Math.max(length, 2 * numbers.length));
    for (let row = 0; row < numbers.length; row++) numbers[row] = row;
  }
  return numbers.subarray(0, length);
}
