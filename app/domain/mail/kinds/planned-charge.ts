import { z } from "zod";
import type { Shop } from "../../shops/shop.ts";
import { amount } from "./mail-kind-module.ts";

/** What a charge will come to, as far as it is known before it is made: taxes may come on top of it. */
export const plannedCharge = amount.extend({ plusTax: z.boolean().default(false) });

export type PlannedCharge = z.output<typeof plannedCharge>;

/** @param minor minor units of `currency`. */
export function planCharge(
  { taxesOnTop }: Pick<Shop, "taxesOnTop">,
  minor: number | bigint,
  currency: string,
): PlannedCharge {
  return { minor: Number(minor), currency, plusTax: taxesOnTop };
}

/** For samples: a charge as a shopper may know it. */
export function sampleCharge(currency: string): PlannedCharge {
  return { minor: 2_400, currency, plusTax: false };
}
