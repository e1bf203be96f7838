import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openExportFile } from "#app/domain/data-export/files/read-export-file.ts";
import { requestExportFile } from "#app/domain/data-export/files/request-export-file.ts";
import { findDiffering } from "#app/domain/data-export/rows/compare-exports.ts";
import { connectPoints, disconnectPoints } from "#app/domain/points-integration/connect-points.ts";
import { enqueuePointsReads, readPoints } from "#app/domain/points-integration/read-points.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Points of another program in the rows of members (contract, section 2.3).

const STARS = { name: "stars", namespace: "star_club", key: "balance", isHidden: false };

let testApp: TestApp;
let shop: TestShop;
let members: number[];

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  members = [];
  for (let number = 0; number < 3; number += 1) {
    members.push((await shop.createContract({ price: "15.00" })).cid);
  }
  await shop.quiet();
});

async function setBalance(cid: number, value: string, type = "number_decimal"): Promise<void> {
  const { metafieldsSet } = await askPlatform(
    shop,
    `mutation ($metafields: [MetafieldsSetInput!]!) {
      metafieldsSet(metafields: $metafields) { userErrors { message } } }`,
    {
      metafields: [
        {
          ownerId: `gid://shopify/Customer/${cid}`,
          namespace: "star_club",
          key: "balance",
          type,
          value,
        },
      ],
    },
  );
  expect(metafieldsSet.userErrors).toEqual([]);
}

const connect = async (more: Partial<typeof STARS> = {}) => {
  await connectPoints(await shop.context(), { ...STARS, ...more });
  await shop.quiet();
};

/** What the rows of the members say beside the contract's other fields, in the order of the members. */
async function ownFields(): Promise<Record<string, string>[]> {
  const { status, body } = await shop.proxy("/data/members", { key: shop.key });
  expect(status).toBe(200);
  const context = await shop.context();
  const facts = await context.db.prisma.member.findMany({ where: { shopId: context.shop.id } });
  const ids = facts.map(({ customerId }) => customerId);
  expect(await findDiffering(context, "members", ids)).toEqual([]);
  return body.data.map((row: Record<string, string>) => {
    const { platform_customer_gid: gid, email, balance_from_subscribfy: balance, ...own } = row;
    expect([typeof gid, typeof email, typeof balance]).toEqual(["string", "string", "string"]);
    return own;
  });
}

test("rows have the balance under the program's name, two decimals, and nothing for who has none", async () => {
  expect(await ownFields()).toEqual([{}, {}, {}]);
  await setBalance(members[0] as number, "120", "number_integer");
  await setBalance(members[1] as number, "7.255");
  await connect();
  expect(await ownFields()).toEqual([
    { stars_points: "120.00" },
    { stars_points: "7.26" },
    { stars_points: "" },
  ]);
});

test("what is no number is no balance", async () => {
  for (const [at, value] of [" 12 ", "1e9", "12 stars"].entries()) {
    await setBalance(members[at] as number, value, "single_line_text_field");
  }
  await connect();
  expect(await ownFields()).toEqual([
    { stars_points: "12.00" },
    { stars_points: "" },
    { stars_points: "" },
  ]);
});

test("a hidden balance is a dash, and is shown again without another reading", async () => {
  await setBalance(members[0] as number, "5");
  await connect({ isHidden: true });
  expect(await ownFields()).toEqual(Array(3).fill({ stars_points: " - " }));
  await connect();
  expect((await ownFields())[0]).toEqual({ stars_points: "5.00" });
});

test("rows get the field when all balances are read, and not before", async () => {
  await setBalance(members[0] as number, "5");
  const context = await shop.context();
  await shop.control("fail-next", { operation: "nodes", status: 503, count: 1000 });
  await connectPoints(context, STARS);
  expect(await ownFields()).toEqual([{}, {}, {}]);
  await shop.control("clear-faults");
  await readPoints(context);
  expect((await ownFields())[0]).toEqual({ stars_points: "5.00" });
});

test("another name, another metafield and none change every row, which keep their places", async () => {
  await setBalance(members[0] as number, "5");
  await connect();
  await connect({ name: "moons" });
  expect((await ownFields())[0]).toEqual({ moons_points: "5.00" });
  await connect({ name: "moons", key: "other" });
  expect(await ownFields()).toEqual(Array(3).fill({ moons_points: "" }));
  await disconnectPoints(await shop.context());
  expect(await ownFields()).toEqual([{}, {}, {}]);
  await disconnectPoints(await shop.context());
  const { db, shop: row } = await shop.context();
  expect(await db.prisma.customerPoints.count({ where: { shopId: row.id } })).toBe(0);
});

test("the nightly reading updates what has changed, also a balance that is gone", async () => {
  await setBalance(members[0] as number, "5");
  await setBalance(members[1] as number, "6");
  await connect();
  await setBalance(members[0] as number, "50");
  await setBalance(members[1] as number, "none", "single_line_text_field");
  expect((await ownFields())[0]).toEqual({ stars_points: "5.00" });
  await enqueuePointsReads(testApp.app);
  await shop.quiet();
  expect(await ownFields()).toEqual([
    { stars_points: "50.00" },
    { stars_points: "" },
    { stars_points: "" },
  ]);
});

test("a change of the customer brings the balance along", async () => {
  await connect();
  await setBalance(members[2] as number, "9");
  const { customerUpdate } = await askPlatform(
    shop,
    `mutation ($input: CustomerInput!) { customerUpdate(input: $input) { userErrors { message } } }`,
    { input: { id: `gid://shopify/Customer/${members[2]}`, firstName: "Ada" } },
  );
  expect(customerUpdate.userErrors).toEqual([]);
  await shop.quiet();
  expect((await ownFields())[2]).toEqual({ stars_points: "9.00" });
});

test("a reading for the metafield of before changes nothing", async () => {
  await setBalance(members[0] as number, "5");
  const context = await shop.context();
  const { platform } = context;
  await connect();
  const slow = {
    ...context,
    platform: {
      ...platform,
      listCustomerMetafields: async (
        ...asked: Parameters<typeof platform.listCustomerMetafields>
      ) => {
        const found = await platform.listCustomerMetafields(...asked);
        await connect({ key: "other" });
        return found;
      },
    },
  };
  await readPoints(slow);
  expect(await ownFields()).toEqual(Array(3).fill({ stars_points: "" }));
});

test("a file of members has the field as its last column", async () => {
  await setBalance(members[0] as number, "5");
  await connect();
  const context = await shop.context();
  const id = await requestExportFile(context, {
    ...{ export: "members", format: "csv", fromDay: null, toDay: null, filters: {} },
    key: crypto.randomUUID(),
  });
  await shop.quiet();
  const pieces: Uint8Array[] = [];
  for await (const piece of (await openExportFile(context, id)).parts) pieces.push(piece);
  const [names, first] = Buffer.concat(pieces).toString().split("\r\n");
  expect(names?.endsWith(",stars_points")).toBe(true);
  expect(first?.endsWith(",5.00")).toBe(true);
});

test.each([
  ["name", { name: "Stars" }],
  ["name", { name: "" }],
  ["namespace", { namespace: "a" }],
  ["key", { key: "a b" }],
] as const)("names what is wrong: %s %j", async (field, more) => {
  const error = await connectPoints(await shop.context(), { ...STARS, ...more }).catch((e) => e);
  expect(Object.keys(error.fields)).toEqual([field]);
  expect(await ownFields()).toEqual([{}, {}, {}]);
});
