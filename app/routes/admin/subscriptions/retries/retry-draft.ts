import type { DunningSettings, FinalAction } from "#app/domain/billing/dunning/dunning-settings.ts";

/** The form's fields: days as typed, "2, 4, 7". */
export interface RetryDraft {
  days: string;
  finalAction: FinalAction;
  stockDays: string;
  stockFinalAction: FinalAction;
  oversell: boolean;
}

export function toRetryDraft({ retryDays, finalAction, inventory }: DunningSettings): RetryDraft {
  return {
    days: retryDays.join(", "),
    finalAction,
    stockDays: inventory.retryDays.join(", "),
    stockFinalAction: inventory.finalAction,
    oversell: inventory.oversell,
  };
}

/** What the action is sent. A day that is no number goes as it is, and is refused for that. */
export function toRetryInput(draft: RetryDraft) {
  return {
    retryDays: readDays(draft.days),
    finalAction: draft.finalAction,
    inventory: {
      retryDays: readDays(draft.stockDays),
      finalAction: draft.stockFinalAction,
      oversell: draft.oversell,
    },
  };
}

function readDays(text: string): (number | string)[] {
  const words = text.split(/[\s,;]/).filter((word) => word !== "");
  return words.map((word) => (/^\d{1,4}$/.test(word) ? Number(word) : word));
}
