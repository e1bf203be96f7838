import { z } from "zod";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { oneRecord, oneRecordSchema } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import {
  creditRecordSchema,
  toCreditRecord,
} from "#app/routes/rest/store-credits/credit-record.ts";
import { requireCustomer } from "#app/routes/rest/store-credits/require-customer.ts";

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/store-credits/{customer_id}",
  scope: "core:read",
  operationId: "getStoreCredit",
  summary: "A customer's store credit",
  params: z.object({ customer_id: customerIdText }),
  answer: oneRecordSchema(creditRecordSchema),
  errors: ["not_found"],
  handle: async ({ context, params }) => {
    const customer = await requireCustomer(context, params.customer_id);
    const account = await readCreditAccount(context, customer.id);
    return oneRecord(toCreditRecord(customer, account, context.shop.currency));
  },
});
