import { z } from "zod";
import { dispatchEvents } from "#app/domain/events/dispatch-events.ts";
import { defineShopJob, idText } from "../define-job.ts";
import { SUBSCRIBERS } from "../subscribers.ts";

export const dispatchEventsJob = defineShopJob({
  name: "dispatch-events",
  payload: z.object({ shopId: idText }),
  run: (context) => dispatchEvents(context, SUBSCRIBERS),
});
