import { z } from "zod";
import { storeCredits } from "#app/domain/data-export/modules/store-credits.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { cursorAnswer, cursorPage } from "#app/routes/data/cursor-page.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";
import { rowSchema } from "#app/routes/data/row-schema.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/store-credits",
  scope: "data:read",
  operationId: "listStoreCreditLedger",
  summary: "The store credit ledger, in the order of its ids",
  query: z.object({ since_id: sinceIdField, since_date: sinceDateField }),
  answer: cursorAnswer(rowSchema(storeCredits, "CreditLedgerRow")),
  stream: ({ query, ...call }) =>
    cursorPage(call, "store-credits", {
      sinceId: query.since_id,
      sinceDate: query.since_date,
    }),
});
