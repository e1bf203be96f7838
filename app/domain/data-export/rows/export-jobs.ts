import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Builds the exports of a store that are missing, or were made for another zone, currency or form. */
export const buildExportsJob = defineJob({
  name: "build-exports",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "exports",
  isSerial: true,
});

/** Compares some rows of a store's exports with the facts, and mends those that differ. */
export const compareExportsJob = defineJob({
  name: "compare-exports",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "exports",
});
