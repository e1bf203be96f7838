import { z } from "zod";
import { cancellationReasons } from "#app/domain/data-export/modules/cancellation-reasons.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { cursorAnswer, cursorPage } from "#app/routes/data/cursor-page.ts";
import { dataApi } from "#app/routes/data/data-api.ts";
import { sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";
import { rowSchema } from "#app/routes/data/row-schema.ts";

export const loader = declareStreamedRoute({
  api: dataApi,
  method: "GET",
  path: "/proxy/v1/data/cancellation-reasons",
  scope: "data:read",
  operationId: "listCancellationReasons",
  summary: "Cancelled contracts, with the reason",
  query: z.object({ since_id: sinceIdField, since_date: sinceDateField }),
  answer: cursorAnswer(rowSchema(cancellationReasons, "CancellationRow")),
  stream: ({ query, ...call }) =>
    cursorPage(call, "cancellation-reasons", {
      sinceId: query.since_id,
      sinceDate: query.since_date,
    }),
});
