import type { CodeDiscountEffect, DevDiscountCode } from "#devstore/state/discount-code.ts";
import type { CodeInput } from "./code-input.ts";
import type { InputReader } from "./input-reader.ts";
import { readEffect } from "./read-effect.ts";
import { readCode, readTags, readTitle } from "./read-names.ts";
import { readBuyers, readCombinations, readLimits, readMinimum, readPeriod } from "./read-terms.ts";

/**
 * A discount as an input makes it, or changes it: what the input leaves out stays. It counts only if the reader
 * found no errors, which are in the platform's order.
 */
export function readDiscount(
  reader: InputReader,
  type: CodeDiscountEffect["type"],
  input: CodeInput,
  before: DevDiscountCode | null,
): Omit<DevDiscountCode, "id"> {
  if (type === "bxgy" && input.customerGets?.items?.all === true) {
    reader.add("customerGets", "INVALID", "Items in 'customer get' cannot be set to all");
  }
  // The class decides what it may combine with, so the effect is read first, and its errors come last.
  const ofEffect = reader.apart();
  const effect = readEffect(ofEffect, type, input, before?.effect ?? null);
  const combinesWith = readCombinations(reader, input, before, effect);
  const at = reader.context.now.toISOString();
  const discount = {
    title: readTitle(reader, input, before),
    code: readCode(reader, input, before),
    effect,
    ...readPeriod(reader, input, before),
    customerIds: readBuyers(reader, input, before),
    ...readMinimum(reader, input, before),
    ...readLimits(reader, input, before, effect),
    combinesWith,
    tags: readTags(reader, input, before),
    usageCount: before?.usageCount ?? 0,
    usedByCustomerIds: before?.usedByCustomerIds ?? [],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
  reader.errors.push(...ofEffect.errors);
  return discount;
}
