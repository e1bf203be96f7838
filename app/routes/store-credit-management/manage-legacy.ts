import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import { legacyStoreCreditApi } from "#app/routes/store-credit-management/legacy-store-credit-api.ts";
import {
  creditAnswer,
  creditRequestSchema,
  customerNumber,
  manageCredit,
  readAdjustmentType,
} from "#app/routes/store-credit-management/manage-credit.ts";

export const action = declareRoute({
  api: legacyStoreCreditApi,
  method: "POST",
  path: "/store-credit/manage.php",
  scope: "credits:manage",
  operationId: "manageStoreCreditLegacy",
  summary: "Deprecated: reads or adjusts a customer's store credit",
  description:
    "Use /api/v1/store-credit/manage. Errors are answered with status 200. Retired at the end of 2026.",
  idempotent: true,
  body: creditRequestSchema((text) => readAdjustmentType(text === "forfeited" ? "forfeit" : text)),
  answer: z.object({ gid: customerNumber, ...creditAnswer }),
  errors: ["not_found", "balance_empty", "balance_too_large", "idempotency_conflict", "retired"],
  handle: async (call) => {
    const answer = await manageCredit(call.context, call.body, call);
    return {
      gid: answer.cid,
      email: answer.email,
      store_credit_balance: answer.available,
      ...(answer.updated
        ? { result: { status: "success" as const } }
        : { store_credit_in_use_at_checkout: answer.held }),
    };
  },
});
