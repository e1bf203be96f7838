import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { AMOUNTS, exactly, LANGUAGES } from "#tests/support/amounts-by-language.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { dueIn, zone } from "#tests/support/mails-by-date.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A renewal that credit pays in part, in stores of currencies with two decimals that look like none, with three and with none:
// every part of the product says the same amounts, in five languages.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

describe.each(AMOUNTS)("a renewal in $currency that credit pays in part", (one) => {
  const { currency, price, written, paid, used, points } = one;
  let shop: TestShop;
  const cids = new Map<string, number>();

  beforeAll(async () => {
    shop = await testApp.createShop({ currency, timezone: zone });
    await makeRule(shop, {
      type: "points_for_purchases",
      settings: { points_per_dollar: 1, include_renewals: true },
    });
    let last: Date | undefined;
    for (const locale of LANGUAGES) {
      const { cid } = (await shop.control("customers", { locale })).body;
      const { row, due } = await dueIn(shop, 4, { cid, price, order: false });
      cids.set(locale, cid);
      const { customerId } = await row();
      await setRenewalChoice(await shop.context(), customerId ?? 0n, true);
      const added = await shop.core(`/store-credits/${cid}/add`, {
        body: { amount: Number(used.core), reason: "Goodwill" },
      });
      expect(added.status).toBe(200);
      last = due;
    }
    await goTo(shop, new Date((last?.getTime() ?? 0) + 60_000));
    await shop.quiet();
  });

  const rows = async (module: string): Promise<AnyJson[]> => {
    const { status, body } = await shop.proxy(`/data/${module}`, { key: shop.key });
    expect(status).toBe(200);
    return body.data;
  };
  const ownerOf = async (cid: number) => {
    const { db, shop: row } = await shop.context();
    return db.prisma.customer.findFirstOrThrow({
      where: { shopId: row.id, platformCustomerId: BigInt(cid) },
    });
  };
  const all = <T>(value: T): T[] => LANGUAGES.map(() => value);

  test("is one amount in the core API, the exports and the overview", async () => {
    const { body } = await shop.core("/billing-attempts");
    const attempts = body.data.map(({ status, amount }: AnyJson) => [status, amount]);
    expect(attempts).toEqual(all(["success", paid.core]));
    expect((await rows("orders")).map(({ revenue }) => revenue)).toEqual(all(paid.exported));
    const overview = await shop.core("/analytics/overview");
    const minor = (text: string) => Math.round(Number(text) * 1000);
    expect(minor(overview.body.data.revenue.total)).toBe(minor(paid.core) * LANGUAGES.length);
    expect(minor(overview.body.data.store_credit.used)).toBe(minor(used.core) * LANGUAGES.length);
  });

  test("uses the credit that was given, and no more", async () => {
    for (const cid of cids.values()) {
      const { body } = await shop.core(`/store-credits/${cid}`);
      expect(Number(body.data.balance)).toBe(0);
      expect(body.data.lifetime_used).toBe(used.core);
    }
    const amounts = (await rows("store-credits")).map(({ value }) => value).sort();
    expect(amounts).toEqual([...all(`-${used.exported}`), ...all(used.exported)]);
  });

  test("earns points for what money paid", async () => {
    const context = await shop.context();
    for (const cid of cids.values()) {
      const { id } = await ownerOf(cid);
      const account = await readCreditAccount(context, id, "points");
      expect(account.pendingMinor).toBe(points);
    }
  });

  test("is announced in the customer's language, with the price as that language writes it", async () => {
    const mails = await readMailbox(shop);
    for (const locale of LANGUAGES) {
      const { email } = await ownerOf(cids.get(locale) ?? 0);
      const own = mails.filter(({ to }) => to.includes(email ?? "nobody"));
      const renewal = own.find(({ subject }) => subject.includes("Tea club"));
      // Narrow and wide signs and blanks of one meaning.
      expect(renewal?.text.normalize("NFKC"), locale).toMatch(exactly(written[locale].price));
    }
  });
});
