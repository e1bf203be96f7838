import type { ShopContext } from "../context.ts";

/**
 * Writes the translations of the plans' names for the storefront, by the name that a contract has. A plan that
 * nobody has translated is not in it, and is shown by its own name. Safe to repeat.
 */
export async function publishPlanNames(context: ShopContext): Promise<void> {
  const plans = await context.platform.listPlanNames();
  const translated = plans.filter(({ translations }) => translations.size > 0);
  const names = translated.map(({ name, translations }) => [
    name,
    Object.fromEntries(translations),
  ]);
  await context.platform.publishShopData(
    "cancel_flow",
    "plan_names",
    names.length > 0 ? Object.fromEntries(names) : null,
  );
}
