import { z } from "zod";
import { idText } from "#app/lib/id-text.ts";
import { defineJob } from "#app/lib/queue.ts";

/** Gives the subscribers the store's new events. */
export const dispatchEventsJob = defineJob({
  name: "dispatch-events",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "events",
  isSerial: true,
});

/**
 * Has the store's events dispatched at a time that somebody counts on. A job by itself, so that a dispatch that is asked for at once
 * does not take its place.
 */
export const dispatchLaterJob = defineJob({
  name: "dispatch-later",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "events",
});

/** Lets one subscriber, by its name, read the store's new events by itself: it is far behind, or has failed. */
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
