import { z } from "zod";
import { defineJob, idText } from "#app/lib/queue.ts";

/** First import of a store's plans, customers and contracts. Safe to repeat. */
export const importShopJob = defineJob({
  name: "import-shop",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "import",
});
