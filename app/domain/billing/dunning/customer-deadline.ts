import type { ClassSituation } from "./dunning-situation.ts";
import { onPayday, retryMornings } from "./retry-mornings.ts";

/** Until when the customer may act: the morning on which a declined payment is retried for the last time. */
export function customerDeadline(
  situation: Pick<ClassSituation, "since" | "settings" | "zone">,
): Date {
  const mornings = retryMornings(situation, situation.settings.retryDays, onPayday);
  const last = mornings.at(-1);
  if (last === undefined) throw new RangeError("The settings name no day.");
  return last;
}
