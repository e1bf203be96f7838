import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activateImport } from "#app/domain/contract-imports/activate-import.ts";
import {
  confirmActivation,
  confirmImport,
  confirmUndo,
} from "#app/domain/contract-imports/confirm-import.ts";
import { createContracts } from "#app/domain/contract-imports/create-contracts.ts";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import { clockAt } from "#app/lib/clock.ts";
import { addInterval, formatDate } from "#app/lib/zoned-time.ts";
import type { Platform } from "#app/platform/platform.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { type ImportingShop, importingShop } from "#tests/support/contract-import.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { type ImportedContracts, importedContracts } from "#tests/support/imported-contracts.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let at: ImportingShop;
let imported: ImportedContracts;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  at = await importingShop(await testApp.createShop({ seed: "goods" }));
  imported = importedContracts(at);
});

const context = async () => ({
  ...(await at.shop.context()),
  actor: { kind: "merchant" as const, name: "Ada" },
});
const statesOf = (importId: bigint) => imported.statesOf(importId);
const rowOf = (cid: number) => imported.rowOf(cid);
const eventsOf = () => imported.eventsOf();
const chargesOf = (cid: number) => imported.chargesOf(cid);
const waiting = (cells = {}) => imported.waiting(cells);
/** Moves the store's clock on. */
const pass = async (minutes: number) => {
  const { clock } = await at.shop.context();
  await goTo(at.shop, new Date(clock.now().getTime() + minutes * 60_000));
  await at.shop.quiet();
};
const DAY = 24 * 60;
/** From now on no webhook arrives. */
const loseWebhooks = async () => {
  const { status } = await at.shop.control("webhooks", { lose: true });
  expect(status).toBe(200);
};
const fault = async (after: "before-effect" | "after-effect") => {
  const operation = "subscriptionContractAtomicCreate";
  const { status } = await at.shop.control("fail-next", { operation, status: "disconnect", after });
  expect(status).toBe(200);
};

