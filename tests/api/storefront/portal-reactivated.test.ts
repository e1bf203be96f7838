import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { endedContracts } from "#tests/support/ended-contracts.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const zone = "Europe/Berlin";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("a canceled contract goes on as another one, at its price, when what is paid ends", async () => {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
  const portal = endedContracts(shop, zone);
  const own = await portal.canceled({ quantity: 2, price: "12.50" });
  const ends = (await own.row()).endsAt as Date;
  const before = await portal.look(own);
  expect(before.choices.reactivate).toEqual({
    next_charge_date: formatDate(ends, zone),
    amount_minor: 2500,
  });
  expect(before).toMatchObject({ reactivation_block: null, successor: null });

  const { status, body } = await portal.again(own, before.revision);
  expect(status, JSON.stringify(body)).toBe(200);
  const [old, made] = await portal.contractsOf(own);
  expect(old.status).toBe("CANCELLED");
  expect(made).toMatchObject({
    status: "ACTIVE",
    nextBillingDate: ends.toISOString().replace(".000", ""),
    customerPaymentMethod: old.customerPaymentMethod,
    lines: old.lines,
  });
  const contractId = Number(made.id.split("/").at(-1));
  expect(body).toMatchObject({
    contract: { status: "cancelled" },
    choices: { reactivate: null },
    successor: {
      contract_id: contractId,
      next_charge_date: formatDate(ends, zone),
      next_charge_minor: 2500,
    },
  });

  await shop.quiet();
  expect((await own.timeline()).at(-1)).toEqual({
    kind: "subscription.reactivated",
    message: expect.stringContaining(`was started again as contract ${contractId}.`),
  });
  const [mail] = await readMailbox(shop);
  expect(mail?.text).toContain("Started again");
  expect(mail?.text).toContain("€25.00");
});

test("where nothing is paid any more it gives what a membership gives with its first charge, not while that is owed", {
  meta: { slow: "A store with customers passes from a cancellation to a retry." },
}, async () => {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
  const portal = endedContracts(shop, zone);
  const own = await portal.canceled();
  await goTo(shop, addDays(await portal.now(), 13, zone));
  const { body } = await portal.again(own, (await portal.look(own)).revision);
  const { contract_id: contractId } = body.successor;
  const isMember = async () => {
    await shop.quiet();
    const { contracts } = await readPublished(shop, own.cid, "customer_subscription1");
    return contracts.map((one: { is_member: boolean }) => one.is_member);
  };
  await shop.act(`contracts/${contractId}/payments`, {
    results: ["INSUFFICIENT_FUNDS", "success"],
  });
  expect(await isMember()).toEqual([false]);
  expect((await portal.look({ ...own, contractId })).contract.ends_on).toBeNull();
  await goTo(shop, addDays(await portal.now(), 1, zone));
  expect(await isMember()).toEqual([false]);
  await goToRetry(shop, { contractId });
  expect(await isMember()).toEqual([true]);
});
