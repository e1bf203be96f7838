import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/**
 * Starts the subscribers that have events of the store to read. One that is planned for `soon` is another one than those that start at
 * once: who has asked for it relies on its beginning no earlier.
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
