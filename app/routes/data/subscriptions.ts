import { z } from "zod";
import { subscriptions } from "#app/domain/data-export/modules/subscriptions.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { cursorAnswer, cursorPage } from "#app/routes/data/cursor-page.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";
import { rowSchema } from "#app/routes/data/row-schema.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/subscriptions",
  scope: "data:read",
  operationId: "listSubscriptionRows",
  summary: "Subscriptions of memberships and products",
  query: z.object({ since_id: sinceIdField, since_date: sinceDateField }),
  answer: cursorAnswer(rowSchema(subscriptions, "SubscriptionRow")),
  stream: ({ query, ...call }) =>
    cursorPage(call, "subscriptions", {
      sinceId: query.since_id,
      sinceDate: query.since_date,
    }),
});
