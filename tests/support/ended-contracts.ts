import { expect } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import type { AnyJson } from "./any-json.ts";
import { askPlatform } from "./ask-platform.ts";
import { type BilledSubscription, billedSubscription } from "./billed-subscription.ts";
import type { TestShop } from "./test-shop.ts";

/** A contract and its owner. */
export type Own = Pick<BilledSubscription, "cid" | "contractId">;

export type EndedContracts = ReturnType<typeof endedContracts>;

/** How shoppers of a store end contracts and start them again, and what the platform has of them. */
export function endedContracts(shop: TestShop, zone: string) {
  const now = async () => (await shop.context()).clock.now();

  const cancel = async ({ cid, contractId }: Own): Promise<void> => {
    const path = `/storefront/cancel-flow/${contractId}/cancel`;
    expect((await shop.proxy(path, { cid, body: {} })).status).toBe(200);
    await shop.quiet();
  };

  return {
    now,
    cancel,
    /** Canceled with ten days left that are paid. */
    canceled: async (contract: Record<string, unknown> = {}): Promise<BilledSubscription> => {
      const next_billing_date = addDays(await now(), 10, zone);
      const own = await billedSubscription(shop, { next_billing_date, ...contract });
      await cancel(own);
      return own;
    },
    look: async ({ cid, contractId }: Own): Promise<AnyJson> =>
      (await shop.proxy(`/storefront/portal/${contractId}`, { cid })).body,
    again: ({ cid, contractId }: Own, revision: string) =>
      shop.proxy(`/storefront/portal/${contractId}/changes`, {
        cid,
        body: { action: "reactivate", revision },
      }),
    /** All contracts of a customer in the platform's own record, oldest first. */
    contractsOf: async ({ cid }: Own): Promise<AnyJson[]> => {
      const { customer } = await askPlatform(
        shop,
        `query ($id: ID!) { customer(id: $id) { subscriptionContracts(first: 10) { nodes {
          id status nextBillingDate customerPaymentMethod { id }
          lines(first: 5) { nodes { variantId quantity currentPrice { amount } sellingPlanId } } } } } }`,
        { id: `gid://shopify/Customer/${cid}` },
      );
      return customer.subscriptionContracts.nodes;
    },
  };
}
