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
    cid: z
      .number()
      .int()
      .meta({ description: "The customer's number on the platform.", example: 1001 }),
    email: z.string().meta({
      description: "The customer's e-mail address, as the platform has it.",
      example: "ada@example.com",
    }),
    currency: z.string().meta({ description: "The store's currency, ISO 4217.", example: "EUR" }),
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
