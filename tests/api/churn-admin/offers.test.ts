import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveOffer } from "#app/domain/churn/offers/archive-offer.ts";
import { getOffer, listOffers } from "#app/domain/churn/offers/list-offers.ts";
import { createOffer, saveOffer } from "#app/domain/churn/offers/save-offer.ts";
import { setOfferActive } from "#app/domain/churn/offers/set-offer-active.ts";
import { listReasons } from "#app/domain/churn/reasons/list-reasons.ts";
import { saveReason } from "#app/domain/churn/reasons/save-reason.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let other: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop();
  context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
  other = await (await testApp.createShop({ currency: "JPY" })).context();
});
afterAll(() => testApp.close());

const discount = (patch: Record<string, unknown> = {}) => ({
  name: "A third off",
  description: "For two renewals.",
  rules: {
    type: "discount_price",
    discount_type: "percentage",
    discount_value: 33,
    cycles: 2,
    ...patch,
  },
  active: true,
  oncePerCustomerMonths: 6,
});
const credit = (credit_amount: string) => ({
  ...discount(),
  rules: { type: "add_store_credits", credit_amount, expires_in_days: null },
});
const frequency = (interval_count: unknown, interval_name: unknown = "month") => ({
  ...discount(),
  rules: { type: "change_frequency", interval_count, interval_name },
});

describe("creating an offer", () => {
  test("characters that cannot be kept are left out of what was typed", async () => {
    const typed = { name: "\u0000A \u0000fifth ", description: "Half \ud83d of a face\u0000" };
    const { id } = await createOffer(context, { ...discount(), ...typed });
    expect(await getOffer(context, id)).toMatchObject({
      name: "A fifth",
      description: "Half \ufffd of a face",
    });
    const nothing = createOffer(context, { ...discount(), name: "\u0000" });
    await expect(nothing).rejects.toMatchObject({ fields: { name: ["Give the offer a name."] } });
  });

  test.each([
    ["a discount", discount()],
    ["store credit", credit("12.50")],
    ["another frequency", frequency(8, "week")],
  ])("%s is kept as it was given", async (_type, input) => {
    const { id } = await createOffer(context, input);
    expect(await getOffer(context, id)).toMatchObject(input);
  });

  test.each([
    [{ ...discount(), name: " " }, "name"],
    [{ ...discount(), name: "x".repeat(81) }, "name"],
    [{ ...discount(), description: "x".repeat(301) }, "description"],
    [{ ...discount(), oncePerCustomerMonths: 0 }, "oncePerCustomerMonths"],
    [{ ...discount(), oncePerCustomerMonths: 1.5 }, "oncePerCustomerMonths"],
    [discount({ discount_value: 0 }), "discount_value"],
    [discount({ discount_value: 101 }), "discount_value"],
    [discount({ discount_value: 12.5 }), "discount_value"],
    [discount({ discount_value: null }), "discount_value"],
    [discount({ cycles: -1 }), "cycles"],
    [discount({ discount_type: "fixed_amount", discount_value: 1.234 }), "discount_value"],
    [credit("0"), "credit_amount"],
    [credit("-5"), "credit_amount"],
    [credit("5.001"), "credit_amount"],
    [credit("five"), "credit_amount"],
    [frequency(0), "interval_count"],
    [frequency(366), "interval_count"],
    [frequency(2, "fortnight"), "interval_name"],
  ])("%j is refused at its field with a plain sentence", async (input, field) => {
    const count = (await listOffers(context)).length;
    await expect(createOffer(context, input)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.stringMatching(/^[A-Z].*\.$/)] },
    });
    await expect(createOffer(context, input)).rejects.not.toThrow(/expected|Invalid input|Too /);
    expect(await listOffers(context)).toHaveLength(count);
  });

  test.each([credit("10.50"), discount({ discount_type: "fixed_amount", discount_value: 10.5 })])(
    "%j does not fit a currency without decimals",
    async (input) => {
      await expect(createOffer(other, input)).rejects.toThrow("Amounts in JPY have no decimals.");
    },
  );
});

