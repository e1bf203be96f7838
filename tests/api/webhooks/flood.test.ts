import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());

test("a flood of one store, some of it twice, is recorded once each, and one that fails keeps no other back", async () => {
  const shop = await testApp.createShop();
  const { db, shop: row } = await shop.context();
  await db.pool.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF new.webhook_id = 'refused' THEN RAISE 'refused'; END IF; RETURN new; END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON webhook_receipts FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
  const ids = Array.from({ length: 100 }, (_, number) => `flood-${number % 60}`);
  ids.splice(30, 0, "refused");
  const answers = await Promise.all(
    ids.map((webhookId, number) =>
      deliverWebhook(testApp, shop, {
        topic: "customers/update",
        payload: { id: 1000 + (number % 60) },
        webhookId,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    ids.map((id) => (id === "refused" ? 500 : 200)),
  );
  const receipts = await db.prisma.webhookReceipt.findMany({
    where: { shopId: row.id, webhookId: { startsWith: "flood-" } },
  });
  expect(receipts).toHaveLength(60);
});
