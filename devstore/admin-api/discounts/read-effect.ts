import type { CodeDiscountEffect } from "#devstore/state/discount-code.ts";
import type { CodeInput, GetsValueInput } from "./code-input.ts";
import type { InputReader } from "./input-reader.ts";
import { isEmpty, readCountries, readItems } from "./read-items.ts";

type Effect<Type> = Extract<CodeDiscountEffect, { type: Type }>;

/** What the discount does, after the input. What it did before counts only for one of the same kind. */
export function readEffect(
  reader: InputReader,
  type: CodeDiscountEffect["type"],
  input: CodeInput,
  before: CodeDiscountEffect | null,
): CodeDiscountEffect {
  switch (type) {
    case "basic":
      return readBasic(reader, input, before?.type === type ? before : null);
    case "bxgy":
      return readBxgy(reader, input, before?.type === type ? before : null);
    case "free_shipping":
      return readFreeShipping(reader, input, before?.type === type ? before : null);
  }
}

function readBasic(reader: InputReader, input: CodeInput, before: Effect<"basic"> | null) {
  const gets = input.customerGets;
  const items = readItems(reader, gets?.items, before?.items ?? null, "customerGets.items");
  if (isEmpty(items) && reader.errors.length === 0) {
    reader.add("customerGets.items", "BLANK", "Items in 'customer get' must be defined");
  }
  const effect: Effect<"basic"> = {
    type: "basic",
    items,
    ...readPurchases(reader, gets ?? {}, before, "customerGets"),
    value: readValue(reader, gets?.value) ??
      before?.value ?? { type: "amount", amountMinor: 0, appliesOnEachItem: false },
  };
  if (gets?.value == null && before === null) {
    reader.add("customerGets.value", "BLANK", "Value can't be blank");
  }
  return effect;
}

function readPurchases(
  reader: InputReader,
  given: Pick<CodeInput, "appliesOnOneTimePurchase" | "appliesOnSubscription">,
  before: { appliesOnOneTimePurchase: boolean; appliesOnSubscription: boolean } | null,
  path: string,
) {
  const appliesOnOneTimePurchase =
    given.appliesOnOneTimePurchase ?? before?.appliesOnOneTimePurchase ?? true;
  const appliesOnSubscription =
    given.appliesOnSubscription ?? before?.appliesOnSubscription ?? false;
  if (!appliesOnOneTimePurchase && !appliesOnSubscription) {
    reader.add(
      path,
      "APPLIES_ON_NOTHING",
      "A discount cannot have both appliesOnOneTimePurchase and appliesOnSubscription set to false.",
    );
  }
  return { appliesOnOneTimePurchase, appliesOnSubscription };
}

/** More minor units than any discount has: the platform's own bound, which reads oddly in its message. */
const boundMajor = 1e18;

function readValue(
  reader: InputReader,
  value: GetsValueInput | null | undefined,
): Effect<"basic">["value"] | null {
  if (value == null) return null;
  const path = "customerGets.value";
  if (value.discountOnQuantity != null) {
    const message = "discountOnQuantity field is only permitted with bxgy discounts.";
    reader.add(`${path}.discountOnQuantity`, "INVALID", message);
    return null;
  }
  if (value.percentage != null) {
    checkShare(reader, `${path}.percentage`, value.percentage);
    return { type: "percentage", percentage: value.percentage };
  }
  const amount = value.discountAmount?.amount;
  if (amount == null) {
    reader.add(path, "BLANK", "Value can't be blank");
    return null;
  }
  const amountPath = `${path}.discountAmount.amount`;
  if (Number(amount) < 0) {
    reader.add(amountPath, "LESS_THAN_OR_EQUAL_TO", "Value must be less than or equal to 0");
  } else if (Number(amount) >= boundMajor) {
    reader.add(amountPath, "LESS_THAN", "Value must be greater than -1000000000000000000");
  }
  return {
    type: "amount",
    amountMinor: reader.amount(amount),
    appliesOnEachItem: value.discountAmount?.appliesOnEachItem ?? false,
  };
}

function checkShare(reader: InputReader, path: string, share: number): void {
  if (share >= 0 && share <= 1) return;
  reader.add(path, "VALUE_OUTSIDE_RANGE", "Value must be between 0.0 and 1.0");
}

