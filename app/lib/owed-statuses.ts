/** What the platform calls an order of which something is to be paid: also one that was paid, and got more since. */
export const OWED_STATUSES: readonly string[] = ["partially_paid", "pending", "authorized"];
