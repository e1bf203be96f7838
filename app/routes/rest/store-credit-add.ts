import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { isKeyUsed } from "#app/domain/ledger/post-movement.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { wrongInput } from "#app/http/parse-fields.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import {
  adjustCreditForRest,
  creditAdjustmentAnswer,
  creditAdjustmentFields,
} from "#app/routes/rest/credit-adjustment.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";

export const action = declareRoute({
  api: restApi,
  method: "POST",
  path: "/api/v1/store-credits/{customer_id}/add",
  scope: "core:write",
  operationId: "addStoreCredit",
  summary: "Adds store credit",
  description: "Added again each time, unless an Idempotency-Key header comes with it.",
  idempotent: true,
  params: z.object({ customer_id: customerIdText }),
  body: z.strictObject({
    ...creditAdjustmentFields,
    expires_at: z.string("Must be a day or an instant.").nullish(),
  }),
  answer: creditAdjustmentAnswer,
  errors: ["not_found", "balance_too_large", "idempotency_conflict"],
  handle: async (call) => {
    const { context, idempotencyKey, body } = call;
    const expiresAt = readExpiry(context, body.expires_at);
    if (expiresAt && expiresAt <= context.clock.now()) {
      // It may have been in the future when the request first came.
      const isRepeated = idempotencyKey !== null && (await isKeyUsed(context, idempotencyKey));
      if (!isRepeated) throw wrongInput({ expires_at: ["Must be in the future."] });
    }
    return adjustCreditForRest(call, call.params.customer_id, {
      sign: 1,
      amount: body.amount,
      reason: body.reason,
      expiresAt,
    });
  },
});

/**
 * Reads when added credit is to expire: an instant, or a day, which means its first instant in the store's
 * zone. Absent or null: never.
 *
 * @throws AppError invalid_input for anything else.
 */
function readExpiry(
  context: Pick<ShopContext, "shop">,
  value: string | null | undefined,
): Date | null {
  if (value == null) return null;
  const expiresAt =
    startOfDate(value, context.shop.ianaTimezone) ??
    (z.iso.datetime({ offset: true }).safeParse(value).success ? new Date(value) : null);
  if (!expiresAt || Number.isNaN(expiresAt.getTime()) || expiresAt.getUTCFullYear() > 9999) {
    const message = "Must be a day (YYYY-MM-DD) or an ISO 8601 instant, before the year 9999.";
    throw wrongInput({ expires_at: [message] });
  }
  return expiresAt;
}
