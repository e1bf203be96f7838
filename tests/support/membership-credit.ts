import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { billedSubscription, goTo } from "./billed-subscription.ts";
import type { TestShop } from "./test-shop.ts";

export type CreditedMembership = Awaited<ReturnType<typeof creditedMembership>>;

/** A membership, or another contract, whose plan gives 10.00 with each paid charge of 15.00. */
export async function creditedMembership(shop: TestShop, contract: Record<string, unknown> = {}) {
  const membership = await billedSubscription(shop, contract);
  const { customerId, planId } = await membership.row();
  if (!customerId || !planId) throw new Error("The contract has no customer or no plan.");
  const made = {
    membership,
    customerId,
    planId,
    /** What the plan gives from now on. */
    give: async (amount: string | null, more: Record<string, unknown> = {}) => {
      const policy = { planId: String(planId), amount, expiryMonths: null, forfeitOnCancel: false };
      return setPlanPolicies(await shop.context(), { policies: [{ ...policy, ...more }] });
    },
    /** Charges the membership on its next date. @returns the platform's number of the order. */
    renew: async (): Promise<number> => {
      const { nextBillingAt } = await membership.row();
      if (!nextBillingAt) throw new Error("The contract has no next date.");
      await goTo(shop, nextBillingAt);
      const last = (await membership.attempts()).at(-1);
      return Number(last?.platformOrderId);
    },
    /** The customer's entries, oldest first: [type, amount]. */
    entries: async (): Promise<[number, number][]> => {
      const { db, shop: row } = await shop.context();
      const rows = await db.prisma.creditEntry.findMany({
        where: { shopId: row.id, customerId },
        orderBy: { id: "asc" },
      });
      return rows.map(({ typeCode, amountMinor }) => [typeCode, Number(amountMinor)]);
    },
  };
  await made.give("10.00");
  return made;
}