describe("editing an offer", () => {
  test("saves the fields, and what was accepted before keeps its own copy", async () => {
    const offer = await createOffer(context, discount());
    const { contractId } = await shop.createContract({ price: "15.00" });
    const activation = `/membership/churn/${contractId}/offers/${offer.id}/activation`;
    expect((await shop.proxy(activation, { key: shop.key, method: "POST" })).status).toBe(200);

    const input = { ...discount({ discount_value: 50 }), name: "Half off" };
    const saved = await saveOffer(context, { offerId: offer.id, version: offer.version, input });
    expect(saved).toMatchObject({ outcome: "saved", offer: input });
    const applied = await shop.proxy(`/membership/churn/${contractId}/offers`, { key: shop.key });
    expect(applied.body).toMatchObject([
      { offer: { name: "A third off", rules: { discount_value: 33 } } },
    ]);
  });

  test("an editor that was opened before somebody else saved is reported as stale, and changes nothing", async () => {
    const { id, version } = await createOffer(context, discount());
    const save = (name: string) =>
      saveOffer(context, { offerId: id, version, input: { ...discount(), name } });
    expect(await save("Mine")).toMatchObject({ outcome: "saved" });
    expect(await save("Yours")).toEqual({ outcome: "stale" });
    expect((await getOffer(context, id)).name).toBe("Mine");
  });

  test("its type stays", async () => {
    const { id, version } = await createOffer(context, discount());
    const edit = { offerId: id, version, input: credit("5.00") };
    await expect(saveOffer(context, edit)).rejects.toMatchObject({
      fields: { type: [expect.any(String)] },
    });
  });
});

describe("switching an offer off", () => {
  test("takes it out of the Churn API at once, and on brings it back", async () => {
    const offer = await createOffer(context, discount());
    const [reason] = await listReasons(context);
    if (!reason) throw new Error("The store has no reason.");
    await saveReason(context, {
      reasonId: reason.id,
      version: reason.version,
      input: {
        title: "",
        description: "",
        help: { kind: "none" },
        active: true,
        offerIds: [offer.id],
      },
    });
    const shown = async () => {
      const { body } = await shop.proxy("/membership/churn/offers", {
        key: shop.key,
        query: { cancellation_reason: reason.alias },
      });
      return body[0].offers.map(({ id }: { id: number }) => id);
    };
    expect(await shown()).toEqual([Number(offer.id)]);
    await setOfferActive(context, { offerId: offer.id, active: false });
    expect(await shown()).toEqual([]);
    await setOfferActive(context, { offerId: offer.id, active: true });
    expect(await shown()).toEqual([Number(offer.id)]);

    await archiveOffer(context, offer.id);
    expect(await shown()).toEqual([]);
    expect((await listReasons(context))[0]?.offers).toEqual([]);
  });

  test("is one line of the timeline, and repeating it is none", async () => {
    const { id, name } = await createOffer(context, { ...discount(), name: "Told once" });
    for (let time = 0; time < 3; time += 1) {
      await setOfferActive(context, { offerId: id, active: false });
    }
    const lines = await context.db.prisma.activity.findMany({
      where: { shopId: context.shop.id, kind: "offer.switched_off", message: { contains: name } },
    });
    expect(lines).toHaveLength(1);
  });
});

describe("an archived offer", () => {
  test("is gone from the list, cannot be edited, activated or archived again", async () => {
    const { id, version } = await createOffer(context, discount());
    await archiveOffer(context, id);
    expect((await listOffers(context)).map((offer) => offer.id)).not.toContain(id);
    const gone = { code: "not_found" };
    await expect(getOffer(context, id)).rejects.toMatchObject(gone);
    await expect(archiveOffer(context, id)).rejects.toMatchObject(gone);
    await expect(setOfferActive(context, { offerId: id, active: true })).rejects.toMatchObject(
      gone,
    );
    await expect(
      saveOffer(context, { offerId: id, version, input: discount() }),
    ).rejects.toMatchObject(gone);
    const { contractId } = await shop.createContract();
    const activation = `/membership/churn/${contractId}/offers/${id}/activation`;
    expect((await shop.proxy(activation, { key: shop.key, method: "POST" })).status).toBe(404);
  });

  test("cannot be archived while it is being placed under a reason without one of them losing", async () => {
    const offer = await createOffer(context, discount());
    const reason = (await listReasons(context)).at(-1);
    if (!reason) throw new Error("The store has no reason.");
    const place = saveReason(context, {
      reasonId: reason.id,
      version: reason.version,
      input: {
        title: "",
        description: "",
        help: { kind: "none" },
        active: true,
        offerIds: [offer.id],
      },
    });
    await Promise.allSettled([place, archiveOffer(context, offer.id)]);
    const placed = (await listReasons(context)).at(-1)?.offers ?? [];
    expect(placed).toEqual([]);
  });
});

describe("another store's offer", () => {
  test("is neither read nor changed", async () => {
    const theirs = await createOffer(other, credit("500"));
    const notFound = { code: "not_found" };
    await expect(getOffer(context, theirs.id)).rejects.toMatchObject(notFound);
    await expect(archiveOffer(context, theirs.id)).rejects.toMatchObject(notFound);
    await expect(
      setOfferActive(context, { offerId: theirs.id, active: false }),
    ).rejects.toMatchObject(notFound);
    const edit = { offerId: theirs.id, version: theirs.version, input: credit("1") };
    await expect(saveOffer(context, edit)).rejects.toMatchObject(notFound);
  });
});