function readBxgy(reader: InputReader, input: CodeInput, before: Effect<"bxgy"> | null) {
  const { customerBuys, customerGets } = input;
  const bought = readItems(
    reader,
    customerBuys?.items,
    before?.buys.items ?? null,
    "customerBuys.items",
  );
  if (bought.all || isEmpty(bought)) {
    reader.add("customerBuys.items", "BLANK", "Items in 'customer buys' must be defined");
  }
  const given = readItems(
    reader,
    customerGets?.items,
    before?.gets.items ?? null,
    "customerGets.items",
  );
  if (isEmpty(given)) {
    reader.add("customerGets.items", "BLANK", "Items in 'customer get' must be defined");
  }
  for (const name of ["appliesOnSubscription", "appliesOnOneTimePurchase"] as const) {
    if (customerGets?.[name] == null) continue;
    const message = "This field is not supported by bxgy discounts.";
    reader.add(`customerGets.${name}`, "INVALID", message);
  }
  const gets = readGift(reader, customerGets?.value, before);
  const price = readPrice(reader, customerBuys?.value, before);
  const effect: Effect<"bxgy"> = {
    type: "bxgy",
    buys: {
      ...price,
      items: bought,
      oneTime: customerBuys?.isOneTimePurchase ?? before?.buys.oneTime ?? true,
      subscription: customerBuys?.isSubscription ?? before?.buys.subscription ?? false,
    },
    gets: { ...gets, items: given },
    usesPerOrderLimit:
      input.usesPerOrderLimit === undefined
        ? (before?.usesPerOrderLimit ?? null)
        : input.usesPerOrderLimit,
  };
  const limit = effect.usesPerOrderLimit;
  const path = "usesPerOrderLimit";
  if (limit === 0) reader.add(path, "VALUE_OUTSIDE_RANGE", "Allocation limit cannot be zero");
  if (limit !== null && limit < 0) {
    reader.add(path, "GREATER_THAN", "Allocation limit must be greater than 0");
  }
  return effect;
}

function readGift(
  reader: InputReader,
  value: GetsValueInput | null | undefined,
  before: Effect<"bxgy"> | null,
): Omit<Effect<"bxgy">["gets"], "items"> {
  const path = "customerGets.value";
  const kept = before?.gets ?? { quantity: 1, effect: { type: "percentage", percentage: 1 } };
  const only = "Only discountOnQuantity permitted with bxgy discounts.";
  if (value?.percentage != null) reader.add(`${path}.percentage`, "INVALID", only);
  if (value?.discountAmount != null) reader.add(`${path}.discountAmount`, "INVALID", only);
  const given = value?.discountOnQuantity;
  if (value == null && before !== null) return kept;
  if (given?.quantity == null) {
    reader.add(`${path}.discountOnQuantity.quantity`, "BLANK", "Quantity cannot be blank.");
    return kept;
  }
  const quantity = readQuantity(reader, `${path}.discountOnQuantity.quantity`, given.quantity, {
    name: "Prerequisite to entitlement quantity ratio consequent",
  });
  const { percentage, amount } = given.effect ?? {};
  if (percentage != null) {
    checkShare(reader, `${path}.discountOnQuantity.effect.percentage`, percentage);
    return { quantity, effect: { type: "percentage", percentage } };
  }
  if (amount == null) {
    reader.add(`${path}.discountOnQuantity.effect`, "BLANK", "Effect can't be blank");
    return { quantity, effect: kept.effect };
  }
  return { quantity, effect: { type: "amount", amountMinor: reader.amount(amount) } };
}

function readPrice(
  reader: InputReader,
  value: { quantity?: string | null; amount?: string | null } | null | undefined,
  before: Effect<"bxgy"> | null,
): { quantity: number | null; amountMinor: number | null } {
  const path = "customerBuys.value";
  if (value == null && before !== null) return before.buys;
  if (value?.quantity != null && value.amount != null) {
    reader.add(path, "CONFLICT", "Quantity and amount cannot both be present");
  }
  if (value?.quantity == null && value?.amount == null) {
    reader.add(path, "BLANK", "Value can't be blank");
  }
  const quantity =
    value?.quantity == null
      ? null
      : readQuantity(reader, `${path}.quantity`, value.quantity, {
          name: "Prerequisite to entitlement quantity ratio antecedent",
        });
  return { quantity, amountMinor: value?.amount == null ? null : reader.amount(value.amount) };
}

function readQuantity(
  reader: InputReader,
  path: string,
  text: string,
  { name }: { name: string },
): number {
  const quantity = Number(text);
  if (quantity <= 0) reader.add(path, "GREATER_THAN", `${name} must be greater than 0`);
  if (quantity >= 100_000) reader.add(path, "LESS_THAN", `${name} must be less than 100000`);
  return quantity;
}

function readFreeShipping(
  reader: InputReader,
  input: CodeInput,
  before: Effect<"free_shipping"> | null,
): Effect<"free_shipping"> {
  const price = input.maximumShippingPrice;
  const countries = readCountries(input.destination, before?.countries);
  return {
    type: "free_shipping",
    maximumShippingMinor:
      price === undefined ? (before?.maximumShippingMinor ?? null) : price && reader.amount(price),
    ...(countries && { countries }),
    ...readPurchases(reader, input, before, "appliesOnOneTimePurchase"),
  } as Effect<"free_shipping">;
}
