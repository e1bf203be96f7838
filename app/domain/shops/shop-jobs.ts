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

/** Reads again what the platform says of the store itself. */
export const followShopJob = defineJob({
  name: "follow-shop",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "facts",
  isSerial: true,
});

/** Writes again what the storefront renders for every customer. */
export const republishCustomersJob = defineJob({
  name: "republish-customers",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "customers",
  isSerial: true,
});

/** First import of a store's plans, customers and contracts. Safe to repeat. */
export const importShopJob = defineJob({
  name: "import-shop",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "import",
});
