import { AppError } from "#app/lib/app-error.ts";
import { hashJson } from "#app/lib/hash-json.ts";
import { MAX_ROWS } from "./bulk-action-kinds.ts";
import type { SubscriptionState } from "./read-states.ts";

/** A subscription that a merchant was shown, with a mark of the state that was shown. */
export interface SeenSubscription {
  id: bigint;
  mark: string;
}

const STATE_LENGTH = 8;
const AMOUNT_LENGTH = 4;
const MARK_LENGTH = STATE_LENGTH + AMOUNT_LENGTH;

/**
 * A short text for what a merchant saw of a subscription: its state, its next charge, the charge that failed, and the amount.
 * It holds nothing else, so a row that was only read again from the platform keeps its mark.
 */
export function markOf(state: SubscriptionState): string {
  const { status, dueAt, pausedUntil, cycle, attempt, amountMinor, currency } = state;
  const facts = [status, dueAt, pausedUntil, cycle, attempt];
  const ofState = hashJson(facts).slice(0, STATE_LENGTH);
  return ofState + hashJson([String(amountMinor), currency]).slice(0, AMOUNT_LENGTH);
}

/** Whether two marks name the same state. The amount of the next charge may differ. */
export function isSameState(one: string, other: string): boolean {
  return one.slice(0, STATE_LENGTH) === other.slice(0, STATE_LENGTH);
}

/** All of them as one text, for the page that shows them. Ids are written as steps: 10,000 fit into a form. */
export function writeSeen(seen: readonly SeenSubscription[]): string {
  let before = 0n;
  return seen
    .map(({ id, mark }) => {
      const step = (id - before).toString(36);
      before = id;
      return `${mark}${step}`;
    })
    .join(",");
}

const ENTRY = /^[\w-]{12}[1-9a-z][0-9a-z]{0,8}$/;

/** @throws AppError invalid_input for a text that {@link writeSeen} has not written. */
export function readSeen(text: string): SeenSubscription[] {
  const entries = text.split(",");
  if (entries.length > MAX_ROWS || !entries.every((entry) => ENTRY.test(entry))) {
    throw new AppError("invalid_input", "The selection cannot be read. Reload the list.");
  }
  let id = 0n;
  return entries.map((entry) => {
    id += BigInt(Number.parseInt(entry.slice(MARK_LENGTH), 36));
    return { id, mark: entry.slice(0, MARK_LENGTH) };
  });
}
