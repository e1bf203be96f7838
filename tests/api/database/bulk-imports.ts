import { importCharges } from "#app/domain/billing/past-charges/import-charges.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { checkImport } from "#app/domain/contract-imports/check-import.ts";
import { IMPORT_COLUMNS } from "#app/domain/contract-imports/lines/import-columns.ts";
import { uploadImport } from "#app/domain/contract-imports/upload-import.ts";
import { importShop } from "#app/domain/installation/import-shop.ts";
import { importOrders } from "#app/domain/orders/import-orders.ts";
import { csvLine } from "#app/lib/csv.ts";
import type { Platform, PlatformCustomer } from "#app/platform/platform.ts";
import type { PastCharge } from "#app/platform/platform-billing.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import type { PlatformOrderFacts } from "#app/platform/platform-order.ts";

/** Numbers that the filled store has given to nothing. */
const UNUSED = 800_000_000_000;
const MANY = 300;

const many = <T>(make: (at: number) => T): T[] => Array.from({ length: MANY }, (_, at) => make(at));

/** Imports what a store has on the platform: some of it the store's rows have already, most is new. */
export async function importFromPlatform(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const { currency } = shop;
  const at = new Date(context.clock.now().getTime() - 86_400_000);
  const owned = await db.prisma.customer.findMany({ where: { shopId: shop.id }, take: MANY });
  const rows = await db.prisma.subscription.findMany({ where: { shopId: shop.id }, take: MANY });
  const plan = await db.prisma.plan.findFirstOrThrow({ where: { shopId: shop.id } });
  const ownerOf = (n: number) => Number(owned[n % owned.length]?.platformCustomerId);
  const contractOf = (n: number) => Number(rows[n % rows.length]?.platformContractId);
  const platform = {
    listPlanGroups: async () => [],
    listCustomers: async () => ({ items: customers(at), nextCursor: null }),
    listContracts: async () => ({
      items: many((n) => contract(n, { customerId: UNUSED + n, currency, at, plan })),
      nextCursor: null,
    }),
    startOrderExport: async () => "gid",
    startChargeExport: async () => "gid",
    getExport: async () => ({ state: "completed", found: MANY, url: "http://127.0.0.1:9" }),
    async *readOrderExport() {
      yield* many((n) =>
        order(n, { customerId: ownerOf(n), contractId: contractOf(n), currency, at }),
      );
    },
    async *readChargeExport() {
      yield* many((n) => charge(n, contractOf(n), at));
    },
  } as unknown as Platform;
  const importing = { ...context, platform };
  await importShop(importing);
  await importOrders(importing);
  await importCharges(importing);
}

const customers = (at: Date): PlatformCustomer[] =>
  many((n) => ({
    ...{ customerId: UNUSED + n, isPartial: false, email: `imported-${n}@example.com` },
    ...{ firstName: "Anna", lastName: `Number ${n}`, locale: "en", createdAt: at, updatedAt: at },
  }));

function contract(
  n: number,
  {
    customerId,
    currency,
    at,
    plan,
  }: {
    customerId: number;
    currency: string;
    at: Date;
    plan: { platformPlanId: bigint; name: string };
  },
): PlatformContract {
  const interval = { unit: "month", count: 1 } as const;
  return {
    ...{ contractId: UNUSED + n, customerId, status: "active", currency, revisionId: "1" },
    ...{
      nextBillingAt: new Date(at.getTime() + 20 * 86_400_000),
      interval,
      billingAnchors: [],
      deliveryInterval: interval,
    },
    ...{
      priceMinor: 1000,
      deliveryMinor: 0,
      discounts: [],
      lastCharge: null,
      chargeRunning: false,
    },
    ...{ paymentMethod: null, card: null, originOrderId: null, creationKey: null },
    ...{ createdAt: at, updatedAt: at },
    lines: [
      {
        ...{ lineGid: `gid://line/${n}`, title: "Gold", variantTitle: null, imageUrl: null },
        ...{ quantity: 1, priceMinor: 1000, discountedMinor: 1000, priceSteps: [] },
        ...{ sellingPlanId: Number(plan.platformPlanId), sellingPlanName: plan.name },
      },
    ],
  };
}

function order(
  n: number,
  {
    customerId,
    contractId,
    currency,
    at,
  }: { customerId: number; contractId: number; currency: string; at: Date },
): PlatformOrderFacts {
  return {
    ...{ orderId: UNUSED + n, name: `#${UNUSED + n}`, isPartial: false, customerId, email: null },
    ...{ customerName: null, countryCode: "DE", province: null, createdAt: at, processedAt: at },
    ...{
      updatedAt: at,
      cancelledAt: null,
      fulfilledAt: at,
      isTest: false,
      financialStatus: "paid",
    },
    ...{ currency, totalMinor: 1000, subtotalMinor: 1000, taxMinor: 0, discountMinor: 0 },
    ...{
      ...{ deliveryMinor: 0, besideMinor: 0, taxesIncluded: true, sentAt: [at] },
      presentment: { currency, totalMinor: 1000 },
      gateways: [],
      channel: null,
    },
    ...{ attributes: [], discountCodes: [], transactions: [], disputes: [] },
    lines: [
      {
        ...{ title: "Gold", quantity: 1, productId: 1, variantId: 1, totalMinor: 1000 },
        ...{ lineId: UNUSED + n, isGiftCard: false, paidMinor: 1000, taxMinor: 0, discounts: [] },
        ...{ sellingPlanId: null, sellingPlanName: null, contractId, beganContract: false },
      },
    ],
    refunds:
      n % 10 === 0
        ? [{ refundId: UNUSED + n, createdAt: at, amountMinor: 100, besideMinor: 0, lines: [] }]
        : [],
  };
}

const charge = (n: number, contractId: number, at: Date): PastCharge =>
  ({
    ...{ attemptId: UNUSED + n, contractId, idempotencyKey: `imported-${n}`, createdAt: at },
    outcome: { kind: "failed", at, code: "CARD_DECLINED", missingItems: [] },
  }) as unknown as PastCharge;

/** Uploads another app's contracts and has each line checked. */
export async function checkContractFile(context: ShopContext): Promise<void> {
  const owned = await context.db.prisma.customer.findMany({
    where: { shopId: context.shop.id },
    take: MANY,
  });
  const lines = owned.map(({ platformCustomerId }, n) => {
    const cells: Record<string, string> = {
      ...{ external_id: `old-${n}`, customer: String(platformCustomerId), price: "12.50" },
    };
    return csvLine(IMPORT_COLUMNS.map((column) => cells[column] ?? ""));
  });
  const bytes = Buffer.from([csvLine(IMPORT_COLUMNS), ...lines].join(""));
  const id = await uploadImport(context, { name: "contracts.csv", bytes });
  const platform = {
    listVariants: async () => new Map(),
    listPaymentMethods: async () => new Map(),
    listPlanGroupProducts: async () => [],
  } as unknown as Platform;
  await checkImport({ ...context, platform }, id);
}
