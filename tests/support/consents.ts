import { consentTokenOf } from "#app/domain/mail/links/consent-token.ts";
import type { PriceChangeRequest } from "#app/domain/price-changes/price-change-request.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, goTo } from "./billed-subscription.ts";
import { begin, storeWithPlan, tell, zone } from "./price-changes.ts";
import { readMailbox } from "./read-mailbox.ts";
import type { TestApp } from "./test-app.ts";
import { callJson, type TestShop } from "./test-shop.ts";

/** Asks subscribers, whose next charges are due in so many days, for 18.00 in place of 15.00 from day 40 on. */
export async function asking(
  testApp: TestApp,
  days: number[],
  input: Partial<PriceChangeRequest> = {},
) {
  const made = await storeWithPlan(testApp, ...days);
  const { id } = await begin(made.shop, made.planId, 40, { silence: "keeps", ...input });
  await tell(made.shop);
  return { ...made, id };
}

export const goOn = async (shop: TestShop, days: number) =>
  goTo(shop, addDays((await shop.context()).clock.now(), days, zone));

/** Mails with the word in their subjects. */
export const subjects = async (shop: TestShop, word: string) =>
  (await readMailbox(shop)).filter(({ subject }) => subject.includes(word));

/** The address of the link by which a subscriber answers. */
export async function urlOf(
  testApp: TestApp,
  shop: TestShop,
  changeId: bigint,
  own: BilledSubscription,
): Promise<string> {
  const context = await shop.context();
  const { id } = await own.row();
  return `${testApp.url}/mail/consent/${consentTokenOf(context, changeId, id)}`;
}

export const answer = (url: string, word: string) =>
  callJson(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ answer: word }).toString(),
  });

export const rowsOf = async (shop: TestShop, priceChangeId: bigint) => {
  const { db, shop: row } = await shop.context();
  return db.prisma.priceChangeRow.findMany({
    where: { shopId: row.id, priceChangeId },
    orderBy: { subscriptionId: "asc" },
  });
};
