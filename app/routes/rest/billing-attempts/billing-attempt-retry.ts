import { z } from "zod";
import { type ListedAttempt, listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { retryAttempt } from "#app/domain/billing/attempts/retry-attempt.ts";
import { runIdempotent } from "#app/domain/idempotency/run-idempotent.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { markReplayed } from "#app/http/idempotency.ts";
import {
  attemptRecordSchema,
  toAttemptRecord,
} from "#app/routes/rest/billing-attempts/attempt-record.ts";
import { oneRecord, oneRecordSchema, prefixedId } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/billing-attempts/{attempt_id}/retry",
  scope: "core:write",
  operationId: "retryBillingAttempt",
  summary: "Retries a failed billing attempt at once",
  description:
    "Answers the new attempt, which is pending until the platform tells its end. Refused while another attempt is pending, and when the billing cycle is paid, skipped or over.",
  idempotent: true,
  params: z.object({ attempt_id: prefixedId("bat") }),
  body: z.strictObject({}).optional(),
  answer: oneRecordSchema(attemptRecordSchema),
  errors: [
    "not_found",
    "charge_not_retryable",
    "idempotency_conflict",
    "platform_refused",
    "platform_unavailable",
  ],
  handle: async ({ context, idempotencyKey, headers, params: { attempt_id: attemptId } }) => {
    const { answer, replayed } = await runIdempotent(
      context,
      { key: idempotencyKey, input: ["retry", String(attemptId)] },
      async (claim) => {
        const { id } = await retryAttempt(context, attemptId, { claim });
        const { attempts } = await listAttempts(context, { id }, { limit: 1, offset: 0 });
        return toAttemptRecord(attempts[0] as ListedAttempt);
      },
    );
    if (replayed) markReplayed(headers);
    return oneRecord(answer);
  },
});