describe("a confirmed import", () => {
  test("makes one paused contract of each good line, and leaves the others out", async () => {
    const [one, other] = [await at.newCustomer(), await at.newCustomer()];
    const importId = await at.upload([
      await at.line({ customer: String(one), next_date: "2031-05-06", quantity: "3" }),
      await at.line({ price: "a lot" }),
      await at.line({ customer: String(other), interval: "WEEKS", interval_count: "2" }),
    ]);
    await expect(at.confirm(importId)).rejects.toMatchObject({
      fields: { leaveOut: [expect.any(String)] },
    });
    await at.confirm(importId, true);
    expect(await statesOf(importId)).toEqual(["created", "skipped", "created"]);
    expect(await at.contracts(one)).toMatchObject([
      { status: "PAUSED", nextBillingAt: new Date("2031-05-05T22:00:00Z") },
    ]);
    expect(await rowOf(one)).toMatchObject({
      status: "paused",
      priceMinor: 3750n,
      kind: "membership",
    });
    expect(await rowOf(other)).toMatchObject({ intervalUnit: "week", intervalCount: 2 });
    expect((await at.read(importId)).row.state).toBe("waiting");
  });

  test("keeps that a subscription was imported, and when it began at the old app", async () => {
    const { cid } = await waiting({ start_date: "2023-04-05" });
    const start = new Date("2023-04-04T22:00:00Z");
    expect(await rowOf(cid)).toMatchObject({ importState: "waiting", originalStartAt: start });
    const { db, shop } = await at.shop.context();
    const member = await db.prisma.member.findFirstOrThrow({
      where: { shopId: shop.id, customer: { platformCustomerId: BigInt(cid) } },
    });
    expect(member).toMatchObject({ status: "paused", joinedAt: start });
  });

  test("is told like other contracts: one event, one line of the timeline, and the API shows it", async () => {
    const { cid } = await waiting();
    expect(await eventsOf()).toEqual(["subscription.created"]);
    const { id } = await rowOf(cid);
    const { body } = await at.shop.core(`/subscriptions/sub_${id}`);
    expect(body.data).toMatchObject({ status: "paused", price: "12.50", paused_until: null });
    const { db, shop } = await at.shop.context();
    const lines = await db.prisma.activity.findMany({
      where: { shopId: shop.id, subscriptionId: id },
    });
    expect(lines.map(({ kind, actorName }) => [kind, actorName])).toEqual([
      ["subscription.imported", expect.anything()],
    ]);
  });

  test("forgets what was written of a person once the contract is made", async () => {
    const cid = await at.newCustomer();
    const address = { last_name: "B", address1: "1 Row", city: "Berlin", country_code: "DE" };
    const line = await at.line({ customer: String(cid), ...at.goods, ...address });
    const importId = await at.upload([line]);
    await at.confirm(importId);
    expect(await at.lines(importId)).toMatchObject([{ state: "created", cells: null }]);
  });

  test("is delivered as the file says", async () => {
    const cid = await at.newCustomer();
    const importId = await at.upload([
      await at.line({
        ...{ customer: String(cid), ...at.goods, delivery_option: "Courier" },
        ...{ last_name: "B", company: "B Ltd", address1: "1 Row", city: "Berlin" },
        ...{ country_code: "de", phone: "+49 30 12345" },
      }),
    ]);
    await at.confirm(importId);
    const [contract] = await at.contracts(cid);
    const { platform } = await at.shop.context();
    const terms = await platform.getContractTerms(contract?.contractId ?? 0);
    expect(terms?.delivery).toMatchObject({
      address: { company: "B Ltd", countryCode: "DE", phone: "+49 30 12345" },
      option: { title: "Courier", presentmentTitle: "Courier" },
    });
  });

  test("never charges while it waits, and nobody can resume or pause it by itself", async () => {
    const { cid } = await waiting();
    const { id } = await rowOf(cid);
    for (const path of ["resume", "pause"]) {
      const body = path === "pause" ? { duration: 5 } : {};
      const answer = await at.shop.core(`/subscriptions/sub_${id}/${path}`, { body });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain("was imported and waits");
    }
    await pass(45 * DAY);
    expect(await chargesOf(cid)).toEqual([]);
    expect(await at.contracts(cid)).toMatchObject([{ status: "PAUSED" }]);
  });

  test.each([
    { type: "add_store_credits", credit_amount: "10.00", expires_in_days: null },
    { type: "change_frequency", interval_count: 2, interval_name: "month" },
    { type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 1 },
  ] as const)("takes no offer while it waits: $type", async (rules) => {
    const { cid } = await waiting();
    const { platformContractId } = await rowOf(cid);
    const offerId = await createOffer(at.shop, rules);
    const path = `/membership/churn/${platformContractId}/offers/${offerId}/activation`;
    const { status, body } = await at.shop.proxy(path, { key: at.shop.key, method: "POST" });
    expect([status, body.message]).toEqual([404, expect.stringContaining("cannot be applied")]);
    const { db } = await at.shop.context();
    const ofShop = { shopId: (await rowOf(cid)).shopId };
    expect(await db.prisma.appliedOffer.count({ where: ofShop })).toBe(0);
  });

  test("is not charged even if its contract is made active elsewhere", async () => {
    const { cid } = await waiting();
    const [contract] = await at.contracts(cid);
    const { platform } = await at.shop.context();
    await platform.resumeContract(contract?.contractId ?? 0, null, "merchant");
    await at.shop.quiet();
    expect(await rowOf(cid)).toMatchObject({ status: "active", importState: "waiting" });
    await pass(45 * DAY);
    expect(await chargesOf(cid)).toEqual([]);
  });

  test("makes each contract once when it is confirmed twice at once, and by two runs at once", async () => {
    const cid = await at.newCustomer();
    const lines = [
      await at.line({ customer: String(cid) }),
      await at.line({ customer: String(cid) }),
    ];
    const importId = await at.upload(lines);
    const merchant = await context();
    await Promise.all([1, 2, 3].map(() => confirmImport(merchant, { importId, leaveOut: false })));
    await Promise.all([1, 2].map(() => createContracts(merchant, importId)));
    await at.shop.quiet();
    expect(await at.contracts(cid)).toHaveLength(2);
    expect(await statesOf(importId)).toEqual(["created", "created"]);
  });

  test("makes one contract of a subscription that two files bring, confirmed at once", async () => {
    const cid = await at.newCustomer();
    const line = await at.line({ customer: String(cid) });
    const first = await at.upload([line]);
    const second = await at.upload([{ ...line, price: "13.00" }]);
    const merchant = await context();
    await Promise.all(
      [first, second].map((importId) => confirmImport(merchant, { importId, leaveOut: false })),
    );
    await at.shop.quiet();
    expect(await at.contracts(cid)).toHaveLength(1);
    const states = [await statesOf(first), await statesOf(second)].flat().sort();
    expect(states).toEqual(["created", "repeated"]);
  });

  test("says what the platform refuses, and makes the rest", async () => {
    const operation = "subscriptionContractAtomicCreate";
    const refusal = { operation, code: "CUSTOMER_REDACTED", message: "Gone" };
    const importId = await at.upload([await at.line(), await at.line()]);
    expect((await at.shop.control("refuse-next", refusal)).status).toBe(200);
    await at.confirm(importId);
    expect(await statesOf(importId)).toEqual(["refused", "created"]);
    expect((await at.lines(importId))[0]?.reason).toBe("the customer's data was erased");
  });
});

