import { z } from "zod";
import { orders } from "#app/domain/data-export/modules/orders.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { cursorAnswer, cursorPage } from "#app/routes/data/cursor-page.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";
import { rowSchema } from "#app/routes/data/row-schema.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/orders",
  scope: "data:read",
  operationId: "listOrders",
  summary: "Orders, each classified once",
  query: z.object({ since_id: sinceIdField, since_date: sinceDateField }),
  answer: cursorAnswer(rowSchema(orders, "OrderRow")),
  stream: ({ query, ...call }) =>
    cursorPage(call, "orders", { sinceId: query.since_id, sinceDate: query.since_date }),
});
