import { z } from "zod";
import { defineTask } from "../schedule/schedule-task.ts";

/** Compares the store's changes of the last day with our rows. */
export const reconcileShopTask = defineTask({
  kind: "reconcile-shop",
  payload: z.object({}),
  key: () => "daily",
});
