import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelTokenOf } from "#app/domain/mail/links/cancel-token.ts";
import { consentTokenOf } from "#app/domain/mail/links/consent-token.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import type { BilledSubscription } from "#tests/support/billed-subscription.ts";
import { answer, asking, goOn, rowsOf, subjects, urlOf } from "#tests/support/consents.ts";
import {
  begin,
  lastChargeOf,
  priceOf,
  statesOf,
  storeWithPlan,
  tell,
  zone,
} from "#tests/support/price-changes.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { callJson } from "#tests/support/test-shop.ts";

// Customers are asked whether they agree to a higher price or new terms. The platform's own record is the judge.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe("whoever is asked", () => {
  test("and has not answered is reminded once, a week before the day; who has answered is not", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [60, 60, 60]);
    const [yes, no] = subscriptions as [BilledSubscription, BilledSubscription];
    await answer(await urlOf(testApp, shop, id, yes), "agreed");
    await answer(await urlOf(testApp, shop, id, no), "declined");
    await goOn(shop, 30);
    expect(await subjects(shop, "Reminder")).toEqual([]);
    await goOn(shop, 5);
    expect(await subjects(shop, "Reminder")).toHaveLength(1);
    await goOn(shop, 10);
    expect(await subjects(shop, "Reminder")).toHaveLength(1);
    expect((await rowsOf(shop, id)).map((row) => row.answer)).toEqual([
      "agreed",
      "declined",
      "none",
    ]);
    expect(await priceOf(shop, no)).toEqual([1500]);
  });

  test("is canceled on the day where the merchant has chosen so, keeps what is paid, and is told why", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [30, 50], { silence: "cancels" });
    const [soon, later] = subscriptions as [BilledSubscription, BilledSubscription];
    const [mail] = await subjects(shop, "Please answer before");
    expect(mail?.text).toContain("If you do not answer: Your subscription is canceled");
    // No other answer than yes can be given here: the way out is to cancel.
    expect((await answer(await urlOf(testApp, shop, id, later), "declined")).status).toBe(200);
    await goOn(shop, 39);
    const delivery = Number((await soon.row()).deliveryMinor);
    expect(await lastChargeOf(shop, soon)).toBe(1500 + delivery);
    expect((await later.row()).status).toBe("active");
    await goOn(shop, 2);
    for (const one of subscriptions) {
      const row = await one.row();
      expect(row.status).toBe("cancelled");
      expect(row.endsAt?.getTime()).toBeGreaterThan((await shop.context()).clock.now().getTime());
    }
    const receipts = await subjects(shop, "is canceled");
    expect(receipts).toHaveLength(2);
    for (const { text } of receipts) expect(text).toContain("Reason: You did not agree");
    expect((await answer(await urlOf(testApp, shop, id, later), "agreed")).body).toContain(
      "is canceled",
    );
    expect((await rowsOf(shop, id)).map((row) => row.answer)).toEqual(["none", "none"]);
  });

  test("is asked also where one line costs more and the total does not rise", async () => {
    const { shop, subscriptions, planId, platformPlanId } = await storeWithPlan(testApp, 45);
    const [own] = subscriptions as [BilledSubscription];
    const { platform, clock } = await shop.context();
    const terms = await platform.getContractTerms(own.contractId);
    const line = (priceMinor: number) => ({
      ...{ plan: { planId: platformPlanId, name: "Every 2 weeks" }, quantity: 1, priceMinor },
      ...{ variantId: terms?.lines[0]?.variantId ?? 0, pricing: null, attributes: [] },
    });
    const weeks = { unit: "week", count: 2 } as const;
    await platform.createContract({
      ...{ key: crypto.randomUUID(), actor: "merchant", customerId: own.cid, currency: "EUR" },
      ...{ isPaused: false, interval: weeks, deliveryInterval: weeks, deliveryMinor: 0 },
      ...{ note: null, attributes: [] },
      delivery: terms?.delivery ?? null,
      nextBillingAt: addDays(clock.now(), 45, zone),
      paymentMethodId: terms?.contract.paymentMethod?.split("/").at(-1) ?? "",
      lines: [line(1000), line(2000)],
    });
    await shop.quiet();
    const { id } = await begin(shop, planId, 40, { fixedMinor: 1500, silence: "keeps" });
    await tell(shop);
    const rows = await rowsOf(shop, id);
    expect(rows.map(({ state, answer: given }) => [state, given])).toEqual([
      ["left", null],
      ["told", "asked"],
    ]);
    const [mail] = await subjects(shop, "Please answer before");
    expect(mail?.text).toContain("Before: €30.00\nNew price: €30.00");
  });

  test("is not asked about a lower price: it just comes", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [45], { fixedMinor: 1200 });
    expect(await priceOf(shop, subscriptions[0] as BilledSubscription)).toEqual([1200]);
    expect(await statesOf(shop, id)).toEqual(["written"]);
    expect((await rowsOf(shop, id)).map((row) => row.answer)).toEqual([null]);
  });
});

