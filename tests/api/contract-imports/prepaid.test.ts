import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readImportFile } from "#app/domain/contract-imports/lines/read-import-file.ts";
import {
  type ImportCellTexts,
  type ImportingShop,
  importingShop,
} from "#tests/support/contract-import.ts";
import { type BoxPlans, boxPlans, rhythmOf } from "#tests/support/prepaid.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A file's contract is delivered as often as its payment says, not once for each payment.

let testApp: TestApp;
let at: ImportingShop;
let plans: BoxPlans;
let address: ImportCellTexts;

beforeAll(async () => {
  testApp = await startTestApp();
  at = await importingShop(await testApp.createShop({ seed: "small" }));
  plans = await boxPlans(at.shop, "Kitchen herb trio");
  address = {
    ...{ first_name: "Ada", last_name: "Nolte", address1: "Gartenweg 3" },
    ...{ city: "Berlin", zip: "10115", country_code: "DE" },
  };
});
afterAll(() => testApp.close());

/** Of the group "Boxes", whose product is the one that is sold by post. */
async function line(plan: number, cells: ImportCellTexts = {}): Promise<ImportCellTexts> {
  return at.line({
    ...{ ...address, plan: String(plan), variant: at.goods.variant, price: "90.00" },
    ...cells,
  });
}

async function imported(cells: ImportCellTexts) {
  const importId = await at.upload([cells]);
  const [checked] = await at.lines(importId);
  expect(checked?.problems).toEqual([]);
  await at.confirm(importId);
  const [contract] = await at.contracts(Number(cells.customer));
  return { rhythm: await rhythmOf(at.shop, contract?.contractId ?? 0), notices: checked?.notices };
}

const problemsOf = async (cells: ImportCellTexts) => {
  const [checked] = await at.lines(await at.upload([cells]));
  return checked?.problems.join(" ");
};

describe("a line of a prepaid plan", () => {
  test("is delivered as the plan is, where the file says nothing", async () => {
    const { rhythm, notices } = await imported(await line(plans.sixMonths));
    expect(rhythm).toEqual(["6 month", "1 month"]);
    expect(notices).toEqual([]);
  });

  test("must give its delivery interval where its interval is not its plan's", async () => {
    const yearly = { interval: "month", interval_count: "12" };
    expect(await problemsOf(await line(plans.sixMonths, yearly))).toMatch(/^Delivery interval: /);
    const deliveries = { delivery_interval: "month", delivery_interval_count: "1" };
    const { rhythm } = await imported(await line(plans.sixMonths, { ...yearly, ...deliveries }));
    expect(rhythm).toEqual(["12 month", "1 month"]);
  });
});

describe("a line that says how often it is delivered", () => {
  test("is delivered so, and is noted where its plan is not", async () => {
    const six = { interval: "month", interval_count: "6", delivery_interval: "month" };
    const { rhythm, notices } = await imported(await line(plans.monthly, six));
    expect(rhythm).toEqual(["6 month", "1 month"]);
    expect(notices?.join(" ")).toContain("6 deliveries");
  });

  test("is refused where a payment would not pay for a whole number of deliveries", async () => {
    const five = { delivery_interval: "month", delivery_interval_count: "5" };
    const weeks = { delivery_interval: "week", delivery_interval_count: "4" };
    for (const cells of [five, weeks]) {
      expect(await problemsOf(await line(plans.sixMonths, cells))).toMatch(/^Delivery interval: /);
    }
    const unknown = { delivery_interval: "fortnight" };
    expect(await problemsOf(await line(plans.sixMonths, unknown))).toMatch(/^Delivery interval: /);
  });
});

test("a file that counts charges and deliveries in one unit is read so", async () => {
  const header =
    "id,customer_id,plan,variant_id,price,order_interval_unit,order_interval_frequency,charge_interval_frequency,next_charge_date,created_at";
  const cells = await line(plans.monthly, { delivery_interval_count: "1" });
  const written = [cells.external_id, cells.customer, cells.plan, cells.variant, "90.00"];
  const row = [...written, "month", "1", "6", cells.next_date, cells.start_date].join(",");
  const file = await readImportFile(new TextEncoder().encode(`${header}\n${row}\n`), "EUR");
  expect(file.unreadColumns).toEqual([]);
  expect(file.lines[0]?.cells).toMatchObject({
    ...{ interval: "month", interval_count: "6" },
    ...{ delivery_interval: "", delivery_interval_count: "1" },
  });
  const six = { interval: "month", interval_count: "6", delivery_interval_count: "1" };
  const { rhythm } = await imported({ ...cells, ...six });
  expect(rhythm).toEqual(["6 month", "1 month"]);
});

test("a line of another plan is delivered with each charge, as before", async () => {
  const { rhythm } = await imported(await line(plans.monthly));
  expect(rhythm).toEqual(["1 month", "1 month"]);
});
