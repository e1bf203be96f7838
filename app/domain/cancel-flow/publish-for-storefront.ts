import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import type { ShopContext } from "../context.ts";
import { listShownReasons } from "./get-cancel-flow.ts";
import { toOwnContract } from "./own-contract.ts";

/** The customer metafield that the contract names (section 4.7), in the app's own namespace. */
const CUSTOMER_KEY = "customer_subscription1";

/**
 * Writes what the storefront renders for one customer: all their contracts, and `scid`, the numeric id
 * of the one that a cancel button is about (the membership that is not over, else the newest live
 * contract, else the newest). Safe to repeat.
 */
export async function publishCustomer(context: ShopContext, customerId: bigint): Promise<void> {
  const customer = await context.db.prisma.customer.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: customerId } },
    include: {
      subscriptions: {
        include: { appliedOffers: { where: { state: "active" } } },
        orderBy: { platformContractId: "desc" },
      },
    },
  });
  if (!customer || customer.redactedAt) return;
  const { subscriptions } = customer;
  const live = subscriptions.filter(({ status }) => status !== "cancelled");
  const main = live.find(({ kind }) => kind === "membership") ?? live[0] ?? subscriptions[0];
  const value = main && {
    scid: main.platformContractId,
    contracts: subscriptions.map((row) => ({
      ...toOwnContract(context, row, row.appliedOffers[0] ?? null),
      // Counted as paused, as nothing is charged; but nobody has paused it, and its owner should know.
      paymentFailed: row.platformStatus === "failed",
    })),
  };
  await context.platform.publishCustomerData(
    Number(customer.platformCustomerId),
    CUSTOMER_KEY,
    value ? toSnakeCaseJson(value, context.shop.ianaTimezone) : null,
  );
}

/** Writes the reasons and the contact address that the cancel flow is rendered with. Safe to repeat. */
export async function publishCancelFlow(context: ShopContext): Promise<void> {
  await context.platform.publishShopData("cancel_flow", "settings", {
    reasons: await listShownReasons(context),
    contact_email: context.shop.contactEmail,
  });
}
