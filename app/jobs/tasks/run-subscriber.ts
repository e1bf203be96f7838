import { z } from "zod";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { defineShopJob, idText } from "../define-job.ts";
import { SUBSCRIBERS } from "../subscribers.ts";

export const runSubscriberJob = defineShopJob({
  name: "run-subscriber",
  payload: z.object({ shopId: idText, subscriber: z.string() }),
  run: async (context, payload) => {
    const subscriber = SUBSCRIBERS.find(({ name }) => name === payload.subscriber);
    // A job of a version that had another subscriber has nothing left to do.
    if (subscriber) await runSubscriber(context, subscriber);
  },
});