describe("an answer that is lost", () => {
  test.each(["after-effect", "before-effect"] as const)(
    "%s makes one contract, found or asked for again when it can no longer arrive",
    async (after) => {
      const cid = await at.newCustomer();
      const importId = await at.upload([await at.line({ customer: String(cid) }), await at.line()]);
      await loseWebhooks();
      await fault(after);
      await at.confirm(importId);
      expect(await statesOf(importId)).toEqual(["creating", "created"]);
      expect((await at.read(importId)).row.state).toBe("creating");
      await pass(2);
      expect(await statesOf(importId)).toEqual(["creating", "created"]);
      await pass(4);
      expect(await statesOf(importId)).toEqual(["created", "created"]);
      expect(await at.contracts(cid)).toMatchObject([{ status: "PAUSED" }]);
      expect((await at.read(importId)).row.state).toBe("waiting");
    },
  );

  test("of a contract that cannot be stored either leaves its line waiting with its id's place, and holds up no other", async () => {
    const customers = [await at.newCustomer(), await at.newCustomer()];
    const importId = await at.upload(
      await Promise.all(customers.map((customer) => at.line({ customer: String(customer) }))),
    );
    await loseWebhooks();
    const merchant = await context();
    const { platform, db, shop, clock } = merchant;
    const unreadable = async <T extends { customerId: number | null } | null>(
      asked: Promise<T>,
    ) => {
      const contract = await asked;
      return contract?.customerId === customers[0]
        ? { ...contract, updatedAt: new Date("never") }
        : contract;
    };
    const spoiled: Platform = {
      ...platform,
      createContract: (wanted) => unreadable(platform.createContract(wanted)),
      getContract: (id) => unreadable(platform.getContract(id)),
    };
    await db.prisma.contractImport.update({
      where: { shopId_id: { shopId: shop.id, id: importId } },
      data: { state: "creating", confirmedAt: clock.now() },
    });
    await createContracts({ ...merchant, platform: spoiled }, importId);
    expect(await statesOf(importId)).toEqual(["creating", "created"]);
    const later = clockAt(new Date(clock.now().getTime() + 6 * 60_000));
    await createContracts({ ...merchant, platform: spoiled, clock: later }, importId);
    expect(await at.lines(importId)).toMatchObject([
      { state: "created", subscriptionId: null, reason: expect.stringContaining("log has") },
      { state: "created", reason: null },
    ]);
    expect((await at.read(importId)).row.state).toBe("waiting");
    expect(await at.contracts(customers[0] ?? 0)).toHaveLength(1);
    // Once it can be read it is the line's.
    const [made] = await at.contracts(customers[0] ?? 0);
    await refreshContract(await at.shop.context(), made?.contractId ?? 0);
    expect(await at.lines(importId)).toMatchObject([
      { subscriptionId: expect.any(BigInt), reason: null },
      {},
    ]);
  });

  test("is made up for by the platform's webhook", async () => {
    const cid = await at.newCustomer();
    const importId = await at.upload([await at.line({ customer: String(cid) })]);
    await fault("after-effect");
    await at.confirm(importId);
    expect(await statesOf(importId)).toEqual(["created"]);
    await pass(6);
    expect(await at.contracts(cid)).toHaveLength(1);
    expect((await at.read(importId)).row.state).toBe("waiting");
  });
});

