/** What can be done to many subscriptions at once. */
export const BULK_ACTION_KINDS = ["pause", "resume", "skip", "retry", "cancel"] as const;

export type BulkActionKind = (typeof BULK_ACTION_KINDS)[number];

/** No action has more rows: who wants more narrows the list, and acts twice. */
export const MAX_ROWS = 10_000;
