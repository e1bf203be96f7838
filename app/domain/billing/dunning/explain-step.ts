import { formatDate, formatDateMinute } from "#app/lib/zoned-time.ts";
import type { FinalAction } from "./dunning-settings.ts";
import type { DunningStep } from "./dunning-situation.ts";

const OUTCOMES: Readonly<Record<FinalAction, string>> = {
  pause: "the subscription is paused",
  cancel: "the subscription is canceled",
  skip: "this charge is skipped",
};

/**
 * What happens next and when, in sentences for the timeline. Days and times are those of the store's zone.
 *
 * @param finalAction what happens at the deadline of a step that waits.
 * @param mayOversell whether a retry is made because items may be oversold.
 */
export function explainStep(
  step: DunningStep,
  {
    finalAction,
    mayOversell,
    zone,
    now,
  }: { finalAction: FinalAction; mayOversell: boolean; zone: string; now: Date },
): string {
  switch (step.kind) {
    case "retry":
      return `${retry(step.at, zone, now)}${mayOversell ? " Items may be oversold." : ""}`;
    case "wait_for_payment_method":
      return `The customer is asked for another payment method, which is charged at once. ${otherwise(step.until)}`;
    case "message_customer":
      return step.request === "confirm_payment"
        ? `The customer gets a link to confirm the payment. ${otherwise(step.until)}`
        : `The customer is asked to correct the delivery address; the charge is then retried at once. ${otherwise(step.until)}`;
    case "stop":
      if (step.awaits) return "The charge is retried as soon as the currency is set back.";
      return "The charge is not retried. Review the subscription to decide how it continues.";
    case "final_action":
      return `No retry is left: ${OUTCOMES[step.action]}.`;
  }

  function otherwise(until: Date): string {
    return `Otherwise, ${OUTCOMES[finalAction]} on ${formatDate(until, zone)}.`;
  }
}

function retry(at: Date, zone: string, now: Date): string {
  if (at <= now) return "The charge is retried now.";
  const [day, time] = formatDateMinute(at, zone).split(" ");
  return `The charge is retried on ${day} at ${time}.`;
}
