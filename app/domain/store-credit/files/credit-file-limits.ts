/** How much a file of adjustments may bring at once. */
export const MAX_LINES = 10_000;
export const MAX_COLUMNS = 500;
export const MAX_BYTES = 2_000_000;

export const TOO_LARGE = `The file is larger than ${MAX_BYTES / 1_000_000} MB. Divide it into several.`;
