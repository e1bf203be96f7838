import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// GET /subscriptions (contract, sections 2.1, 4.1 and 7.1).

let testApp: TestApp;
let shop: TestShop;
const made: { cid: number; contractId: number }[] = [];

const list = async (query = "") => {
  const answer = await shop.core(`/subscriptions${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
};
const contractsIn = ({ data }: { data: { platform_contract_id: string }[] }) =>
  data.map(({ platform_contract_id }) => Number(platform_contract_id));
const contractOf = (at: number) => made[at]?.contractId ?? 0;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "America/New_York" });
  const contracts = [
    { created_at: "2026-03-01T04:59:59Z", status: "cancelled" },
    { created_at: "2026-03-01T05:00:00Z", status: "paused" },
    { created_at: "2026-03-08T07:30:00Z", kind: "product" },
    { created_at: "2026-03-09T04:00:00Z" },
  ];
  for (const contract of contracts) made.push(await shop.createContract(contract));
});
afterAll(() => testApp.close());

describe("GET /subscriptions", () => {
  test("lists every subscription once, newest first, as the single record is", async () => {
    const { data, meta } = await list();
    expect(contractsIn({ data })).toEqual([3, 2, 1, 0].map(contractOf));
    expect(meta).toEqual({ total: 4, limit: 50, offset: 0, has_more: false });
    for (const record of data) {
      expect((await shop.core(`/subscriptions/${record.id}`)).body.data).toEqual(record);
    }
  });

  test("goes page by page, and past the end it is empty with the same total", async () => {
    const first = await list("?limit=3");
    expect(first.meta).toEqual({ total: 4, limit: 3, offset: 0, has_more: true });
    const second = await list("?limit=3&offset=3");
    expect(contractsIn(second)).toEqual([contractOf(0)]);
    expect(second.meta.has_more).toBe(false);
    expect(await list("?offset=400")).toEqual({
      data: [],
      meta: { total: 4, limit: 50, offset: 400, has_more: false },
    });
  });

  test("is narrowed by state, plan and customer, and by several at once", async () => {
    expect(contractsIn(await list("?status=paused"))).toEqual([contractOf(1)]);
    expect(contractsIn(await list("?status=active"))).toEqual([3, 2].map(contractOf));
    const product = (await list("?status=active")).data.find(
      ({ kind }: { kind: string }) => kind === "product",
    );
    const ofPlan = await list(`?plan_id=${product.plan_id}`);
    expect(contractsIn(ofPlan)).toEqual([contractOf(2)]);
    expect(ofPlan.meta.total).toBe(1);
    const { cid } = made[1] ?? { cid: 0 };
    for (const customer of [cid, `gid://platform/Customer/${cid}`]) {
      const query = new URLSearchParams({ customer_id: String(customer), status: "paused" });
      expect(contractsIn(await list(`?${query}`))).toEqual([contractOf(1)]);
    }
    expect((await list(`?customer_id=${cid}&status=active`)).data).toEqual([]);
    const [{ email }] = (await list(`?customer_id=${cid}`)).data;
    expect(contractsIn(await list(`?email=${email.toUpperCase()}`))).toEqual([contractOf(1)]);
    expect((await list("?email=nobody@example.com")).data).toEqual([]);
  });

  test("a day begins at midnight in the store's zone, also on the day that daylight saving begins", async () => {
    expect(contractsIn(await list("?created_after=2026-03-01"))).toEqual([3, 2, 1].map(contractOf));
    expect(contractsIn(await list("?created_before=2026-03-01"))).toEqual([contractOf(0)]);
    const day = await list("?created_after=2026-03-08&created_before=2026-03-09");
    expect(contractsIn(day)).toEqual([contractOf(2)]);
    const instant = encodeURIComponent("2026-03-08T03:30:00-04:00");
    expect(contractsIn(await list(`?created_after=${instant}`))).toEqual([3, 2].map(contractOf));
    expect(contractsIn(await list(`?created_before=${instant}`))).toEqual([1, 0].map(contractOf));
  });

  test.each([
    "plan_id=plan_999",
    "plan_id=x",
    "customer_id=999999999",
    "customer_id=x",
    "plan_id=sub_1",
  ])("%s names nothing, and gives an empty list", async (query) => {
    expect(await list(`?${query}`)).toMatchObject({ data: [], meta: { total: 0 } });
  });

  test.each([
    ["limit", "101"],
    ["limit", "0"],
    ["limit", "5.5"],
    ["limit", ""],
    ["offset", "-1"],
    ["status", "ACTIVE"],
    ["status", ""],
    ["plan_id", ""],
    ["customer_id", ""],
    ["created_after", "2026-02-30"],
    ["created_after", ""],
    ["created_after", "2026-03-01T10:00:00"],
    ["created_before", "yesterday"],
    ["created_before", "+010000-01-01T00:00:00Z"],
  ])("%s=%s is refused with 400, which names the parameter", async (name, value) => {
    const answer = await shop.core(`/subscriptions?${new URLSearchParams({ [name]: value })}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: "invalid_request" });
    expect(answer.body.error.message).toContain(name);
  });

  test("ignores a parameter that it does not know", async () => {
    expect((await list("?sort=price")).meta.total).toBe(4);
  });

  test("shows the offer that is active, and no other store's subscriptions", async () => {
    const stranger = await testApp.createShop();
    expect((await stranger.core("/subscriptions")).body).toMatchObject({ data: [] });
    const contract = await stranger.createContract();
    const offer = await createOffer(
      stranger,
      { type: "discount_price", discount_type: "percentage", discount_value: 20, cycles: 3 },
      "A fifth off",
    );
    await offerFor(stranger, "too_expensive", offer);
    const activated = await stranger.proxy(
      `/membership/churn/${contract.contractId}/offers/${offer}/activation`,
      { method: "POST", key: stranger.key },
    );
    expect(activated.status).toBe(200);
    const { data } = (await stranger.core("/subscriptions")).body;
    expect(data).toHaveLength(1);
    expect(data[0].active_offer).toEqual({
      name: "A fifth off",
      type: "discount_price",
      status: "Active",
    });
  });
});
