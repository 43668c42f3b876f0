/** The milliseconds of processor time that some work takes of this process: a busy machine adds nothing to them. */
export function cpuTime_ms(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
