import type { FinalAction } from "#app/domain/billing/dunning/dunning-settings.ts";
import { type RetryDraft, toRetryInput } from "./retry-draft.ts";

const OUTCOMES: Readonly<Record<FinalAction, string>> = {
  pause: "the subscription is paused until somebody resumes it",
  cancel: "the subscription is canceled for good",
  skip: "this charge is given up, and the next one is made on its usual date",
};

/** What happens to a declined card with these fields; null while they name no days. */
export function describeCardRetries(draft: RetryDraft): string | null {
  const { retryDays } = toRetryInput(draft);
  const days = daysInWords(retryDays);
  if (days === null) return null;
  return `A declined card is charged again at 08:00, ${days} after the first failure, or up to two days later when that is the 1st or the 15th. If the last retry fails too, ${OUTCOMES[draft.finalAction]}. A customer who changes the payment method is charged at once.`;
}

/** The same for a charge that lacks stock. */
export function describeStockRetries(draft: RetryDraft): string | null {
  const days = daysInWords(toRetryInput(draft).inventory.retryDays);
  if (days === null) return null;
  return draft.oversell
    ? "Items that are out of stock are sold all the same, so a charge does not fail because they are missing."
    : `A charge that lacks stock is repeated at 08:00, ${days} after the first failure. If stock is still missing then, ${OUTCOMES[draft.stockFinalAction]}.`;
}

/** "2, 4 and 7 days"; null unless each is a number. */
function daysInWords(days: readonly (number | string)[]): string | null {
  const last = days.at(-1);
  if (last === undefined || days.some((day) => typeof day === "string")) return null;
  const first = days.slice(0, -1);
  if (first.length === 0) return last === 1 ? "1 day" : `${last} days`;
  return `${first.join(", ")} and ${last} days`;
}
