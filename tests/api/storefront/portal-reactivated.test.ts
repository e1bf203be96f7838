import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDate } from "#app/lib/zoned-time.ts";
import { endedContracts } from "#tests/support/ended-contracts.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
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
