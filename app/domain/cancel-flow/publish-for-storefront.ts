import { firstWithin } from "#app/lib/first-within.ts";
import { toSnakeCaseJson } from "#app/lib/snake-case-json.ts";
import type { ShopContext } from "../context.ts";
import { listShownReasons } from "./get-cancel-flow.ts";
import { toOwnContract } from "./own-contract.ts";

/** The customer metafield that the contract names (section 4.7), in the app's own namespace. */
const CUSTOMER_KEY = "customer_subscription1";

/** The platform keeps 128 KiB; the rest is for what stands around the contracts. */
const MAX_CONTRACT_BYTES = 120 * 1024;

/**
 * Writes what the storefront renders for one customer: their contracts, as many as there is room for, those that are
 * not over first, and `scid`, the numeric id of the one that a cancel button is about (the membership that is not
 * over, else the newest live contract, else the newest). Safe to repeat.
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
  const ended = subscriptions.filter(({ status }) => status === "cancelled");
  const contracts = [...new Set(main ? [main, ...live, ...ended] : [])].map((row) => {
    const own = toOwnContract(context, row, row.appliedOffers[0] ?? null);
    const { chargeDueSince, ...contract } = own;
    return toSnakeCaseJson(
      {
        ...contract,
        // The theme compares it with the day on which the page is rendered.
        nextBillingDate: contract.nextBillingDate ?? chargeDueSince,
        // The theme says when it ended, too.
        endsOn: contract.endsOn ?? row.endsAt,
        // Counted as paused, as nothing is charged; but nobody has paused it, and its owner should know.
        paymentFailed: row.platformStatus === "failed",
      },
      context.shop.ianaTimezone,
    );
  });
  const value = main && {
    scid: Number(main.platformContractId),
    contracts: firstWithin(contracts, MAX_CONTRACT_BYTES).sort(
      (a, b) => b.contract_id - a.contract_id,
    ),
  };
  await context.platform.publishCustomerData(
    Number(customer.platformCustomerId),
    CUSTOMER_KEY,
    value ?? null,
  );
}

/** Writes the reasons and the contact address that the cancel flow is rendered with. Safe to repeat. */
export async function publishCancelFlow(context: ShopContext): Promise<void> {
  await context.platform.publishShopData("cancel_flow", "settings", {
    reasons: await listShownReasons(context),
    contact_email: context.shop.contactEmail,
  });
}