describe("an answer", () => {
  test("counts once: of yes and no, sent ten times at once, the first one is kept, and noted once", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [45]);
    const [own] = subscriptions as [BilledSubscription];
    const url = await urlOf(testApp, shop, id, own);
    const words = Array.from({ length: 10 }, (_, at) => (at % 2 ? "agreed" : "declined"));
    const answers = await Promise.all(words.map((word) => answer(url, word)));
    expect(answers.map(({ status }) => status)).toEqual(words.map(() => 200));
    await shop.quiet();
    const [row] = await rowsOf(shop, id);
    const kinds = (await own.timeline()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith("billing.change_"))).toEqual([
      `billing.change_${row?.answer}`,
    ]);
    expect(await priceOf(shop, own)).toEqual([row?.answer === "agreed" ? 1800 : 1500]);
    // The other answer is too late.
    const other = row?.answer === "agreed" ? "declined" : "agreed";
    await answer(url, other);
    expect((await rowsOf(shop, id))[0]?.answer).toBe(row?.answer);
  });

  test("after the day changes nothing", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [60]);
    const [own] = subscriptions as [BilledSubscription];
    await goOn(shop, 41);
    const late = await answer(await urlOf(testApp, shop, id, own), "agreed");
    expect(late.body).toContain("The time to answer is over");
    await goOn(shop, 25);
    expect(await priceOf(shop, own)).toEqual([1500]);
    expect((await rowsOf(shop, id))[0]?.answer).toBe("none");
  });

  test("after it was canceled by the other link changes nothing, and to cancel was an answer", async () => {
    const { shop, subscriptions, id, planId } = await asking(testApp, [45]);
    const [own] = subscriptions as [BilledSubscription];
    const { id: subscriptionId } = await own.row();
    const { db, shop: row, clock } = await shop.context();
    // As if the platform had refused it: another change comes after that one.
    await db.prisma.priceChangeRow.updateMany({
      where: { shopId: row.id, priceChangeId: id },
      data: { state: "left", endedAt: clock.now() },
    });
    const next = await begin(shop, planId, 40, { silence: "keeps" });
    await tell(shop);
    const cancelUrl = `${testApp.url}/mail/cancel/${cancelTokenOf(await shop.context(), subscriptionId)}`;
    const page = await callJson(cancelUrl);
    expect(page.body).toContain("Paid until");
    expect((await callJson(cancelUrl, { method: "POST" })).body).toContain("Paid until");
    const late = await answer(await urlOf(testApp, shop, next.id, own), "agreed");
    expect(late.body).toContain("is canceled");
    expect((await rowsOf(shop, next.id))[0]?.answer).toBe("declined");
    expect((await rowsOf(shop, id))[0]?.answer).toBe("asked");
  });

  test("after the merchant has stopped it changes nothing; who had agreed gets their old price and is told", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [45, 45]);
    const [yes, late] = subscriptions as [BilledSubscription, BilledSubscription];
    await answer(await urlOf(testApp, shop, id, yes), "agreed");
    await shop.quiet();
    expect(await priceOf(shop, yes)).toEqual([1800]);
    await stopPriceChange(await shop.context(), id);
    expect((await answer(await urlOf(testApp, shop, id, late), "agreed")).body).toContain(
      "does not come",
    );
    await shop.quiet();
    for (const one of subscriptions) expect(await priceOf(shop, one)).toEqual([1500]);
    expect(await statesOf(shop, id)).toEqual(["stopped", "stopped"]);
    expect(await subjects(shop, "stays as it is")).toHaveLength(2);
  });

  test("needs a link of its mail: forged ones, those of other mails, and those of another store are not found", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [45]);
    const [own] = subscriptions as [BilledSubscription];
    const context = await shop.context();
    const { id: subscriptionId } = await own.row();
    const good = consentTokenOf(context, id, subscriptionId);
    const foreign = { ...context, shop: { ...context.shop, id: context.shop.id + 1n } };
    const wrong = [
      `${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`,
      cancelTokenOf(context, subscriptionId),
      context.mail.signer.sign(`${context.shop.id}-${id}-${subscriptionId}`),
      consentTokenOf(foreign, id, subscriptionId),
      consentTokenOf(context, id + 1n, subscriptionId),
    ];
    for (const token of wrong) {
      expect((await answer(`${testApp.url}/mail/consent/${token}`, "agreed")).status).toBe(404);
    }
    // And its link cancels nothing.
    const cancel = await callJson(`${testApp.url}/mail/cancel/${good}`, { method: "POST" });
    expect(cancel.status).toBe(404);
    expect((await answer(await urlOf(testApp, shop, id, own), "perhaps")).status).toBe(400);
    expect((await rowsOf(shop, id))[0]?.answer).toBe("asked");
  });
});

