import { z } from "zod";
import {
  ATTEMPT_STATUSES,
  type ListedAttempt,
} from "#app/domain/billing/attempts/list-attempts.ts";
import { formatMinorTwoDecimals } from "#app/lib/money.ts";

/** A billing attempt in the core REST API. Money is a decimal text, instants are ISO 8601 in UTC. */
export const attemptRecordSchema = z
  .object({
    id: z.string(),
    subscription_id: z.string(),
    status: z.enum(ATTEMPT_STATUSES),
    amount: z.string(),
    currency: z.string(),
    attempt_number: z.number().int().meta({ description: "Counts from 1 in each billing cycle." }),
    retry_of: z
      .string()
      .nullable()
      .meta({ description: "The failed attempt that this one repeats at somebody's wish." }),
    error_code: z.string().nullable().meta({ description: "The platform's code." }),
    error_message: z.string().nullable(),
    will_retry: z.boolean().meta({ description: "Whether another attempt is planned." }),
    next_retry_at: z.string().nullable(),
    order_gid: z.string().nullable(),
    created_at: z.string(),
    completed_at: z.string().nullable(),
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
    amount: formatMinorTwoDecimals(Number(amountMinor), currency),
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
