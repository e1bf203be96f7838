import { z } from "zod";
import { listCreditHistoryForRest } from "#app/domain/store-credit/customers/list-credit-history-for-rest.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { manyRecords, manyRecordsSchema, pageQuery } from "#app/routes/rest/envelope.ts";
import { restApi } from "#app/routes/rest/rest-api.ts";
import {
  creditTransactionSchema,
  toCreditTransaction,
} from "#app/routes/rest/store-credits/credit-record.ts";
import { requireCustomer } from "#app/routes/rest/store-credits/require-customer.ts";

export const loader = declareRoute({
  api: restApi,
  method: "GET",
  path: "/api/v1/store-credits/{customer_id}/history",
  scope: "core:read",
  operationId: "listCreditTransactions",
  summary: "A customer's credit transactions, newest first",
  params: z.object({ customer_id: customerIdText }),
  query: z.object(pageQuery),
  answer: manyRecordsSchema(creditTransactionSchema),
  errors: ["not_found"],
  handle: async ({ context, params, query }) => {
    const customer = await requireCustomer(context, params.customer_id);
    const { entries, total } = await listCreditHistoryForRest(context, customer.id, query);
    return manyRecords(
      entries.map((entry) => toCreditTransaction(entry, context.shop.currency)),
      { ...query, total },
    );
  },
});
