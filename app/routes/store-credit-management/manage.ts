import { z } from "zod";
import { declareRoute } from "#app/http/declare-route.ts";
import {
  creditAnswer,
  creditRequestSchema,
  customerNumber,
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
    cid: customerNumber,
    currency: z.string().meta({ description: "The store's currency, ISO 4217.", example: "EUR" }),
    ...creditAnswer,
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
