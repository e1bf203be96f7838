import { z } from "zod";
import {
  collectCreditHistory,
  collectedCreditsSchema,
} from "#app/domain/data-export/collect-credit-history.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { AppError } from "#app/lib/app-error.ts";
import { collectionApi } from "#app/routes/collection/collection-api.ts";

export const action = declareRoute({
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
  refusals: ["not_found", "shop_unknown"],
  handle: async ({ context }) => {
    const credits = await collectCreditHistory(context);
    if (Object.keys(credits).length === 0) {
      throw new AppError("not_found", "No data matches the query.");
    }
    return credits;
  },
});
