import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Writes what every block on the storefront needs to know of the app. */
export const publishStorefrontJob = defineJob({
  name: "publish-storefront",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "storefront",
  isSerial: true,
});

/** First import of a store's plans, customers and contracts. Safe to repeat. */
export const importShopJob = defineJob({
  name: "import-shop",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "import",
});
