import { Fault } from '../base/fault.ts';

/** Every refusal that is met, in the order in which they count: whoever wants one takes the first. */
export class FaultList {
  readonly #faults: Fault[] = [];

  get all(): readonly Fault[] {
    return this.#faults;
  }

  get first(): Fault | undefined {
    return this.#faults[0];
  }

  add(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  /** The answer, or `undefined` where it was a refusal, which is kept. */
  keep<T>(answer: T | Fault): T | undefined {
    if (!(answer instanceof Fault)) return answer;
    this.add(answer);
    return undefined;
  }

  /** The same of answers that are waited for, one after the other. */
  async keepInTurn<T, A>(things: Iterable<T>, act: (thing: T) => Promise<A | Fault>): Promise<A[]> {
    const answers: A[] = [];
    for (const thing of things) {
      const answer = await act(thing);
      if (answer instanceof Fault) this.add(answer);
      else answers.push(answer);
    }
    return answers;
  }

  /** Every answer that is none of a refusal; the refusals are kept. */
  keepEach<T, A>(things: Iterable<T>, act: (thing: T) => A | Fault): A[] {
    return [...things].flatMap(thing => {
      const answer = act(thing);
      if (!(answer instanceof Fault)) return [answer];
      this.add(answer);
      return [];
    });
  }
}
