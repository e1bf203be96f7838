import type { ContractImportLine } from "#app/generated/prisma/client.ts";
import type { ImportingShop } from "./contract-import.ts";

export type ImportedContracts = ReturnType<typeof importedContracts>;

/** Contracts that a store imports, and what the app knows of them. */
export function importedContracts(at: ImportingShop) {
  return {
    statesOf: async (importId: bigint) => (await at.lines(importId)).map(({ state }) => state),
    rowOf: async (cid: number) => {
      const { db, shop } = await at.shop.context();
      return db.prisma.subscription.findFirstOrThrow({
        where: { shopId: shop.id, customer: { platformCustomerId: BigInt(cid) } },
        orderBy: { id: "desc" },
      });
    },
    eventsOf: async () => {
      const { db, shop } = await at.shop.context();
      const rows = await db.prisma.event.findMany({
        where: {
          shopId: shop.id,
          // An import is an event too, and not one of these.
          kind: { startsWith: "subscription.", not: "subscription.imported" },
        },
        orderBy: { id: "asc" },
      });
      return rows.map(({ kind }) => kind);
    },
    chargesOf: async (cid: number) => {
      const { db, shop } = await at.shop.context();
      return db.prisma.billingAttempt.findMany({
        where: {
          shopId: shop.id,
          cycle: { subscription: { customer: { platformCustomerId: BigInt(cid) } } },
        },
      });
    },
    /** An import of one line, confirmed; the contract waits. */
    waiting: async (cells = {}): Promise<{ cid: number; importId: bigint }> => {
      const cid = await at.newCustomer();
      const importId = await at.upload([await at.line({ customer: String(cid), ...cells })]);
      await at.confirm(importId);
      return { cid, importId };
    },
    /** Makes the contract that a checked line asks for, under its key, beside the app. */
    makeOnPlatform: async (cid: number, line: ContractImportLine) => {
      const { db, platform } = await at.shop.context();
      const plan = await db.prisma.plan.findUniqueOrThrow({
        where: { shopId_id: { shopId: line.shopId, id: line.planId ?? 0n } },
      });
      const month = { unit: "month", count: 1 } as const;
      await platform.createContract({
        key: line.creationKey ?? "",
        actor: "merchant",
        customerId: cid,
        currency: "EUR",
        isPaused: true,
        interval: month,
        deliveryInterval: month,
        nextBillingAt: line.nextBillingAt ?? new Date(),
        paymentMethodId: line.paymentMethod ?? "",
        lines: [
          {
            plan: { planId: Number(plan.platformPlanId), name: plan.name },
            variantId: Number(line.variantId),
            quantity: 1,
            priceMinor: 1250,
            pricing: null,
            attributes: [],
          },
        ],
        note: null,
        attributes: [],
        deliveryMinor: 0,
        delivery: null,
      });
    },
  };
}
