import { z } from "zod";
import { customers } from "#app/domain/data-export/modules/customers.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { cursorAnswer, cursorPage } from "#app/routes/data/cursor-page.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { customerGidField, sinceIdField } from "#app/routes/data/data-query.ts";
import { rowSchema } from "#app/routes/data/row-schema.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/customers",
  scope: "data:read",
  operationId: "listCustomers",
  summary: "Customers, with their membership and their credit",
  query: z.object({ since_id: sinceIdField, platform_customer_gid: customerGidField }),
  answer: cursorAnswer(rowSchema(customers, "CustomerRow")),
  stream: ({ query, ...call }) =>
    cursorPage(call, "customers", {
      sinceId: query.since_id,
      customerId: query.platform_customer_gid,
    }),
});
