/**
 * Two people may have the same editor open. One save must not silently overwrite the other, so every editor
 * sends the version that it was opened with.
 */

/** The record was changed since the editor was opened: nothing was saved. */
export interface StaleEdit {
  outcome: "stale";
}

/**
 * The `updated_at` of the next version: the given instant, but always later than the version before,
 * so two edits within a millisecond still differ.
 */
export function nextVersion(previous: Date, now: Date): Date {
  return now > previous ? now : new Date(previous.getTime() + 1);
}
