import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { billedSubscription } from "./billed-subscription.ts";
import type { TestShop } from "./test-shop.ts";

export type CreditOwner = Awaited<ReturnType<typeof creditOwner>>;

/** A subscription of 15.00 whose owner wants store credit to pay the renewals, and what becomes of both. */
export async function creditOwner(shop: TestShop) {
  const context = await shop.context();
  const subscription = await billedSubscription(shop);
  const { customerId, nextBillingAt: dueAt } = await subscription.row();
  if (!customerId || !dueAt) throw new Error("The contract has no customer or no date.");
  await setRenewalChoice(context, customerId, true);
  return {
    subscription,
    customerId,
    dueAt,
    credit: (amountMinor: number) =>
      postCredit(context, {
        customerId,
        unit: "money",
        amountMinor,
        typeCode: CREDIT_TYPES.adjustment,
        message: "A gift",
      }),
    /** What can be spent, and what is held. */
    account: async () => {
      const { availableMinor, heldMinor } = await readCreditAccount(
        await shop.context(),
        customerId,
      );
      return { availableMinor, heldMinor };
    },
    /** Those that are posted, oldest first: [type, amount]. */
    entries: async (): Promise<[number, number][]> => {
      const rows = await context.db.prisma.creditEntry.findMany({
        where: { shopId: context.shop.id, customerId, status: 0 },
        orderBy: { id: "asc" },
      });
      return rows.map(({ typeCode, amountMinor }) => [typeCode, Number(amountMinor)]);
    },
    /** On the platform's contract. */
    discounts: async () => {
      const contract = await context.platform.getContract(subscription.contractId);
      return contract?.discounts.map(({ title }) => title);
    },
    /** The order of the last charge. */
    lastOrder: async () => {
      const attempt = (await subscription.attempts()).at(-1);
      const order = await context.platform.getOrder(Number(attempt?.platformOrderId));
      if (!order) throw new Error("There is no order.");
      return order;
    },
  };
}
