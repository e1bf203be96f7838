import { z } from "zod";
import { CREDITS_HISTORY_PAGE } from "#app/domain/data-export/history-page.ts";
import {
  creditsHistoryRowSchema,
  streamCreditHistoryForDataApi,
} from "#app/domain/data-export/stream-credit-history-for-data-api.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { dataPage } from "#app/routes/data/data-page.ts";
import { customerGidField, pageField, pageMetaSchema } from "#app/routes/data/data-query.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/credits-history",
  scope: "data:read",
  operationId: "listCreditsHistory",
  summary: "Movements of credit and points, newest first",
  query: z.object({ page: pageField, platform_customer_gid: customerGidField }),
  answer: z.object({ data: z.array(creditsHistoryRowSchema), meta: pageMetaSchema }),
  stream: ({ context, query }) =>
    dataPage(
      streamCreditHistoryForDataApi(context, {
        page: query.page,
        customerId: query.platform_customer_gid,
      }),
      () => ({ current_page: query.page, per_page: CREDITS_HISTORY_PAGE }),
    ),
});
