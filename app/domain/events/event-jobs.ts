import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/**
 * Starts the subscribers that have events of the store to read. The job that is planned for `soon` has its own key, so that one which
 * starts at once does not bring it forward: whoever planned it counts on its time.
 */
export const dispatchEventsJob = defineJob({
  name: "dispatch-events",
  payload: z.object({ shopId: idText, about: z.enum(["events", "soon"]).default("events") }),
  dedupeKey: ({ about }) => about,
});

/** Lets one subscriber, by its name, read the store's new events. */
export const runSubscriberJob = defineJob({
  name: "run-subscriber",
  payload: z.object({ shopId: idText, subscriber: z.string() }),
  dedupeKey: ({ subscriber }) => subscriber,
  isSerial: true,
});

/** Gives a subscriber an event once more that was set aside. */
export const handleEventJob = defineJob({
  name: "handle-event",
  payload: z.object({ shopId: idText, subscriber: z.string(), eventId: idText }),
  dedupeKey: ({ subscriber, eventId }) => `${subscriber}/${eventId}`,
});
