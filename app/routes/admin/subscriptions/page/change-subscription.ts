import { z } from "zod";
import { chargeNextNow } from "#app/domain/billing/changes/charge-next-now.ts";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { skipNextCharge } from "#app/domain/billing/changes/skip-next-charge.ts";
import { skipPastDue } from "#app/domain/billing/changes/skip-past-due.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { cancelSubscription } from "#app/domain/subscriptions/cancel-subscription.ts";
import { getSubscription } from "#app/domain/subscriptions/get-subscription.ts";
import { pauseSubscription } from "#app/domain/subscriptions/pauses/pause-subscription.ts";
import { resumeSubscription } from "#app/domain/subscriptions/pauses/resume-subscription.ts";
import { wrongField } from "#app/lib/app-error.ts";
import { instantField } from "#app/lib/instants.ts";
import { readId } from "../../input/read-id.ts";
import { chargeNow, toChargeAnswer } from "../failed/charge-answer.ts";

/** What the forms of a subscription's page send. Dates are those that the page has shown. */
export const changeSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("pause"), days: z.string() }),
  z.object({ intent: z.literal("resume") }),
  z.object({ intent: z.literal("cancel") }),
  z.object({ intent: z.literal("charge"), attemptId: z.string() }),
  z.object({ intent: z.literal("charge-next"), from: instantField() }),
  z.object({ intent: z.literal("skip-past-due"), cycleIndex: z.number().int().min(1) }),
  z.object({ intent: z.literal("skip-next"), dueAt: instantField() }),
  z.object({ intent: z.literal("reschedule"), from: instantField(), day: z.string() }),
]);

/** Does what one of the page's forms asks for. */
export async function changeSubscription(
  context: ShopContext,
  subscriptionId: bigint,
  input: z.output<typeof changeSchema>,
) {
  const row = await getSubscription(context, subscriptionId);
  switch (input.intent) {
    case "pause":
      await pauseSubscription(context, row, readDays(input.days));
      return { outcome: "paused" as const };
    case "resume":
      await resumeSubscription(context, row);
      return { outcome: "resumed" as const };
    case "cancel":
      await cancelSubscription(context, row, null);
      return { outcome: "canceled" as const };
    case "charge":
      return chargeNow(context, readId(input.attemptId));
    case "charge-next":
      return toChargeAnswer(await chargeNextNow(context, { subscriptionId, from: input.from }));
    case "skip-past-due":
      await skipPastDue(context, { subscriptionId, cycleIndex: input.cycleIndex });
      return { outcome: "skipped" as const };
    case "skip-next":
      await skipNextCharge(context, { subscriptionId, dueAt: input.dueAt });
      return { outcome: "skipped" as const };
    case "reschedule":
      await rescheduleCharge(context, { subscriptionId, from: input.from, day: input.day });
      return { outcome: "rescheduled" as const };
  }
}

function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  if (days < 1 || days > 365) throw wrongField("days", "Write whole days, from 1 to 365.");
  return days;
}
