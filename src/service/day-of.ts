/** An ISO date, `2027-01-31`, of the day in Greenwich. */
export const dayOf = (now_ms: number): string => new Date(now_ms).toISOString().slice(0, 10);
