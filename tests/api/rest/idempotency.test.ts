import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { ApiAnswer, TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ plan: "enterprise" });
});
afterAll(() => testApp.close());

/** One of each kind of change that a key may come with. */
interface Change {
  send(key: string): Promise<ApiAnswer>;
  /** What the store shows of it; another text once it has been made. */
  read(): Promise<string>;
}

type Changes = Record<"add" | "pause" | "patch" | "manage", Change>;

async function newChanges(): Promise<Changes> {
  const { cid } = await shop.createContract();
  const { cid: creditCid, email } = await createCreditCustomer(shop);
  const member = (await shop.core("/members?limit=1")).body.data[0];
  const subscription = (await shop.core(`/subscriptions?customer_id=${cid}`)).body.data[0];
  const core = (path: string, method: string, body: object) => (key: string) =>
    shop.core(path, { method, body, headers: { "idempotency-key": key } });
  const balance = async () => (await shop.core(`/store-credits/${creditCid}`)).body.data.balance;
  return {
    add: {
      send: core(`/store-credits/${creditCid}/add`, "POST", { amount: 5, reason: "Goodwill" }),
      read: balance,
    },
    pause: {
      send: core(`/subscriptions/${subscription.id}/pause`, "POST", { duration: 3 }),
      read: async () => (await shop.core(`/subscriptions/${subscription.id}`)).body.data.status,
    },
    patch: {
      send: core(`/members/${member.id}`, "PATCH", { loyalty_points: 77 }),
      read: async () => String((await shop.core(`/members/${member.id}`)).body.data.loyalty_points),
    },
    manage: {
      send: (key) =>
        shop.manageCredit(
          {
            cid: creditCid,
            email,
            action: "update",
            update_value: 2,
            update_reason: "Goodwill",
            update_type: "manual admin adjustment",
          },
          { headers: { "idempotency-key": key } },
        ),
      read: balance,
    },
  };
}

const names = ["add", "pause", "patch", "manage"] as const;
const pairs = names.flatMap((first) =>
  names.filter((second) => second !== first).map((second) => ({ first, second })),
);

describe("an Idempotency-Key of a store", () => {
  test.each(pairs)("that came with $first is refused with $second", async ({ first, second }) => {
    const changes = await newChanges();
    const key = crypto.randomUUID();
    const made = await changes[first].send(key);
    expect(made.status).toBe(200);
    const before = await changes[second].read();
    const refused = await changes[second].send(key);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("Idempotency-Key");
    expect(await changes[second].read()).toBe(before);
    const again = await changes[first].send(key);
    expect([again.status, again.body]).toEqual([200, made.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  test("has exactly one effect when it comes with different changes at once", {
    meta: { slow: "many rounds of a race" },
  }, async () => {
    for (let round = 0; round < 4; round++) {
      const { add, pause, patch } = await newChanges();
      const all = [add, pause, patch];
      const before = await Promise.all(all.map(({ read }) => read()));
      const key = crypto.randomUUID();
      // Several of each: those of the ledger are posted as a set.
      const sent = Array.from({ length: 12 }, (_, at) => all[at % 3] as Change);
      const answers = await Promise.all(sent.map(({ send }) => send(key)));
      const after = await Promise.all(all.map(({ read }) => read()));
      const changed = all.filter((_, at) => before[at] !== after[at]);
      expect(changed).toHaveLength(1);
      for (const [at, { status }] of answers.entries())
        expect(status).toBe(sent[at] === changed[0] ? 200 : 400);
    }
  });

  test("is free for another change when the first one was refused", async () => {
    const { patch } = await newChanges();
    const key = crypto.randomUUID();
    const refused = await shop.core("/subscriptions/sub_999999/pause", {
      body: { duration: 3 },
      headers: { "idempotency-key": key },
    });
    expect(refused.status).toBe(404);
    expect((await patch.send(key)).status).toBe(200);
  });
});
