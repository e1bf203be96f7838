import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineTask } from "../schedule/schedule-task.ts";

/** Goes on with a change of price: the pass and the batch are part of the key, because one that runs plans the next. */
export const runPriceChangeTask = defineTask({
  kind: "run-price-change",
  payload: z.object({
    priceChangeId: idText,
    pass: z.number().int(),
    batch: z.number().int(),
  }),
  key: ({ priceChangeId, pass, batch }) => `${priceChangeId}:${pass}:${batch}`,
});

/** Changes the plan's own price, for new subscribers. */
export const changePlanPriceTask = defineTask({
  kind: "change-plan-price",
  payload: z.object({ priceChangeId: idText }),
  key: ({ priceChangeId }) => String(priceChangeId),
});

/** What the passes over a change's rows do. A pass that was begun ends when a later one begins. */
export const PASSES = {
  /** Each customer is told. */
  tell: 1,
  /** A little later, when the mails have left, the contracts whose next charge has the new price already get it. */
  write: 2,
  /** Some days before the day, those who were asked and have not answered are reminded. */
  remind: 3,
  /** On the day, those that were charged in between, and what is left of the others. */
  settle: 4,
  /** The merchant has stopped it. */
  undo: 5,
} as const;
