import { isEnumType } from "graphql";
import { z } from "zod";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";

/** A currency's code. */
export const platformCurrency = z
  .string()
  .refine(isPlatformCurrency, "a currency of the platform, for example EUR");

function isPlatformCurrency(code: string): boolean {
  const currencies = adminSchema().getType("CurrencyCode");
  return isEnumType(currencies) && currencies.getValue(code) !== undefined;
}