describe("a run that was killed", () => {
  /** Leaves a line as a process does that dies after the claim, with or without having made the contract. */
  async function killed(cid: number, made: boolean): Promise<bigint> {
    const importId = await at.upload([await at.line({ customer: String(cid) })]);
    const { db, shop, clock } = await at.shop.context();
    await db.prisma.contractImport.update({
      where: { shopId_id: { shopId: shop.id, id: importId } },
      data: { state: "creating", confirmedAt: clock.now() },
    });
    const [line] = await db.prisma.contractImportLine.updateManyAndReturn({
      where: { shopId: shop.id, importId },
      data: { state: "creating", creationKey: `key-${importId}`, askedAt: clock.now() },
    });
    if (made && line) await imported.makeOnPlatform(cid, line);
    return importId;
  }

  test.each([true, false])(
    "goes on without a second contract (the first was made: %s)",
    async (made) => {
      const cid = await at.newCustomer();
      await loseWebhooks();
      const importId = await killed(cid, made);
      await createContracts(await context(), importId);
      expect(await at.contracts(cid)).toHaveLength(made ? 1 : 0);
      await pass(6);
      expect(await at.contracts(cid)).toMatchObject([{ status: "PAUSED" }]);
      expect(await statesOf(importId)).toEqual(["created"]);
      expect(await rowOf(cid)).toMatchObject({ importState: "waiting" });
    },
  );
});

