import { type Check, failing, ok, type StoreFacts } from "../check.ts";

/** The platform counts in the currency in which all amounts here are. */
export const currencyCheck: Check<StoreFacts> = {
  name: "Currency",
  async run({ context: { db, shop } }) {
    const { platformCurrency } = await db.prisma.shop.findUniqueOrThrow({
      where: { id: shop.id },
      select: { platformCurrency: true },
    });
    if (platformCurrency === null) return ok(`${shop.currency}, as on the platform.`);
    return failing(
      `The platform has ${platformCurrency}, and all amounts here are in ${shop.currency}.`,
      `Set the store's currency back to ${shop.currency}. Nothing here is converted by itself.`,
    );
  },
};
