import { z } from "zod";
import {
  creditTransactionSchema,
  toCreditTransaction,
} from "#app/domain/store-credit/credit-record.ts";
import { listCreditHistory } from "#app/domain/store-credit/list-credit-history.ts";
import { manyRecords, manyRecordsSchema, pageQuery } from "#app/http/core-envelope.ts";
import { requireCustomer } from "#app/http/credit-change.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { coreInterface } from "#app/http/interfaces/core-interface.ts";
import { customerIdText } from "#app/http/text-field.ts";

export const loader = declareRoute({
  api: coreInterface,
  method: "GET",
  path: "/api/v1/store-credits/{customer_id}/history",
  scope: "core:read",
  operationId: "listCreditTransactions",
  summary: "A customer's credit transactions, newest first",
  params: z.object({ customer_id: customerIdText }),
  query: z.object(pageQuery),
  answer: manyRecordsSchema(creditTransactionSchema),
  refusals: ["not_found"],
  handle: async ({ context, params, query }) => {
    const customer = await requireCustomer(context, params.customer_id);
    const { entries, total } = await listCreditHistory(context, customer.id, query);
    return manyRecords(
      entries.map((entry) => toCreditTransaction(entry, context.shop.currency)),
      { ...query, total },
    );
  },
});
