import { z } from "zod";
import { creditRecordSchema, toCreditRecord } from "#app/domain/store-credit/credit-record.ts";
import { readCreditAccount } from "#app/domain/store-credit/read-credit-account.ts";
import { oneRecord, oneRecordSchema } from "#app/http/core-envelope.ts";
import { requireCustomer } from "#app/http/credit-change.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { coreInterface } from "#app/http/interfaces/core-interface.ts";
import { customerIdText } from "#app/http/text-field.ts";

export const loader = declareRoute({
  api: coreInterface,
  method: "GET",
  path: "/api/v1/store-credits/{customer_id}",
  scope: "core:read",
  operationId: "getStoreCredit",
  summary: "A customer's store credit",
  params: z.object({ customer_id: customerIdText }),
  answer: oneRecordSchema(creditRecordSchema),
  refusals: ["not_found"],
  handle: async ({ context, params }) => {
    const customer = await requireCustomer(context, params.customer_id);
    const account = await readCreditAccount(context, customer.id);
    return oneRecord(toCreditRecord(customer, account, context.shop.currency));
  },
});
