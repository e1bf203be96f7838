import { z } from "zod";
import {
  CREDIT_LEDGER_PAGE,
  creditLedgerRowSchema,
  listCreditLedger,
} from "#app/domain/data-export/list-credit-ledger.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { cursorMetaSchema, sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";

export const loader = declareRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/store-credits",
  scope: "data:read",
  operationId: "listStoreCreditLedger",
  summary: "The store credit ledger, in the order of its ids",
  query: z.object({ since_id: sinceIdField, since_date: sinceDateField }),
  answer: z.object({ data: z.array(creditLedgerRowSchema), meta: cursorMetaSchema }),
  handle: async ({ context, query }) => {
    const page = await listCreditLedger(context, {
      sinceId: query.since_id,
      sinceDate: query.since_date,
    });
    return {
      data: page.rows,
      meta: {
        per_page: CREDIT_LEDGER_PAGE,
        last_id: page.lastId,
        has_more: page.hasMore,
        timezone: context.shop.ianaTimezone,
      },
    };
  },
});
