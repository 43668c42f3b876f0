import type { Output } from './output.ts';

/** One line that moves, on a terminal; elsewhere nothing, so that logs hold results and not their waiting. */
export function progressOn(output: Output, what: string): (done: number, of: number) => void {
  if (!output.showsProgress) return () => undefined;
  return (done, of) => output.writeError(done < of ? `\r${done} of ${of} ${what}` : `\r${' '.repeat(40)}\r`);
}
