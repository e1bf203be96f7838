import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { confirmActivation, confirmUndo } from "#app/domain/contract-imports/confirm-import.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { type ImportingShop, importingShop } from "#tests/support/contract-import.ts";
import { type ImportedContracts, importedContracts } from "#tests/support/imported-contracts.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { refuseRows, takeRowsAgain } from "#tests/support/refuse-rows.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let at: ImportingShop;
let imported: ImportedContracts;

beforeAll(async () => {
  // Its database refuses rows.
  testApp = await startTestApp({ own: true });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  at = await importingShop(await testApp.createShop({ seed: "goods" }));
  imported = importedContracts(at);
});

const merchant = async () => ({
  ...(await at.shop.context()),
  actor: { kind: "merchant" as const, name: "Ada" },
});
const ok = async (control: string, body: Record<string, unknown>) =>
  expect((await at.shop.control(control, body)).status).toBe(200);
const undo = async (importId: bigint) => {
  await confirmUndo(await merchant(), importId);
  await at.shop.quiet({ mayFail: true });
};
const pass = async (minutes: number) => {
  const { clock } = await at.shop.context();
  await goTo(at.shop, new Date(clock.now().getTime() + minutes * 60_000));
  await at.shop.quiet({ mayFail: true });
};
const stateOf = async (importId: bigint) => (await at.read(importId)).row.state;
const statusesOf = async (cids: readonly number[]) => {
  const all = await Promise.all(cids.map((cid) => at.contracts(cid)));
  return all.map((contracts) => contracts.map(({ status }) => status).join());
};
const refuseCancel = () =>
  ok("refuse-next", {
    ...{ operation: "subscriptionContractCancel", code: "INVALID", message: "Not now" },
  });
const doneOf = async () => {
  const { db, shop } = await at.shop.context();
  const rows = await db.prisma.activity.findMany({
    where: { shopId: shop.id, kind: "contract_import.undone" },
    orderBy: { id: "asc" },
  });
  return rows.map(({ message }) => message);
};
/** Customers, and a good line of each. */
const linesOf = async (count: number, prices: readonly string[] = []) => {
  const cids: number[] = [];
  for (let made = 0; made < count; made += 1) cids.push(await at.newCustomer());
  const lines = await Promise.all(
    cids.map((cid, i) => at.line({ customer: String(cid), price: prices[i] ?? "12.50" })),
  );
  return { cids, lines };
};
/** What was taken back comes again, and each subscriber has one contract that waits. */
async function expectToComeAgain(
  cids: readonly number[],
  lines: Awaited<ReturnType<typeof linesOf>>["lines"],
) {
  const again = await at.upload(
    lines.map((line) => ({ ...line, price: "13.00" })),
    "again.csv",
  );
  expect((await at.read(again)).row).toMatchObject({ readyCount: lines.length, repeatedCount: 0 });
  await at.confirm(again);
  expect(await imported.statesOf(again)).toEqual(lines.map(() => "created"));
  for (const cid of cids) {
    const live = (await at.contracts(cid)).filter(({ status }) => status !== "CANCELLED");
    expect(live).toMatchObject([{ status: "PAUSED" }]);
  }
}

/** An import of two contracts, the second of which cannot be stored: it is on the platform alone. */
async function withUnstored() {
  const { db, shop } = await at.shop.context();
  const { cids, lines } = await linesOf(2, ["12.50", "77.77"]);
  const importId = await at.upload(lines);
  const theirs = `NEW.price_minor = 7777 AND NEW.shop_id = ${shop.id}`;
  await refuseRows(db.pool, "INSERT", "subscriptions", theirs);
  await at.confirm(importId).catch(() => {});
  await pass(6);
  await pass(6);
  expect(await stateOf(importId)).toBe("waiting");
  expect(await at.lines(importId)).toMatchObject([
    { state: "created" },
    { state: "created", subscriptionId: null },
  ]);
  return { cids, lines, importId };
}

test("taking back cancels a contract that could not be stored as well, and it stays taken back once it can be", {
  meta: { slow: "two customers' imports, each read to its end, and a day that passes" },
}, async () => {
  const { cids, lines, importId } = await withUnstored();
  const { db, shop } = await at.shop.context();
  try {
    await undo(importId);
  } finally {
    await takeRowsAgain(db.pool, "subscriptions");
  }
  expect(await statusesOf(cids)).toEqual(["CANCELLED", "CANCELLED"]);
  expect(await imported.statesOf(importId)).toEqual(["undone", "undone"]);
  expect(await stateOf(importId)).toBe("undone");
  await pass(25 * 60);
  const rows = await db.prisma.subscription.findMany({ where: { shopId: shop.id } });
  expect(rows.map(({ status, importState }) => [status, importState])).toEqual([
    ["cancelled", "undone"],
    ["cancelled", "undone"],
  ]);
  expect(await imported.statesOf(importId)).toEqual(["undone", "undone"]);
  expect(await readMailbox(at.shop)).toEqual([]);
  await expectToComeAgain(cids, lines);
});

