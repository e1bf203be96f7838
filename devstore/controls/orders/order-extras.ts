import { z } from "zod";
import type { OrderExtras } from "../../orders/record-order.ts";
import { amountField, readAmount, readOptional } from "./amounts.ts";

/** What an order may have beside its goods, and how it is taxed and paid where that is not as usual. */
export const extrasFields = {
  tip: amountField.optional(),
  duties: amountField.optional(),
  fees: amountField.optional(),
  /** Left out, as the shop has it. */
  taxes_included: z.boolean().optional(),
  /** Share of a price, for example 0.19; left out, as the shop has it. */
  tax_rate: z.number().min(0).max(1).optional(),
  /** What it is paid with; together they must come to its total. Left out, it is paid by card. */
  gateways: z
    .array(z.strictObject({ gateway: z.string().min(1), amount: amountField }))
    .min(1)
    .optional(),
};

const extrasSchema = z.object(extrasFields);

/** The extras of a control's body, in minor units. */
export function readExtras(body: z.infer<typeof extrasSchema>, currency: string): OrderExtras {
  return {
    tipMinor: readOptional("tip", body.tip, currency),
    dutiesMinor: readOptional("duties", body.duties, currency),
    feesMinor: readOptional("fees", body.fees, currency),
    tax: { included: body.taxes_included, rate: body.tax_rate },
    tenders: body.gateways?.map(({ gateway, amount }, at) => ({
      gateway,
      amountMinor: readAmount(`gateways.${at}.amount`, amount, currency),
    })),
  };
}
