import type { Devstore } from "../devstore.ts";
import { customerName } from "../state/customer.ts";
import { fixedOfMinor } from "../state/money.ts";
import type { DevShop } from "../state/shop.ts";
import type { Choice, StoreChoices } from "./controls-on-page.ts";

/** A browser shows a list of this many at once and no more. */
const mostChoices = 300;

/** What the store has that its controls can be about: living contracts and the newest orders first. */
export function storeChoices({ state }: Devstore, shop: DevShop): StoreChoices {
  const { domain } = shop;
  const nameOf = (customerId: number | null): string => {
    const customer = customerId === null ? undefined : state.get(domain, "customer", customerId);
    return customer === undefined ? "nobody" : customerName(customer) || `customer ${customer.id}`;
  };
  const contracts = state.list(domain, "contract");
  const living = contracts.filter(({ status }) => status === "ACTIVE");
  return {
    contracts: choicesOf(
      [...living, ...contracts.filter(({ status }) => status !== "ACTIVE")],
      (one) => `${nameOf(one.customerId)}, ${one.status.toLowerCase()}`,
    ),
    customers: choicesOf(state.list(domain, "customer"), (one) => nameOf(one.id)),
    plans: choicesOf(
      state
        .list(domain, "sellingPlanGroup")
        .flatMap((group) =>
          group.plans.map((plan) => ({ id: plan.id, label: `${group.name}: ${plan.name}` })),
        ),
      ({ label }) => label,
    ),
    variants: choicesOf(
      state.list(domain, "product").flatMap(({ title, variants }) =>
        variants.map((variant) => {
          return {
            id: variant.id,
            label: variants.length > 1 ? `${title}, ${variant.title}` : title,
          };
        }),
      ),
      ({ label }) => label,
    ),
    orders: choicesOf(
      state.list(domain, "order").reverse(),
      (one) =>
        `#${one.number}, ${nameOf(one.customerId)}, ${fixedOfMinor(one.totalMinor, one.currency)} ${one.currency}`,
    ),
  };
}

function choicesOf<T extends { id: number }>(
  items: readonly T[],
  label: (item: T) => string,
): Choice[] {
  return items
    .slice(0, mostChoices)
    .map((item) => ({ value: String(item.id), label: label(item) }));
}
