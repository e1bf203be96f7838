import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendMail } from "#app/domain/mail/outbox/send-mail.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { due, zone } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

// A mail may wait for days for its mail server. What it asks for may be done by then.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** While `happen` runs, the customer's mailbox takes nothing. @returns what becomes of the mail of this kind afterwards. */
async function delayed(
  shop: TestShop,
  { cid }: BilledSubscription,
  kind: "payment_failed" | "payment_confirm",
  happen: () => Promise<void>,
) {
  const context = await shop.context();
  const { prisma } = context.db;
  const shopId = context.shop.id;
  // Nobody else's: the mail server refuses an address to every store.
  const email = `person-${uniqueNumber()}@example.com`;
  await prisma.customer.update({
    where: { shopId_platformCustomerId: { shopId, platformCustomerId: BigInt(cid) } },
    data: { email },
  });
  const refuse = (answer: "temporary" | null) =>
    shop.control("mailbox/refuse", { address: email, answer });
  await refuse("temporary");
  await happen();
  await shop.quiet({ mayFail: true });
  await refuse(null);
  const { id } = await prisma.mail.findFirstOrThrow({ where: { shopId, kind } });
  await sendMail(context, id);
  return prisma.mail.findFirstOrThrow({
    where: { shopId, id },
    select: { state: true, reason: true },
  });
}

describe("a mail that has waited", () => {
  const fails = async (code: string) => {
    const story = await due(testApp);
    await story.subscription.nextPayments(code);
    return { ...story, arrive: () => goTo(story.shop, addDays(story.due, 1, zone)) };
  };

  test("asks for the money that is owed", async () => {
    const { shop, subscription, arrive } = await fails("INSUFFICIENT_FUNDS");
    const sent = await delayed(shop, subscription, "payment_failed", arrive);
    expect(sent).toMatchObject({ state: "sent" });
  });

  test("asks for none that was paid meanwhile, by whomever", async () => {
    const { shop, subscription, arrive } = await fails("INSUFFICIENT_FUNDS");
    const sent = await delayed(shop, subscription, "payment_failed", async () => {
      await arrive();
      await subscription.chargeElsewhere();
    });
    const reason = "The charge was paid before the email was sent.";
    expect(sent).toEqual({ state: "suppressed", reason });
  });

  test("asks for no confirmation of a payment that has ended", async () => {
    const { shop, subscription, arrive } = await fails("ACTION_REQUIRED");
    const sent = await delayed(shop, subscription, "payment_confirm", async () => {
      await arrive();
      const [attempt] = await subscription.attempts();
      await shop.control(`attempts/${attempt?.platformAttemptId}/challenge`, { result: "success" });
    });
    const reason = "The payment was confirmed, or failed, before the email was sent.";
    expect(sent).toEqual({ state: "suppressed", reason });
  });
});
