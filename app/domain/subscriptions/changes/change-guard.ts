import type { Queries } from "#app/lib/db.ts";

/**
 * Runs in the transaction that begins a change of a subscription, and locks its row. Throws an AppError where the change is not
 * wanted any more; then nothing is changed.
 */
export type ChangeGuard = (tx: Queries) => Promise<void>;
