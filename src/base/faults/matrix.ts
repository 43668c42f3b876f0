export const MATRIX_FAULTS = {} as const;
