import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOffers } from "#app/domain/churn/offers/list-offers.ts";
import { createDefaultReasons } from "#app/domain/churn/reasons/create-default-reasons.ts";
import { listReasons } from "#app/domain/churn/reasons/list-reasons.ts";
import type { ManagedReason } from "#app/domain/churn/reasons/managed-reason.ts";
import { orderReasons } from "#app/domain/churn/reasons/order-reasons.ts";
import { saveReason } from "#app/domain/churn/reasons/save-reason.ts";
import { setReasonActive } from "#app/domain/churn/reasons/set-reason-active.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { REASON_ALIASES } from "#app/domain/subscriptions/cancellation-reasons.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const openStore = async (options = {}): Promise<ShopContext> => {
  const shop = await testApp.createShop(options);
  return { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
};
const reasonOf = async (context: ShopContext, alias: string): Promise<ManagedReason> => {
  const reason = (await listReasons(context)).find((candidate) => candidate.alias === alias);
  if (!reason) throw new Error(`There is no reason ${alias}.`);
  return reason;
};
const inputOf = (reason: ManagedReason) => ({
  title: reason.title ?? "",
  description: reason.description ?? "",
  help: reason.help ?? { kind: "none" as const },
  active: reason.active,
  offerIds: reason.offers.map(({ id }) => id),
});
/** The jobs that write the store's flow settings, done or waiting, by how often they were asked for. */
const publishedVersion = async (context: ShopContext) => {
  const rows = await context.db.prisma.$queryRaw<{ revision: number }[]>`
    SELECT revision FROM graphile_worker.jobs
    WHERE key = ${`publish-cancel-flow/${context.shop.id}/settings`}`;
  return rows[0]?.revision ?? null;
};

describe("a new store's reasons", () => {
  test("are the contract's nine, each with what experience says fits it", async () => {
    const reasons = await listReasons(await openStore());
    expect(reasons.map(({ alias }) => alias)).toEqual([...REASON_ALIASES]);
    const answers = reasons.map(({ alias, offers, help }) => [
      alias,
      offers.map(({ type }) => type),
      help?.kind ?? null,
    ]);
    expect(Object.fromEntries(answers.map(([alias, ...rest]) => [alias, rest]))).toEqual({
      too_expensive: [["discount_price"], null],
      not_using_enough: [["change_frequency"], null],
      enough_items: [["change_frequency"], null],
      not_need_subscription: [[], null],
      not_found_products: [[], "help"],
      order_issues: [["add_store_credits"], "contact"],
      technical_issues: [[], "help"],
      use_another_service: [[], null],
      other: [[], null],
    });
    expect(reasons.every(({ active, title }) => active && title === null)).toBe(true);
  });

  test("a store in a currency without decimals gets an amount that the currency knows", async () => {
    const offers = await listOffers(await openStore({ currency: "JPY" }));
    const credit = offers.find(({ rules }) => rules.type === "add_store_credits");
    expect(credit?.rules).toMatchObject({ credit_amount: "1000" });
  });

  test("a second installation leaves them as the merchant made them", async () => {
    const context = await openStore();
    const { id } = await reasonOf(context, "other");
    await setReasonActive(context, { reasonId: id, active: false });
    const before = await listReasons(context);
    await context.db.transaction((tx) => createDefaultReasons(context, tx));
    expect(await listReasons(context)).toEqual(before);
    expect(await listOffers(context)).toHaveLength(3);
  });
});