describe("activating", () => {
  test("needs the merchant's word that the old app has stopped", async () => {
    const { importId } = await waiting();
    const activation = { importId, hasStopped: false };
    await expect(confirmActivation(await context(), activation)).rejects.toMatchObject({
      fields: { hasStopped: [expect.any(String)] },
    });
    expect((await at.read(importId)).row.state).toBe("waiting");
  });

  test("gives a contract whose date has passed the next one of its schedule, and charges nothing for before", async () => {
    const { cid, importId } = await waiting({
      start_date: "2024-01-31",
      next_date: await at.day(10),
    });
    const { shop } = await at.shop.context();
    const due = (await rowOf(cid)).nextBillingAt ?? new Date(0);
    await pass(45 * DAY);
    await at.activate(importId);
    const month = { unit: "month", count: 1 } as const;
    const next = addInterval(addInterval(due, month, shop.ianaTimezone), month, shop.ianaTimezone);
    const row = await rowOf(cid);
    expect(formatDate(row.nextBillingAt ?? due, shop.ianaTimezone)).toBe(
      formatDate(next, shop.ianaTimezone),
    );
    expect(await at.contracts(cid)).toMatchObject([
      { status: "ACTIVE", nextBillingAt: row.nextBillingAt },
    ]);
    expect(await chargesOf(cid)).toEqual([]);
    await goTo(at.shop, new Date(next.getTime() + 3_600_000));
    expect(await chargesOf(cid)).toMatchObject([{ status: "success" }]);
  });

  test("happens once, however often it is asked for and run at once", async () => {
    const { cid, importId } = await waiting();
    const merchant = await context();
    await Promise.all(
      [1, 2].map(() => confirmActivation(merchant, { importId, hasStopped: true })),
    );
    await Promise.all([1, 2].map(() => activateImport(merchant, importId)));
    await at.shop.quiet();
    expect(await eventsOf()).toEqual(["subscription.created", "subscription.activated"]);
    await pass(11 * DAY);
    expect(await chargesOf(cid)).toHaveLength(1);
  });

  test("goes past a contract that cannot be stored, and says why beside its line", async () => {
    const customers = [await at.newCustomer(), await at.newCustomer()];
    const importId = await at.upload(
      await Promise.all(customers.map((customer) => at.line({ customer: String(customer) }))),
    );
    await at.confirm(importId);
    const [first] = await at.lines(importId);
    await loseWebhooks();
    const merchant = await context();
    const { platform, db, shop } = merchant;
    const id = { shopId_id: { shopId: shop.id, id: first?.subscriptionId ?? 0n } };
    const { platformContractId } = await db.prisma.subscription.findUniqueOrThrow({ where: id });
    const resumeContract: Platform["resumeContract"] = async (contractId, ...rest) => {
      const contract = await platform.resumeContract(contractId, ...rest);
      if (contractId !== Number(platformContractId)) return contract;
      return { ...contract, updatedAt: new Date("never") };
    };
    await db.prisma.contractImport.update({
      where: { shopId_id: { shopId: shop.id, id: importId } },
      data: { state: "activating" },
    });
    await activateImport({ ...merchant, platform: { ...platform, resumeContract } }, importId);
    expect(await at.lines(importId)).toMatchObject([
      { state: "created", reason: expect.stringContaining("log has the details") },
      { state: "active", reason: null },
    ]);
  });

  test("tries again what the platform has refused, when it is asked for again", async () => {
    const { importId } = await waiting();
    const refusal = { operation: "subscriptionContractActivate", message: "Not now" };
    expect((await at.shop.control("refuse-next", refusal)).status).toBe(200);
    await at.activate(importId);
    expect(await at.lines(importId)).toMatchObject([
      { state: "created", reason: expect.any(String) },
    ]);
    await at.activate(importId);
    expect(await at.lines(importId)).toMatchObject([{ state: "active", reason: null }]);
  });

  test("leaves alone what was canceled while it waited", async () => {
    const { cid, importId } = await waiting();
    const { status } = await at.shop.core(`/subscriptions/sub_${(await rowOf(cid)).id}/cancel`, {
      body: {},
    });
    expect(status).toBe(200);
    await at.activate(importId);
    expect(await statesOf(importId)).toEqual(["ended"]);
  });
});

describe("taking an import back", () => {
  test("cancels what it has made, tells no customer, and lets the same file come again", async () => {
    const { cid, importId } = await waiting({ external_id: "again" });
    await confirmUndo(await context(), importId);
    await at.shop.quiet();
    expect(await statesOf(importId)).toEqual(["undone"]);
    expect((await at.read(importId)).row.state).toBe("undone");
    expect(await at.contracts(cid)).toMatchObject([{ status: "CANCELLED" }]);
    expect(await rowOf(cid)).toMatchObject({ status: "cancelled", importState: "undone" });
    const { db, shop } = await at.shop.context();
    expect(
      await db.prisma.member.count({
        where: { shopId: shop.id, customer: { platformCustomerId: BigInt(cid) } },
      }),
    ).toBe(0);
    expect(await readMailbox(at.shop)).toEqual([]);
    const line = await at.line({ customer: String(cid), external_id: "again" });
    const second = await at.upload([line]);
    expect((await at.read(second)).row.readyCount).toBe(1);
    await at.confirm(second);
    expect(await statesOf(second)).toEqual(["created"]);
  });

  test("and activating exclude each other", async () => {
    const { importId } = await waiting();
    const merchant = await context();
    const answers = await Promise.allSettled([
      confirmActivation(merchant, { importId, hasStopped: true }),
      confirmUndo(merchant, importId),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await at.shop.quiet();
    const states = ["active", "undone"];
    expect(states).toContain((await at.read(importId)).row.state);
  });
});
