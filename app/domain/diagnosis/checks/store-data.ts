import { formatDateMinute } from "#app/lib/zoned-time.ts";
import { listSetAside } from "../../set-aside/list-set-aside.ts";
import { type Check, ok, type StoreFacts, warning } from "../check.ts";

/** A day, and time for a run that had to be tried again. */
const OVERDUE_MS = 36 * 60 * 60 * 1000;

/** Our rows are what the platform has, as far as the last daily comparison saw. */
export const storeDataCheck: Check<StoreFacts> = {
  name: "Store data",
  async run({ context }) {
    const { db, shop, clock } = context;
    const where = { shopId: shop.id };
    const last = await db.prisma.reconciliation.findFirst({ where, orderBy: { id: "desc" } });
    if (!last) return ok("The first comparison with the platform is a day after the installation.");
    const { things, more } = await listSetAside(context, 1);
    if (things.length > 0) {
      return warning(
        `${things.length + more} of the store's records could not be brought in or followed.`,
        "The overview names them, and why; SELECT * FROM set_aside lists all. Everything else is here.",
      );
    }
    const at = formatDateMinute(last.beganAt, shop.ianaTimezone);
    const compared = `Compared on ${at}: ${last.ordersCompared} orders, ${last.contractsCompared} contracts and ${last.customersCompared} customers that were changed.`;
    if (clock.now().getTime() - last.beganAt.getTime() > OVERDUE_MS) {
      return warning(
        `${compared} Nothing was compared since.`,
        "See whether the worker runs, and what the overview says of the comparison.",
      );
    }
    const { ordersRepaired, contractsRepaired, customersRepaired, mergesRepaired } = last;
    if (ordersRepaired + contractsRepaired + customersRepaired + mergesRepaired === 0) {
      return ok(`${compared} All were here already.`);
    }
    return warning(
      `${compared} ${ordersRepaired} orders, ${contractsRepaired} contracts and ${customersRepaired} customers had been missed and were repaired.${
        mergesRepaired > 0 ? ` So were ${mergesRepaired} merges of customers.` : ""
      }`,
      "Nothing is wrong now. If it happens every day, webhooks get lost: see the webhook log in the Dev Dashboard.",
    );
  },
};
