import { defineSubscriber } from "../../events/subscriber.ts";
import { settleMembershipCredit } from "./settle-membership-credit.ts";

/** Follows the orders: what is paid gives a membership's credit, what is paid back takes it back. */
export const membershipCreditSubscriber = defineSubscriber({
  name: "membership-credit",
  kinds: ["order.created", "order.updated"],
  handle: async (context, events) => {
    const orderIds = new Set(events.map(({ data }) => data.order_id));
    await settleMembershipCredit(context, [...orderIds].map(BigInt));
  },
});
