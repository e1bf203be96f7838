import { customerDeadline } from "./customer-deadline.ts";
import {
  DECLINE_CLASSES,
  type DeclineClassName,
  declineClassOf,
  whatHappened,
} from "./decline-classes.ts";
import type { FinalAction } from "./dunning-settings.ts";
import type { ClassSituation, DunningSituation, DunningStep } from "./dunning-situation.ts";
import { explainStep } from "./explain-step.ts";
import { isWithinCap, MAX_ATTEMPTS, WINDOW_DAYS } from "./retry-cap.ts";

/** What comes next for an unpaid billing cycle. */
export interface DunningPlan {
  /** Of the latest failed attempt. */
  declineClass: DeclineClassName;
  step: DunningStep;
  /** What happens without a payment, and when; null while that is not known. */
  ending: { action: FinalAction; at: Date } | null;
  /** English sentences for the timeline: what happened, what happens next, and when. */
  reason: string;
}

/**
 * Decides what comes after a failed charge, by the class of the latest error. A retry whose time has come is made, not
 * planned again. Ask again when it has failed, when the customer has changed something, and when the time of a waiting
 * step has come.
 *
 * Pure: the same situation gives the same plan. A retry is never before `now`, and never one more than a payment
 * method may have. Each class of errors ends within the settings' days, technical errors within 30, unless the
 * customer goes on changing something.
 *
 * @throws RangeError when no attempt has failed, or for an unknown zone.
 */
export function planNextStep(situation: DunningSituation): DunningPlan {
  const { settings, zone, now } = situation;
  const last = situation.attempts.at(-1);
  if (last === undefined) throw new RangeError("No attempt has failed.");
  const declineClass = declineClassOf(last.code);
  const { codes, describe, next } = DECLINE_CLASSES[declineClass];
  const { at: since } = situation.attempts.find(({ code }) => code in codes) ?? last;
  const ofClass = { ...situation, last, since };
  const lacksStock = declineClass === "inventory";
  const { finalAction } = lacksStock ? settings.inventory : settings;
  const mayOversell = lacksStock && settings.inventory.oversell;
  const wanted = next(ofClass);
  const isCapped = wanted.kind === "retry" && !isWithinCap(situation.attemptsOnMethod, wanted.at);
  const step = isCapped ? stepWithoutRetry(ofClass, declineClass, finalAction) : wanted;
  const sentences = [
    describe?.(last) ?? whatHappened(last),
    ...(isCapped ? [CAPPED] : []),
    explainStep(step, { finalAction, mayOversell, zone, now }),
  ];
  const ending = endingOf(ofClass, declineClass, step, finalAction);
  return { declineClass, step, ending, reason: sentences.join(" ") };
}

/** The last retry of a decline is the customer's deadline; other retries may go on as long as something new breaks. */
function endingOf(
  situation: ClassSituation,
  declineClass: DeclineClassName,
  step: DunningStep,
  action: FinalAction,
): DunningPlan["ending"] {
  switch (step.kind) {
    case "retry":
      return declineClass === "later" ? { action, at: customerDeadline(situation) } : null;
    case "wait_for_payment_method":
    case "message_customer":
      return { action, at: step.until };
    case "final_action":
      return { action: step.action, at: situation.now };
    case "stop":
      return null;
  }
}

const CAPPED = `The payment method has had ${MAX_ATTEMPTS} attempts in ${WINDOW_DAYS} days, which is the most.`;

/** A payment method that may not be charged again: another one may, until the customer's deadline. What the merchant had to mend has none. */
function stepWithoutRetry(
  situation: ClassSituation,
  declineClass: DeclineClassName,
  finalAction: FinalAction,
): DunningStep {
  if (declineClass === "never") return { kind: "stop" };
  const until = customerDeadline(situation);
  return situation.now < until
    ? { kind: "wait_for_payment_method", until }
    : { kind: "final_action", action: finalAction };
}
