import { dispatchUnreadEvents } from "#app/domain/events/dispatch-events.ts";
import type { Job } from "../define-job.ts";
import { SUBSCRIBERS } from "../subscribers.ts";

/** Once a minute: events that nobody was told of reach their subscribers. */
export const sweepEventsJob: Job = {
  name: "sweep-events",
  run: (app) => dispatchUnreadEvents(app, SUBSCRIBERS),
};
