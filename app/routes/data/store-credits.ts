import { z } from "zod";
import {
  CREDIT_LEDGER_PAGE,
  creditLedgerRowSchema,
  streamCreditLedger,
} from "#app/domain/data-export/stream-credit-ledger.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { dataPage } from "#app/routes/data/data-page.ts";
import { cursorMetaSchema, sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/store-credits",
  scope: "data:read",
  operationId: "listStoreCreditLedger",
  summary: "The store credit ledger, in the order of its ids",
  query: z.object({ since_id: sinceIdField, since_date: sinceDateField }),
  answer: z.object({ data: z.array(creditLedgerRowSchema), meta: cursorMetaSchema }),
  stream: ({ context, query }) =>
    dataPage(
      streamCreditLedger(context, { sinceId: query.since_id, sinceDate: query.since_date }),
      ({ lastId, hasMore }) => ({
        per_page: CREDIT_LEDGER_PAGE,
        last_id: lastId,
        has_more: hasMore,
        timezone: context.shop.ianaTimezone,
      }),
    ),
});
