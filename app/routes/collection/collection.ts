import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import {
  collectedActivitiesSchema,
  streamActivitiesForCollection,
} from "#app/domain/data-export/stream-activities-for-collection.ts";
import {
  collectedContractsSchema,
  streamContractsForCollection,
} from "#app/domain/data-export/stream-contracts-for-collection.ts";
import {
  collectedCreditsSchema,
  streamCreditHistoryForCollection,
} from "#app/domain/data-export/stream-credit-history-for-collection.ts";
import {
  collectedMembersSchema,
  streamMembersForCollection,
} from "#app/domain/data-export/stream-members-for-collection.ts";
import { declareStreamedRoute } from "#app/http/declare-route.ts";
import { AppError } from "#app/lib/app-error.ts";
import { collectionApi } from "#app/routes/collection/collection-api.ts";
import { TOPICS, type Topic } from "#app/routes/collection/topics.ts";

const EXPORTS: Readonly<
  Record<Topic, (context: ShopContext, signal: AbortSignal) => AsyncGenerator<string>>
> = {
  member: streamMembersForCollection,
  store_credit_history: streamCreditHistoryForCollection,
  activity_log_m: streamActivitiesForCollection,
  subscription_contract: streamContractsForCollection,
};

export const action = declareStreamedRoute({
  api: collectionApi,
  method: "POST",
  path: "/proxy/v1/collection",
  scope: "data:read",
  operationId: "collect",
  summary: "Deprecated: exports everything of one topic at once",
  description:
    "Use the Data API, which is paged: /data/members for the topic member, /data/credits-history for " +
    "store_credit_history, /data/subscriptions for subscription_contract. No export takes the place of activity_log_m " +
    "as a whole: /data/cancellation-reasons has who canceled, when and why, and /data/customers the history of a " +
    "membership's states. The answer is a JSON array, for store_credit_history an object; a field without a value is " +
    "an empty text. A store has one such export at a time, and the next one waits. Once the merchant has switched this " +
    "API off in the settings, the answer is 410.",
  body: z.object({
    key: z
      .string()
      .meta({ description: "The API key; here and nowhere else.", example: "pk_live_…" }),
    topic: z.enum(TOPICS, `Must be a known topic: ${TOPICS.join(", ")}.`).meta({
      description:
        "member: everyone who ever had a membership, with their store credit. store_credit_history: every movement of " +
        "store credit, by customer. activity_log_m: the timeline of membership contracts. subscription_contract: all " +
        "contracts, with their price and interval.",
      example: "member",
    }),
  }),
  answer: z.union([
    collectedMembersSchema,
    collectedCreditsSchema,
    collectedActivitiesSchema,
    collectedContractsSchema,
  ]),
  errors: ["not_found", "shop_unknown", "retired"],
  stream: async function* ({ context, body, signal }) {
    let isEmpty = true;
    for await (const piece of EXPORTS[body.topic](context, signal)) {
      isEmpty = false;
      yield piece;
    }
    if (isEmpty) throw new AppError("not_found", "No data matches the query.");
  },
});