test("a contract that the platform does not cancel keeps its import where it can be taken back again, which goes on with it", async () => {
  const { cids, lines } = await linesOf(3);
  const importId = await at.upload(lines);
  await at.confirm(importId);
  await refuseCancel();
  await undo(importId);
  expect(await stateOf(importId)).toBe("waiting");
  expect(await statusesOf(cids)).toEqual(["PAUSED", "CANCELLED", "CANCELLED"]);
  const left = await at.lines(importId);
  expect(left).toMatchObject([
    {
      state: "created",
      reason: "not canceled: the platform does not allow it for this contract (INVALID)",
    },
    { state: "undone", reason: null },
    { state: "undone", reason: null },
  ]);
  expect((await at.read(importId)).troubled).toBe(1);
  expect(await imported.rowOf(cids[0] ?? 0)).toMatchObject({
    ...{ status: "paused", importState: "waiting" },
  });
  await undo(importId);
  expect(await stateOf(importId)).toBe("undone");
  expect(await statusesOf(cids)).toEqual(["CANCELLED", "CANCELLED", "CANCELLED"]);
  expect(await at.lines(importId)).toMatchObject(
    lines.map(() => ({ state: "undone", reason: null })),
  );
  expect(await doneOf()).toEqual([
    "“old-app.csv” was taken back in part. Canceled before they began: 2. Not canceled: 1, and the import says why.",
    "“old-app.csv” was taken back: 3 subscriptions were canceled before they began.",
  ]);
  expect(await readMailbox(at.shop)).toEqual([]);
  await expectToComeAgain(cids, lines);
});

test("what could not be taken back can be activated instead, and is charged from then on", async () => {
  const { cids, lines } = await linesOf(2);
  const importId = await at.upload(lines);
  await at.confirm(importId);
  await refuseCancel();
  await undo(importId);
  await at.activate(importId);
  expect(await imported.statesOf(importId)).toEqual(["active", "undone"]);
  const [kept = 0, gone = 0] = cids;
  expect(await imported.rowOf(kept)).toMatchObject({ status: "active", importState: "active" });
  await pass(11 * 24 * 60);
  expect(await imported.chargesOf(kept)).toHaveLength(1);
  expect(await imported.chargesOf(gone)).toEqual([]);
});

test.each(["subscriptionContractExpire", "subscriptionContractCancel"])(
  "a contract that has ended on the platform, unheard of here, is taken back with the others (%s)",
  async (operation) => {
    const { cids, lines } = await linesOf(2);
    const importId = await at.upload(lines);
    await at.confirm(importId);
    await ok("webhooks", { lose: true });
    const [contract] = await at.contracts(cids[0] ?? 0);
    await askPlatform(
      at.shop,
      `mutation ($id: ID!) { ${operation}(subscriptionContractId: $id) { userErrors { code } } }`,
      { id: `gid://shopify/SubscriptionContract/${contract?.contractId}` },
    );
    await undo(importId);
    expect(await imported.statesOf(importId)).toEqual(["undone", "undone"]);
    expect(await stateOf(importId)).toBe("undone");
    expect(await imported.rowOf(cids[0] ?? 0)).toMatchObject({
      ...{ status: "cancelled", importState: "undone" },
    });
  },
);

test("a contract that turns up after its import was taken back is canceled by itself", async () => {
  const { cids, lines } = await linesOf(1);
  const [cid = 0] = cids;
  const importId = await at.upload(lines);
  const { db, shop } = await at.shop.context();
  // As a line is left whose call got no answer, and whose contract could not be looked for.
  await db.prisma.contractImport.update({
    where: { shopId_id: { shopId: shop.id, id: importId } },
    data: { state: "waiting" },
  });
  const [line] = await db.prisma.contractImportLine.updateManyAndReturn({
    where: { shopId: shop.id, importId },
    data: { state: "created", creationKey: `late-${importId}` },
  });
  await undo(importId);
  expect(await stateOf(importId)).toBe("undone");
  if (!line) throw new Error("The import has no line.");
  await imported.makeOnPlatform(cid, line);
  await at.shop.quiet();
  expect(await statusesOf(cids)).toEqual(["CANCELLED"]);
  expect(await imported.rowOf(cid)).toMatchObject({ importState: "undone" });
  expect(await imported.statesOf(importId)).toEqual(["undone"]);
});

test("of a line whose contract is not stored, activating says so and leaves the others their beginning", async () => {
  const { importId, cids } = await withUnstored();
  const { db } = await at.shop.context();
  try {
    await confirmActivation(await merchant(), { importId, hasStopped: true });
    await at.shop.quiet({ mayFail: true });
  } finally {
    await takeRowsAgain(db.pool, "subscriptions");
  }
  expect(await at.lines(importId)).toMatchObject([
    { state: "active", reason: null },
    { state: "created", reason: expect.stringContaining("could not be stored") },
  ]);
  expect(await statusesOf(cids)).toEqual(["ACTIVE", "PAUSED"]);
});
