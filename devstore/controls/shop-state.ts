import type { Devstore } from "../devstore.ts";
import { proxyPathOf } from "../find-shop.ts";
import { approvalsOf } from "../protected-data/approvals.ts";
import type { DevContract } from "../state/contract.ts";
import { customerName } from "../state/customer.ts";
import type { DevShop } from "../state/shop.ts";
import { readControls } from "../state/shop-controls.ts";

/** Written on a selling plan group, this makes its plans memberships. */
export const membershipMarker = "perennial-membership";

type Status = "active" | "paused" | "cancelled" | "none";

/** What `GET /__dev/state` answers. */
export interface ShopState {
  shop: Record<string, unknown>;
  clock: { now: string; offset_ms: number };
  app: Record<string, unknown>;
  customers: { cid: number; email: string; name: string; status: Status; contract_ids: number[] }[];
  plans: Record<string, unknown>[];
  products: Record<string, unknown>[];
  counts: Record<string, number>;
  controls: Record<string, unknown>;
}

export function shopState(devstore: Devstore, shop: DevShop): ShopState {
  const { state } = devstore;
  const { domain } = shop;
  const contracts = Map.groupBy(state.list(domain, "contract"), (one) => one.customerId);
  const groups = state.list(domain, "sellingPlanGroup");
  const membershipPlans = new Set(
    groups
      .filter((group) => group.appId === membershipMarker)
      .flatMap((group) => group.plans.map((plan) => plan.id)),
  );
  const current = state.shop(domain) ?? shop;
  const { webhooks, throttlePointsPerSecond } = readControls(state, domain);
  const use = devstore.throttle.use(domain);
  return {
    shop: {
      id: current.id,
      domain,
      name: current.name,
      email: current.email,
      timezone: current.timezone,
      currency: current.currency,
      plan: current.plan,
    },
    clock: { now: state.now(domain).toISOString(), offset_ms: current.clockOffsetMs },
    app: {
      installed: current.installation !== null,
      scopes: current.installation?.scopes ?? [],
      installed_at: current.installation?.installedAt ?? null,
      uninstalled_at: current.uninstalledAt,
      protected_data: approvalsOf(current),
      proxy_path: proxyPathOf(devstore, current),
      url: current.appUrl ?? devstore.appConfig.appUrl,
    },
    customers: state.list(domain, "customer").map((customer) => {
      const own = contracts.get(customer.id) ?? [];
      return {
        cid: customer.id,
        email: customer.email ?? "",
        name: customerName(customer),
        locale: customer.locale,
        status: membershipStatus(own, membershipPlans),
        contract_ids: own.map((contract) => contract.id),
      };
    }),
    plans: groups.flatMap((group) =>
      group.plans.map((plan) => ({
        plan_id: plan.id,
        name: plan.name,
        group: group.name,
        kind: membershipPlans.has(plan.id) ? "membership" : "product",
      })),
    ),
    products: state.list(domain, "product").map((product) => ({
      product_id: product.id,
      title: product.title,
      variant_ids: product.variants.map((variant) => variant.id),
    })),
    counts: countsOf(devstore, domain),
    controls: {
      webhooks: {
        duplicate: webhooks.copies - 1,
        reorder: webhooks.reorder,
        delay_ms: webhooks.delayMs,
        lose: webhooks.lose ?? 0,
      },
      throttle: {
        points_per_second: throttlePointsPerSecond,
        answered: use.answered,
        points_used: use.pointsUsed,
        throttled: use.throttled,
      },
    },
  };
}

/**
 * The best of a customer's memberships: one that runs, else one that waits, else one that ended. A
 * failed contract waits too: nothing is charged until somebody activates it again.
 */
function membershipStatus(contracts: DevContract[], membershipPlans: Set<number>): Status {
  const memberships = contracts.filter((contract) =>
    contract.lines.some(
      (line) => line.sellingPlanId !== null && membershipPlans.has(line.sellingPlanId),
    ),
  );
  if (memberships.some((one) => one.status === "ACTIVE")) return "active";
  if (memberships.some((one) => one.status === "PAUSED" || one.status === "FAILED")) {
    return "paused";
  }
  return memberships.length > 0 ? "cancelled" : "none";
}

function countsOf(devstore: Devstore, domain: string): Record<string, number> {
  const { state } = devstore;
  const deliveries = state.list(domain, "webhookDelivery");
  return {
    customers: state.list(domain, "customer").length,
    contracts: state.list(domain, "contract").length,
    orders: state.list(domain, "order").length,
    billing_attempts: state.list(domain, "billingAttempt").length,
    products: state.list(domain, "product").length,
    discount_codes: state.list(domain, "discountCode").length,
    webhooks_waiting: deliveries.filter((one) => one.status === "queued").length,
    webhooks_failed: deliveries.filter((one) => one.status === "failed").length,
  };
}
