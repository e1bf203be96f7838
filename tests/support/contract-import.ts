import { expect } from "vitest";
import { confirmActivation, confirmImport } from "#app/domain/contract-imports/confirm-import.ts";
import { getImport, listImportLines } from "#app/domain/contract-imports/get-import.ts";
import {
  IMPORT_COLUMNS,
  type ImportColumn,
} from "#app/domain/contract-imports/lines/import-columns.ts";
import { uploadImport } from "#app/domain/contract-imports/upload-import.ts";
import { csvLine } from "#app/lib/csv.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { askPlatform } from "./ask-platform.ts";
import { callJson, type TestShop } from "./test-shop.ts";

/** What a line says, by column. */
export type ImportCellTexts = Partial<Record<ImportColumn, string>>;

/** A store into which contracts of another app are imported. */
export interface ImportingShop {
  readonly shop: TestShop;
  /** A plan of the store, and a variant of a product that it sells. */
  readonly membership: { plan: string; variant: string };
  /** The same, of goods that are shipped. */
  readonly goods: { plan: string; variant: string };
  /** A variant that no plan sells with goods. */
  newCustomer(fields?: Record<string, unknown>): Promise<number>;
  newPaymentMethod(cid: number): Promise<string>;
  /** The day that is so many days away, `YYYY-MM-DD` in the store's zone. */
  day(days: number): Promise<string>;
  /** A good line of a membership, whose customer is made unless one is named. */
  line(cells?: ImportCellTexts): Promise<ImportCellTexts>;
  /** Uploads the lines and waits for the check. */
  upload(lines: readonly ImportCellTexts[], name?: string): Promise<bigint>;
  confirm(importId: bigint, leaveOut?: boolean): Promise<void>;
  activate(importId: bigint): Promise<void>;
  read(importId: bigint): ReturnType<typeof getImport>;
  lines(importId: bigint): ReturnType<typeof listImportLines>;
  /** The contracts of a customer, in the platform's own record. */
  contracts(cid: number): Promise<{ contractId: number; status: string; nextBillingAt: Date }[]>;
}

/** Opens it on a store that was seeded with goods and plans. */
export async function importingShop(shop: TestShop): Promise<ImportingShop> {
  let made = 0;
  const merchant = async () => ({
    ...(await shop.context()),
    actor: { kind: "merchant" as const, name: "Ada" },
  });
  const zone = (await shop.context()).shop.ianaTimezone;
  const day = async (days: number) =>
    formatDate(addDays((await shop.context()).clock.now(), days, zone), zone);
  const newCustomer = async (fields: Record<string, unknown> = {}) => {
    const { status, body } = await shop.control("customers", fields);
    expect(status).toBe(200);
    await shop.quiet();
    return body.cid as number;
  };
  const membership = await planOf(shop, "membership");
  return {
    shop,
    membership,
    goods: await planOf(shop, "product"),
    newCustomer,
    newPaymentMethod: async (cid) => {
      const { status, body } = await shop.control(`customers/${cid}/payment-methods`);
      expect(status).toBe(200);
      return body.payment_method_id;
    },
    day,
    line: async (cells = {}) => {
      made += 1;
      return {
        external_id: `old-${made}`,
        ...(cells.customer === undefined &&
          cells.email === undefined && { customer: String(await newCustomer()) }),
        ...membership,
        price: "12.50",
        next_date: await day(10),
        start_date: await day(-400),
        ...cells,
      };
    },
    upload: async (lines, name = "old-app.csv") => {
      const text = [
        csvLine(IMPORT_COLUMNS),
        ...lines.map((cells) => csvLine(IMPORT_COLUMNS.map((column) => cells[column] ?? ""))),
      ].join("");
      const bytes = new TextEncoder().encode(text);
      const importId = await uploadImport(await merchant(), { name, bytes });
      await shop.quiet();
      return importId;
    },
    confirm: async (importId, leaveOut = false) => {
      await confirmImport(await merchant(), { importId, leaveOut });
      await shop.quiet();
    },
    activate: async (importId) => {
      await confirmActivation(await merchant(), { importId, hasStopped: true });
      await shop.quiet();
    },
    read: async (importId) => getImport(await shop.context(), importId),
    lines: async (importId) =>
      listImportLines(await shop.context(), importId, {
        ...{ only: "all", afterPosition: 0, limit: 10_000 },
      }),
    contracts: (cid) => contractsOf(shop, cid),
  };
}

async function planOf(shop: TestShop, kind: string): Promise<{ plan: string; variant: string }> {
  const { db, shop: row, platform } = await shop.context();
  const group = await db.prisma.planGroup.findFirstOrThrow({
    where: { shopId: row.id, kind },
    include: { plans: { orderBy: { id: "asc" } } },
    orderBy: { id: "asc" },
  });
  const [product] = (await platform.listPlanGroupProducts(Number(group.platformGroupId))) ?? [];
  const headers = { "x-forwarded-host": shop.domain };
  const { body } = await callJson(`${shop.devstoreUrl}/__dev/state`, { headers });
  const goods = body.products.find(
    (one: { product_id: number }) => one.product_id === product?.productId,
  );
  const [plan] = group.plans;
  return { plan: plan?.name ?? "", variant: String(goods.variant_ids[0]) };
}

async function contractsOf(shop: TestShop, cid: number) {
  const { customer } = await askPlatform(
    shop,
    `query ($id: ID!) { customer(id: $id) { subscriptionContracts(first: 50) { nodes { id status nextBillingDate } } } }`,
    { id: `gid://shopify/Customer/${cid}` },
  );
  type Node = { id: string; status: string; nextBillingDate: string };
  return customer.subscriptionContracts.nodes.map((node: Node) => ({
    contractId: Number(node.id.split("/").at(-1)),
    status: node.status,
    nextBillingAt: new Date(node.nextBillingDate),
  }));
}
