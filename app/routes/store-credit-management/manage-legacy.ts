import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import { legacyStoreCreditApi } from "#app/routes/store-credit-management/legacy-store-credit-api.ts";
import {
  creditRequestSchema,
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
  answer: z.object({
    gid: z
      .number()
      .int()
      .meta({ description: "The customer's number on the platform.", example: 1001 }),
    email: z.string().meta({
      description: "The customer's e-mail address, as the platform has it.",
      example: "ada@example.com",
    }),
    store_credit_balance: z.number().meta({
      description:
        "What can be spent, in whole units of the store's currency; after an update, the balance after it.",
      example: 12.5,
    }),
    store_credit_in_use_at_checkout: z.number().optional().meta({
      description:
        "What checkouts and renewals under way have reserved; only in the answer to get.",
      example: 0,
    }),
    result: z
      .object({
        status: z
          .literal("success")
          .meta({ description: "The update was made.", example: "success" }),
      })
      .optional()
      .meta({ description: "Only in the answer to update." }),
  }),
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
