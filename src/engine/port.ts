import type { Fault } from '../base/fault.ts';
import type { PlainAnswer, PlainTask } from '../matrix/plain-lane.ts';

/** Ordinary readers, away from our own process: the bytes they are given can kill them. */
export interface PlainReaders {
  /**
   * One answer a task, in the order of the tasks; a task that ends its reader is answered `crash`, and the others go on.
   * Where too many ended it, those that are left have no answer.
   *
   * @faults PLAIN_READER_UNAVAILABLE when no reader can be started at all
   */
  read(tasks: readonly PlainTask[]): Promise<readonly PlainAnswer[] | Fault>;
}
