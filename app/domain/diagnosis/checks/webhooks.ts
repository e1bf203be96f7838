import { type Check, ok, type StoreFacts, warning } from "../check.ts";

const SHOWN_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Webhooks arrive. Those of the app's configuration are in no list that an app may read, so they are known by
 * their deliveries.
 */
export const webhooksCheck: Check<StoreFacts> = {
  name: "Webhooks",
  async run({ context }) {
    const since = new Date(Date.now() - SHOWN_DAYS * DAY_MS);
    const { db, shop } = context;
    const where = { shopId: shop.id, receivedAt: { gte: since } };
    const topics = await db.prisma.webhookReceipt.groupBy({ by: ["topic"], where });
    if (topics.length > 0) {
      const names = topics.map(({ topic }) => topic).sort();
      return ok(`Received in the last ${SHOWN_DAYS} days: ${names.join(", ")}.`);
    }
    return warning(
      `None was received in the last ${SHOWN_DAYS} days.`,
      "Change a customer in the store's admin and look again. If none comes, run shopify app deploy, and see the webhook log in the Dev Dashboard.",
    );
  },
};
