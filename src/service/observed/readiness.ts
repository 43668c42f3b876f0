import type { Fault, FaultCode } from '../../base/fault.ts';

/** Whether a server can answer now, and what of it can't. Codes alone: where a store lies is nobody's business out there. */
export type Readiness = {
  readonly status: 'ready' | 'not-ready';
  readonly checks: Readonly<Record<string, 'ok' | FaultCode>>;
};

export type Check = () => Promise<Fault | undefined>;

/** All checks at once, each told for itself. */
export async function readinessOf(checks: Readonly<Record<string, Check>>): Promise<Readiness> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const fault = await check();
      return [name, fault === undefined ? 'ok' : fault.code] as const;
    }),
  );
  const isReady = found.every(([, outcome]) => outcome === 'ok');
  return { status: isReady ? 'ready' : 'not-ready', checks: Object.fromEntries(found) };
}
