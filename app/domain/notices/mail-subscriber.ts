import type { ShopContext } from "../context.ts";
import type { EventKind, EventOf } from "../events/catalogue.ts";
import { defineSubscriber } from "../events/subscriber.ts";
import { tellOfCancellation } from "./tell-of-cancellation.ts";
import { tellOfCredit } from "./tell-of-credit.ts";
import { tellOfOwnChange } from "./tell-of-own-change.ts";
import { tellOfPause } from "./tell-of-pause.ts";
import { tellOfResumption } from "./tell-of-resumption.ts";

/** What happened longer ago, by the store's clock, is no news to a customer: a store's history that was written later. */
const NEWS_FOR_MS = 14 * 86_400_000;

const KINDS = [
  ...(["subscription.paused", "subscription.updated", "subscription.cancelled"] as const),
  ...(["subscription.resumed", "own_change.made", "store_credit.added"] as const),
] as const satisfies EventKind[];

/**
 * Tells customers by mail what happened to their subscriptions and their credit. Each mail is named after its cause, so
 * handling a page of events twice sends nothing twice.
 */
export const mailSubscriber = defineSubscriber({
  name: "mails",
  kinds: KINDS,
  handle: async (context, events) => {
    const since = context.clock.now().getTime() - NEWS_FOR_MS;
    const news = events.filter(({ createdAt }) => createdAt.getTime() >= since);
    await tellOfCredit(
      context,
      news.filter((event) => event.kind === "store_credit.added"),
    );
    for (const event of news) if (event.kind !== "store_credit.added") await tell(context, event);
  },
});

type OtherKind = Exclude<(typeof KINDS)[number], "store_credit.added">;

function tell(context: ShopContext, event: EventOf<OtherKind>): Promise<void> {
  switch (event.kind) {
    case "subscription.paused":
    case "subscription.updated":
      return tellOfPause(context, event);
    case "subscription.resumed":
      return tellOfResumption(context, event);
    case "own_change.made":
      return tellOfOwnChange(context, event);
    case "subscription.cancelled":
      return tellOfCancellation(context, event);
  }
}
