import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription } from "./billed-subscription.ts";
import { type ReceivedMail, readMailbox } from "./read-mailbox.ts";
import type { TestShop } from "./test-shop.ts";

export const zone = "Europe/Berlin";

export async function inDays(shop: TestShop, days: number): Promise<Date> {
  return addDays((await shop.context()).clock.now(), days, zone);
}

/**
 * A subscription whose next charge is due in so many days. Of one that is due in three days or sooner its customer is told within a
 * minute: choose more where the mail has to wait for something.
 */
export async function dueIn(shop: TestShop, days: number, contract: Record<string, unknown> = {}) {
  const due = await inDays(shop, days);
  const made = await billedSubscription(shop, {
    plan_name: "Tea club",
    next_billing_date: due.toISOString(),
    ...contract,
  });
  return { ...made, due: new Date(Math.floor(due.getTime() / 1000) * 1000) };
}

/** Mails of a kind, by what their subjects say, newest first. */
export async function received(shop: TestShop, subject: RegExp): Promise<ReceivedMail[]> {
  await shop.quiet();
  return (await readMailbox(shop)).filter((mail) => subject.test(mail.subject));
}

/** Announcements of charges to come. */
export const renewals = (shop: TestShop) => received(shop, /renews on/);
