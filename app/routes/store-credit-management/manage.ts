import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import {
  creditRequestSchema,
  manageCredit,
  readAdjustmentType,
} from "#app/routes/store-credit-management/manage-credit.ts";
import { storeCreditApi } from "#app/routes/store-credit-management/store-credit-api.ts";

export const action = declareRoute({
  api: storeCreditApi,
  method: "POST",
  path: "/api/v1/store-credit/manage",
  scope: "credits:manage",
  operationId: "manageStoreCredit",
  summary: "Reads a customer's store credit, or adjusts it with a reason",
  description:
    "Not idempotent unless you send an Idempotency-Key header. A deduction takes no more than there is.",
  idempotent: true,
  body: creditRequestSchema(readAdjustmentType),
  answer: z.object({
    cid: z.number().int(),
    email: z.string(),
    currency: z.string(),
    store_credit_balance: z.number(),
    store_credit_in_use_at_checkout: z.number().optional(),
    result: z.object({ status: z.literal("success") }).optional(),
  }),
  errors: ["not_found", "balance_empty", "balance_too_large", "idempotency_conflict"],
  handle: async (call) => {
    const { available, held, updated, ...customer } = await manageCredit(
      call.context,
      call.body,
      call,
    );
    return {
      ...customer,
      store_credit_balance: available,
      ...(updated
        ? { result: { status: "success" as const } }
        : { store_credit_in_use_at_checkout: held }),
    };
  },
});
