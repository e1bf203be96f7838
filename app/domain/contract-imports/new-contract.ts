import type { ContractImport, ContractImportLine } from "#app/generated/prisma/client.ts";
import type { IntervalUnit } from "#app/lib/zoned-time.ts";
import type { NewContract } from "#app/platform/platform-terms.ts";
import type { ShopContext } from "../context.ts";
import { deliveryIntervalOf } from "../subscriptions/delivery-columns.ts";
import { chargeOfLine, dateToCome } from "./date-to-come.ts";
import { deliveryOf } from "./lines/delivery-address.ts";
import type { ImportCells } from "./lines/read-import-file.ts";

/** What is said of a line whose person was erased after it was checked. */
export const CUSTOMER_ERASED = "its customer was erased";
const PLAN_REMOVED = "its plan was removed";

/**
 * The contract that a checked line asks for, as the store is now: days may lie between the check and this.
 *
 * @returns why there is to be none; the end of a sentence.
 * @throws Error for a line that was not checked, which nobody confirms.
 */
export async function toNewContract(
  { db, clock, shop }: ShopContext,
  row: ContractImport,
  line: ContractImportLine,
): Promise<NewContract | string> {
  const { shopId, creationKey, customerId, planId, nextBillingAt, startedAt } = line;
  const cells = line.cells as ImportCells | null;
  const customer = await db.prisma.customer.findUnique({
    where: { shopId_id: { shopId, id: customerId ?? 0n } },
  });
  const plan = await db.prisma.plan.findUnique({
    where: { shopId_id: { shopId, id: planId ?? 0n } },
  });
  if (!customer || !plan || !nextBillingAt || !startedAt || creationKey === null) {
    throw new Error(`Line ${line.line} of import ${line.importId} was not checked.`);
  }
  if (customer.redactedAt) return CUSTOMER_ERASED;
  if (plan.removedAt) return PLAN_REMOVED;
  const interval = {
    unit: (line.intervalUnit ?? "month") as IntervalUnit,
    count: line.intervalCount ?? 1,
  };
  return {
    key: creationKey,
    actor: "merchant",
    customerId: Number(customer.platformCustomerId),
    currency: row.currency,
    isPaused: true,
    interval,
    deliveryInterval: deliveryIntervalOf(line) ?? interval,
    nextBillingAt: dateToCome(
      clock.now(),
      chargeOfLine(
        { nextBillingAt, startedAt, interval, keptZone: row.keptZone },
        nextBillingAt,
        shop.ianaTimezone,
      ),
    ),
    paymentMethodId: line.paymentMethod ?? "",
    lines: [
      {
        plan: { planId: Number(plan.platformPlanId), name: plan.name },
        variantId: Number(line.variantId),
        quantity: line.quantity ?? 1,
        priceMinor: Number(line.priceMinor),
        pricing: null,
        attributes: [],
      },
    ],
    note: null,
    attributes: [],
    deliveryMinor: Number(line.deliveryMinor ?? 0),
    delivery: cells && deliveryOf(cells),
  };
}
