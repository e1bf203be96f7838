import { z } from "zod";
import { CREDITS_HISTORY_PAGE } from "#app/domain/data-export/history-page.ts";
import {
  creditsHistoryRowSchema,
  streamCreditHistoryForDataApi,
} from "#app/domain/data-export/stream-credit-history-for-data-api.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { customerGidField, pageField } from "#app/routes/data/data-query.ts";
import { numberedAnswer, numberedPage } from "#app/routes/data/numbered-page.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/credits-history",
  scope: "data:read",
  operationId: "listCreditsHistory",
  summary: "Movements of credit and points, newest first",
  query: z.object({ page: pageField, platform_customer_gid: customerGidField }),
  answer: numberedAnswer(creditsHistoryRowSchema),
  stream: ({ query: { page, platform_customer_gid: customerId }, ...call }) =>
    numberedPage(call, streamCreditHistoryForDataApi(call.context, { page, customerId }), {
      // One customer's history is no part of reading the whole.
      export: customerId === undefined ? "credits-history" : null,
      page,
      size: CREDITS_HISTORY_PAGE,
    }),
});
