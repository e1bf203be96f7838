import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext, SubscriptionFollower } from "../context.ts";
import { lockCustomer } from "../customers/lock-customer.ts";
import { recordEvent } from "../events/record-event.ts";
import { countChange } from "../subscriptions/lists/list-totals.ts";
import { memberOf } from "./member-of.ts";

/** Fields of a membership that its owner's row as a member comes from. */
const TERMS = ["kind", "customerId", "status", "planId", "planName", "platformCreatedAt"] as const;

/** Keeps a customer's row as a member up to their memberships, in the transaction that changes one of them. */
export const memberFollower: SubscriptionFollower = {
  onRecorded: async (context, tx, changes) => {
    for (const { before, after, isNews } of changes) {
      if (before && TERMS.every((name) => before[name]?.valueOf() === after[name]?.valueOf())) {
        continue;
      }
      const owners = [before, after].map((row) =>
        row?.kind === "membership" ? row.customerId : null,
      );
      for (const customerId of new Set(owners)) {
        if (customerId) await storeMember(context, tx, { customerId, isNews });
      }
    }
  },
};

/** Fields by whose change a member is another one than before. */
const FACTS = [
  ...(["subscriptionId", "status", "planId", "planName"] as const),
  ...(["joinedAt", "pausedAt", "cancelledAt"] as const),
];

async function storeMember(
  context: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  { customerId, isNews }: { customerId: bigint; isNews: boolean },
): Promise<void> {
  const shopId = context.shop.id;
  // Two memberships of one customer may change at once: whoever is the later of them sees both.
  await lockCustomer(tx, shopId, customerId);
  const where = { shopId_customerId: { shopId, customerId } };
  const known = await tx.member.findUnique({ where });
  // By the customer alone: all memberships of the store are as good a choice to a planner that knows nothing (record 170).
  const all = await tx.subscription.findMany({ where: { shopId, customerId } });
  // An import that was undone before it began made nobody a member.
  const memberships = all.filter(
    ({ kind, importState }) => kind === "membership" && importState !== "undone",
  );
  if (!isNotEmpty(memberships)) {
    await tx.member.deleteMany({ where: { shopId, customerId } });
    await countChange(tx, { shopId, list: "members" }, known, null);
    return;
  }
  const fields = memberOf(memberships);
  if (known && FACTS.every((name) => known[name]?.valueOf() === fields[name]?.valueOf())) return;
  const now = context.clock.now();
  await tx.member.upsert({
    where,
    create: { shopId, customerId, ...fields, createdAt: now, updatedAt: now },
    update: { ...fields, updatedAt: now },
  });
  await countChange(tx, { shopId, list: "members" }, known, fields);
  if (!isNews) return;
  const data = { customer_id: String(customerId) };
  await recordEvent(context, tx, known ? "member.updated" : "member.created", data);
}

function isNotEmpty(rows: Subscription[]): rows is [Subscription, ...Subscription[]] {
  return rows.length > 0;
}
