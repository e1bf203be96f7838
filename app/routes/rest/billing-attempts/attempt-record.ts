import { z } from "zod";
import {
  ATTEMPT_STATUSES,
  type ListedAttempt,
} from "#app/domain/billing/attempts/list-attempts.ts";
import { formatMinorExactly } from "#app/lib/money.ts";

/** A billing attempt in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const attemptRecordSchema = z
  .object({
    id: z.string().meta({ description: "The attempt, `bat_` and a number.", example: "bat_88" }),
    subscription_id: z
      .string()
      .meta({ description: "The subscription that was charged.", example: "sub_31" }),
    status: z.enum(ATTEMPT_STATUSES).meta({
      description:
        "Pending while the platform works on it, and while the customer has to confirm the payment.",
      example: "failed",
    }),
    amount: z.string().meta({
      description:
        "What was charged, a decimal text in `currency`: the order's total once it is paid, before that what the contract's next charge came to.",
      example: "15.00",
    }),
    currency: z
      .string()
      .meta({ description: "The currency of the amount, ISO 4217.", example: "EUR" }),
    attempt_number: z
      .number()
      .int()
      .meta({ description: "Counts the attempts of one billing cycle, from 1.", example: 1 }),
    retry_of: z.string().nullable().meta({
      description:
        "The failed attempt that somebody asked to repeat; null for the app's own attempts.",
      example: null,
    }),
    error_code: z.string().nullable().meta({
      description: "The platform's code for why it failed; null unless it failed.",
      example: "INSUFFICIENT_FUNDS",
    }),
    error_message: z.string().nullable().meta({
      description: "The same as an English sentence; null unless it failed.",
      example: "The account did not have enough funds.",
    }),
    will_retry: z.boolean().meta({
      description:
        "Whether the app is going to charge again because this attempt failed: true only for the latest attempt of a cycle that is still owed.",
      example: true,
    }),
    next_retry_at: z.string().nullable().meta({
      description:
        "When it charges again, in UTC; null when `will_retry` is false. Past only for the moments until a charge that is due is made.",
      example: "2026-11-07T07:00:00.000Z",
    }),
    order_gid: z.string().nullable().meta({
      description: "The order that the charge made; null unless it was paid.",
      example: null,
    }),
    created_at: z.string().meta({
      description: "When the attempt was made, in UTC.",
      example: "2026-11-05T10:00:06.311Z",
    }),
    completed_at: z.string().nullable().meta({
      description: "When it ended, in UTC and never before `created_at`; null while it is pending.",
      example: "2026-11-05T10:00:08.000Z",
    }),
  })
  .meta({ id: "BillingAttempt" });

export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

export function toAttemptRecord(attempt: ListedAttempt): AttemptRecord {
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  const { amountMinor, currency, platformOrderId } = attempt;
  return {
    id: `bat_${attempt.id}`,
    subscription_id: `sub_${attempt.subscriptionId}`,
    status: attempt.status,
    amount: formatMinorExactly(Number(amountMinor), currency),
    currency,
    attempt_number: attempt.attemptNumber,
    retry_of: attempt.retryOf === null ? null : `bat_${attempt.retryOf}`,
    error_code: attempt.errorCode,
    error_message: attempt.errorMessage,
    will_retry: attempt.nextRetryAt !== null,
    next_retry_at: iso(attempt.nextRetryAt),
    order_gid: platformOrderId === null ? null : `gid://platform/Order/${platformOrderId}`,
    created_at: attempt.createdAt.toISOString(),
    completed_at: iso(attempt.completedAt),
  };
}
