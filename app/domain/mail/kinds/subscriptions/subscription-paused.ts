import { z } from "zod";
import { defineMailKind, inDays, instant, planName } from "../mail-kind-module.ts";

/** A subscription was paused; `pausedUntil` is null when nobody has said until when. */
export const subscriptionPausedMail = defineMailKind({
  kind: "subscription_paused",
  data: z.object({ planName, pausedUntil: instant.nullable() }),
  isOptional: false,
  values: (data) => ({ plan: data.planName }),
  facts: (data, { day }) => [
    ["plan", data.planName],
    data.pausedUntil && ["pausedUntil", day(data.pausedUntil)],
  ],
  button: () => null,
  sample: (now) => ({ planName: "Coffee every month", pausedUntil: inDays(now, 30) }),
});