describe("new terms", () => {
  const termsNote = "We deliver on weekdays only.\n\nParcels wait for ten days.";
  const terms = { fixedMinor: null, termsNote } as const;

  test("alone are told in the merchant's words, and change no price", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [45], {
      ...terms,
      silence: "agrees",
    });
    const [mail] = await subjects(shop, "The terms of");
    expect(mail?.text).toContain("What changes:\nWe deliver on weekdays only.");
    expect(mail?.text).toContain("Parcels wait for ten days.");
    expect(mail?.text).not.toContain("€");
    await goOn(shop, 41);
    expect(await statesOf(shop, id)).toEqual(["done"]);
    expect(await priceOf(shop, subscriptions[0] as BilledSubscription)).toEqual([1500]);
  });

  test("may ask for consent, together with a price; the text that was agreed to has both", async () => {
    const { shop, subscriptions, id } = await asking(testApp, [45, 45], { termsNote });
    const [yes] = subscriptions as [BilledSubscription];
    await answer(await urlOf(testApp, shop, id, yes), "agreed");
    expect((await rowsOf(shop, id))[0]?.answerText).toContain("What changes: We deliver");
    await goOn(shop, 41);
    expect(await statesOf(shop, id)).toEqual([
      "done",
      expect.stringMatching(/^left: .*not answer/),
    ]);
  });

  test("that are stopped are taken back by a mail of terms", async () => {
    const { shop, id } = await asking(testApp, [45], terms);
    await stopPriceChange(await shop.context(), id);
    await shop.quiet();
    expect(await subjects(shop, "stay as they are")).toHaveLength(1);
  });

  test.each([
    ["termsNote", { termsNote: "x".repeat(2001) }],
    ["termsNote", { termsNote: " " }],
    ["planPrice", { ...terms, planPrice: "now" } as const],
    ["planPrice", { planPrice: "now" } as const],
  ])("are checked: a wrong %s is named", async (field, wrong) => {
    const { shop, planId } = await storeWithPlan(testApp);
    await expect(begin(shop, planId, 40, wrong)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
  });
});