describe("editing a reason", () => {
  test("saves its texts, help and offers in their order, all at once", async () => {
    const context = await openStore();
    const reason = await reasonOf(context, "other");
    const offerIds = (await listOffers(context)).map(({ id }) => id).reverse();
    const saved = await saveReason(context, {
      reasonId: reason.id,
      version: reason.version,
      input: {
        title: " Something else ",
        description: "Tell us",
        help: { kind: "help", url: "https://help.example/faq" },
        active: true,
        offerIds,
      },
    });
    expect(saved).toMatchObject({ outcome: "saved" });
    const after = await reasonOf(context, "other");
    expect(after).toMatchObject({
      title: "Something else",
      description: "Tell us",
      help: { kind: "help", url: "https://help.example/faq" },
    });
    expect(after.offers.map(({ id }) => id)).toEqual(offerIds);
  });

  test("blank texts, and a title that only repeats the default, leave the translated default", async () => {
    const context = await openStore();
    for (const title of ["", "  ", "Other"]) {
      const reason = await reasonOf(context, "other");
      const input = { ...inputOf(reason), title, description: " " };
      await saveReason(context, { reasonId: reason.id, version: reason.version, input });
      expect(await reasonOf(context, "other")).toMatchObject({ title: null, description: null });
    }
  });

  test("characters that cannot be kept are left out of its texts and its address", async () => {
    const context = await openStore();
    const reason = await reasonOf(context, "too_expensive");
    const typed = { title: "Too\u0000 dear", description: "\u0000" };
    const help = { kind: "help" as const, url: "/pages/\u0000faq" };
    await saveReason(context, {
      reasonId: reason.id,
      version: reason.version,
      input: { ...inputOf(reason), ...typed, help },
    });
    expect(await reasonOf(context, "too_expensive")).toMatchObject({
      title: "Too dear",
      description: null,
      help: { kind: "help", url: "/pages/faq" },
    });
  });

  test("an editor that was opened before somebody else saved is reported as stale, and changes nothing", async () => {
    const context = await openStore();
    const opened = await reasonOf(context, "too_expensive");
    const save = (title: string) =>
      saveReason(context, {
        reasonId: opened.id,
        version: opened.version,
        input: { ...inputOf(opened), title },
      });
    expect(await save("Mine")).toMatchObject({ outcome: "saved" });
    expect(await save("Yours")).toEqual({ outcome: "stale" });
    expect(await reasonOf(context, "too_expensive")).toMatchObject({ title: "Mine" });
  });

  test("of many editors that save one version at once, exactly one gets through", async () => {
    const context = await openStore();
    const opened = await reasonOf(context, "too_expensive");
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        saveReason(context, {
          reasonId: opened.id,
          version: opened.version,
          input: { ...inputOf(opened), title: `Title ${n}` },
        }),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === "saved")).toHaveLength(1);
  });

  test.each([
    [{ title: "x".repeat(81) }, "title"],
    [{ description: "x".repeat(201) }, "description"],
    [{ help: { kind: "help", url: "javascript:alert(1)" } }, "url"],
    [{ help: { kind: "help", url: "http://plain.example" } }, "url"],
    [{ help: { kind: "help", url: "//elsewhere.example" } }, "url"],
    [{ help: { kind: "help", url: "" } }, "url"],
    [{ offerIds: [987654321n] }, "offerIds"],
    [{ offerIds: [1n, 1n] }, "offerIds"],
  ] as const)("%o is refused at its field, and nothing is saved", async (wrong, field) => {
    const context = await openStore();
    const reason = await reasonOf(context, "order_issues");
    const input = { ...inputOf(reason), title: "Changed", ...wrong } as ReturnType<typeof inputOf>;
    const edit = { reasonId: reason.id, version: reason.version, input };
    await expect(saveReason(context, edit)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.any(String)] },
    });
    expect(await reasonOf(context, "order_issues")).toEqual(reason);
  });

  test("another store's reason is not found, and its offers cannot be placed", async () => {
    const [context, other] = [await openStore(), await openStore()];
    const theirs = await reasonOf(other, "too_expensive");
    const own = await reasonOf(context, "too_expensive");
    const input = inputOf(own);
    await expect(
      saveReason(context, { reasonId: theirs.id, version: theirs.version, input }),
    ).rejects.toMatchObject({ code: "not_found" });
    const offerIds = theirs.offers.map(({ id }) => id);
    await expect(
      saveReason(context, {
        reasonId: own.id,
        version: own.version,
        input: { ...input, offerIds },
      }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    await expect(
      setReasonActive(context, { reasonId: theirs.id, active: false }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the order of the reasons", () => {
  const idsOf = async (context: ShopContext) => (await listReasons(context)).map(({ id }) => id);

  test("is the merchant's", async () => {
    const context = await openStore();
    const from = await idsOf(context);
    const to = [...from].reverse();
    expect(await orderReasons(context, { from, to })).toEqual({ outcome: "saved" });
    expect(await idsOf(context)).toEqual(to);
  });

  test("a move begun from an order that is no longer the store's is reported as stale, and moves nothing", async () => {
    const context = await openStore();
    const from = await idsOf(context);
    const to = [...from].reverse();
    await orderReasons(context, { from, to });
    const again = await orderReasons(context, {
      from,
      to: [...from.slice(1), ...from.slice(0, 1)],
    });
    expect(again).toEqual({ outcome: "stale" });
    expect(await idsOf(context)).toEqual(to);
  });

  test("an order that loses, repeats or brings in a reason is refused", async () => {
    const context = await openStore();
    const from = await idsOf(context);
    const [first = 0n, ...rest] = from;
    for (const to of [rest, [...rest, ...rest.slice(0, 1)], [...rest, first + 1000n]]) {
      await expect(orderReasons(context, { from, to })).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
    expect(await idsOf(context)).toEqual(from);
  });
});

describe("what the storefront shows", () => {
  test("follows every change of a reason, and stays where nothing changed", async () => {
    const idle = await startTestApp({ worker: false });
    try {
      const row = await idle.app.db.prisma.shop.create({
        data: {
          domain: "idle.myshopify.com",
          name: "Idle",
          contactEmail: "help@idle.example",
          ianaTimezone: "UTC",
          currency: "EUR",
          installedAt: new Date(),
        },
      });
      const context = await idle.openShop(row.domain);
      await context.db.transaction((tx) => createDefaultReasons(context, tx));
      expect(await publishedVersion(context)).toBeNull();

      const reason = await reasonOf(context, "other");
      await setReasonActive(context, { reasonId: reason.id, active: true });
      expect(await publishedVersion(context)).toBeNull();

      await setReasonActive(context, { reasonId: reason.id, active: false });
      const first = await publishedVersion(context);
      expect(first).not.toBeNull();
      const ids = (await listReasons(context)).map(({ id }) => id);
      await orderReasons(context, { from: ids, to: [...ids].reverse() });
      const second = await publishedVersion(context);
      expect(second).toBeGreaterThan(first ?? 0);

      const { version } = await reasonOf(context, "other");
      await saveReason(context, { reasonId: reason.id, version, input: inputOf(reason) });
      expect(await publishedVersion(context)).toBeGreaterThan(second ?? 0);
    } finally {
      await idle.close();
    }
  });
});
