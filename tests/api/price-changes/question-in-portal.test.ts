import { afterAll, beforeAll, expect, test } from "vitest";
import type { PriceChangeRequest } from "#app/domain/price-changes/price-change-request.ts";
import { stopPriceChange } from "#app/domain/price-changes/stop-price-change.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import type { BilledSubscription } from "#tests/support/billed-subscription.ts";
import { begin, priceOf, storeWithPlan, tell } from "#tests/support/price-changes.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The question whether a subscriber agrees to a change, as their own page asks it.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

async function asking(input: Partial<PriceChangeRequest> = {}, days = [45]) {
  const { shop, subscriptions, planId } = await storeWithPlan(testApp, ...days);
  const { id } = await begin(shop, planId, 40, { silence: "keeps", ...input });
  await tell(shop);
  return { shop, own: subscriptions[0] as BilledSubscription, subscriptions, id };
}

const look = async (
  shop: TestShop,
  { cid, contractId }: BilledSubscription,
  query: Record<string, string> = {},
): Promise<AnyJson | null> =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid, query })).body.choices.question;

const answer = (
  shop: TestShop,
  { cid, contractId }: Pick<BilledSubscription, "cid" | "contractId">,
  body: object,
  query: Record<string, string> = {},
) => shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body, query });

const answersOf = async (own: BilledSubscription) =>
  (await own.timeline()).filter(({ kind }) => kind.startsWith("billing.change_"));

test("is there until it is answered, in the words of its mail, and the answer counts once", async () => {
  const { shop, own, id } = await asking();
  const question = await look(shop, own);
  expect(question).toMatchObject({
    change_id: Number(id),
    language: "en",
    question: expect.stringMatching(/would like to change .* Do you agree\?$/),
    agree: "I agree",
    decline: "I do not agree: keep it as it is",
  });
  expect(question?.facts.slice(0, 2)).toEqual([
    { label: "Before", value: "€15.00" },
    { label: "New price", value: "€18.00" },
  ]);
  const yes = { action: "answer", change_id: question?.change_id, answer: "agreed" };
  const both = await Promise.all([answer(shop, own, yes), answer(shop, own, yes)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.map(({ body }) => body.choices.question)).toEqual([null, null]);
  const again = await answer(shop, own, yes);
  expect([again.status, again.body.unchanged]).toEqual([200, true]);
  const late = await answer(shop, own, { ...yes, answer: "declined" });
  expect([late.status, late.body.code]).toEqual([409, "contract_changed"]);
  expect(late.body.message).toMatch(/^You have agreed already\./);
  await shop.quiet();
  expect(await priceOf(shop, own)).toEqual([1800]);
  expect((await answersOf(own)).map(({ kind }) => kind)).toEqual(["billing.change_agreed"]);
});

test("is put in the language of the page, and kept with the answer as it stood there", async () => {
  const { shop, own } = await asking();
  const inGerman = { lang: "de-AT" };
  const question = await look(shop, own, inGerman);
  expect(question).toMatchObject({
    language: "de",
    question: expect.stringMatching(/möchte .* ändern\. Stimmst du zu\?$/),
    agree: "Ich stimme zu",
  });
  expect(question?.facts[1]).toEqual({
    label: "Neuer Preis",
    value: expect.stringMatching(/^€\s18,00$/),
  });
  // Without a page's language it is the customer's, who reads English.
  expect((await look(shop, own))?.language).toBe("en");
  const yes = { action: "answer", change_id: question?.change_id, answer: "agreed" };
  expect((await answer(shop, own, yes, inGerman)).status).toBe(200);
  const { db, shop: row } = await shop.context();
  const kept = await db.prisma.priceChangeRow.findFirstOrThrow({ where: { shopId: row.id } });
  expect(kept.answerText).toContain("Stimmst du zu?");
  expect(kept.answerText).toContain("Ich stimme zu");
  const late = await answer(shop, own, { ...yes, answer: "declined" }, inGerman);
  expect(late.body.message).toBe("Du hast schon zugestimmt. Die Änderung kommt an ihrem Tag.");
});

test("a no keeps the price; where silence cancels, there is no such answer", async () => {
  const { shop, own } = await asking();
  const question = await look(shop, own);
  const no = { action: "answer", change_id: question?.change_id, answer: "declined" };
  expect((await answer(shop, own, no)).body.choices.question).toBeNull();
  await shop.quiet();
  expect(await priceOf(shop, own)).toEqual([1500]);

  const strict = await asking({ silence: "cancels" });
  const asked = await look(strict.shop, strict.own);
  expect(asked?.decline).toBeNull();
  const refused = await answer(strict.shop, strict.own, { ...no, change_id: asked?.change_id });
  expect([refused.status, refused.body.code]).toEqual([409, "change_refused"]);
  expect(await look(strict.shop, strict.own)).toEqual(asked);
});

test("nobody answers for somebody else, or to what they were not asked", async () => {
  const { shop, subscriptions, id } = await asking({}, [45, 45]);
  const [own, other] = subscriptions as [BilledSubscription, BilledSubscription];
  const yes = { action: "answer", change_id: Number(id), answer: "agreed" };
  const stranger = { cid: other.cid, contractId: own.contractId };
  expect((await answer(shop, stranger, yes)).status).toBe(404);
  const unknown = await answer(shop, own, { ...yes, change_id: Number(id) + 1000 });
  expect([unknown.status, unknown.body.message]).toEqual([409, "There is nothing to answer."]);
  for (const wrong of [{ change_id: "1" }, { change_id: 1.5 }, { answer: "yes" }, { extra: 1 }]) {
    expect((await answer(shop, own, { ...yes, ...wrong })).status).toBe(422);
  }
  expect(await look(shop, own)).not.toBeNull();
  expect(await answersOf(own)).toEqual([]);
});

test("a stop is no news to whoever has canceled meanwhile", async () => {
  const { shop, subscriptions, id } = await asking({}, [45, 45]);
  const [gone] = subscriptions as [BilledSubscription, BilledSubscription];
  const { cid, contractId } = gone;
  await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
  await shop.quiet();
  await stopPriceChange(await shop.context(), id);
  await tell(shop);
  const kept = (await readMailbox(shop)).filter(({ subject }) => /stays|same/.test(subject));
  expect(kept).toHaveLength(1);
});

test("is gone once the merchant has stopped the change, and says so to an answer on its way", async () => {
  const { shop, own, id } = await asking();
  await stopPriceChange(await shop.context(), id);
  expect(await look(shop, own)).toBeNull();
  const late = await answer(shop, own, {
    ...{ action: "answer", change_id: Number(id), answer: "agreed" },
  });
  expect([late.status, late.body.message]).toEqual([
    409,
    "This change does not come. Everything stays as it is for you.",
  ]);
});
