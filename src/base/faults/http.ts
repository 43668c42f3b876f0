export const HTTP_FAULTS = {} as const;
