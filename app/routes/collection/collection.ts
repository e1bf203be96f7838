import { z } from "zod";
import {
  collectedCreditsSchema,
  streamCreditHistoryForCollection,
} from "#app/domain/data-export/stream-credit-history-for-collection.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { AppError } from "#app/lib/app-error.ts";
import { collectionApi } from "#app/routes/collection/collection-api.ts";

export const action = declareStreamedRoute({
  api: collectionApi,
  method: "POST",
  path: "/proxy/v1/collection",
  scope: "data:read",
  operationId: "collect",
  summary: "Deprecated: exports everything of one topic at once",
  description: "Use the Data API, which is paged.",
  body: z.object({
    key: z.string(),
    topic: z.enum(["store_credit_history"], "Must be a known topic: store_credit_history."),
  }),
  answer: collectedCreditsSchema,
  errors: ["not_found", "shop_unknown"],
  stream: async function* ({ context, signal }) {
    let isEmpty = true;
    for await (const piece of streamCreditHistoryForCollection(context, signal)) {
      isEmpty = false;
      yield piece;
    }
    if (isEmpty) throw new AppError("not_found", "No data matches the query.");
  },
});
