import { currencyExponent, parseDecimalToMinor } from "#app/lib/money.ts";
import { nameKey } from "#app/lib/name-key.ts";
import { UNCLEAR_AMOUNT, UNCLEAR_COUNT } from "#app/lib/written-amount.ts";
import type { Interval, IntervalUnit } from "#app/lib/zoned-time.ts";
import type { PlatformPaymentMethod } from "#app/platform/platform-contract.ts";
import type { PlatformVariant } from "#app/platform/platform-plan-group.ts";
import type { CustomerOfLine } from "../../customers/find-customers-of-lines.ts";
import { type CustomerMatcher, customerNumber } from "../../customers/match-customer.ts";
import { deliveryColumns } from "../../subscriptions/delivery-columns.ts";
import { missingOfAddress } from "./delivery-address.ts";
import { intervalFields, noticesOf, readDelivery, readInterval } from "./line-intervals.ts";
import type { ImportCells, ImportLineText } from "./read-import-file.ts";
import { readMoment } from "./read-moment.ts";

export interface ImportPlan {
  id: bigint;
  platformPlanId: string;
  name: string;
  interval: Interval | null;
  /** Of a prepaid plan; null where each charge brings its own delivery. */
  deliveryInterval: Interval | null;
  groupName: string;
  /** The products that its group is sold with. */
  productIds: ReadonlySet<number>;
}

/** What the lines are checked against. */
export interface ImportFacts {
  currency: string;
  /** Why no contract can be made, where the platform has another currency; null otherwise. */
  otherCurrency: string | null;
  /** The store's time zone, in which days begin. */
  zone: string;
  now: Date;
  findCustomer: CustomerMatcher<CustomerOfLine>;
  plans: readonly ImportPlan[];
  variants: ReadonlyMap<number, PlatformVariant>;
  /** By the platform's number of the customer. */
  paymentMethods: ReadonlyMap<number, readonly PlatformPaymentMethod[]>;
  /** Lines of the file by the id that they give. */
  linesOfId: ReadonlyMap<string, readonly number[]>;
  /** The file that brought an id before. */
  importedBefore: ReadonlyMap<string, string>;
}

/** What a line means; null where it means nothing. */
export interface CheckedLine {
  position: number;
  customerId: bigint | null;
  planId: bigint | null;
  variantId: number | null;
  productTitle: string | null;
  quantity: number | null;
  priceMinor: number | null;
  deliveryMinor: number | null;
  intervalUnit: IntervalUnit | null;
  intervalCount: number | null;
  /** Both null where each charge brings its own delivery. */
  deliveryUnit: string | null;
  deliveryCount: number | null;
  nextBillingAt: Date | null;
  startedAt: Date | null;
  paymentMethod: string | null;
  /** Sentences that say how to mend it; none when a contract can be made of the line. */
  problems: string[];
  /** Worth knowing, and no reason to leave the line out. */
  notices: string[];
  isRepeated: boolean;
}

const LONGEST_ID = 100;
/** Plans charge once in a few years at most: what is further away is mistyped. */
/** More in one line is a mistake in the file. */
const MAX_QUANTITY = 99_999;
const MAX_PRICE = 999_999_999;
const TEN_YEARS_MS = 3653 * 86_400_000;

/** Checks one line. Takes the same time however long the file is. */
export function checkLine({ position, cells }: ImportLineText, facts: ImportFacts): CheckedLine {
  const problems: string[] = [];
  const say = (problem: string | null) => {
    if (problem !== null) problems.push(problem);
    return null;
  };
  const before = facts.importedBefore.get(cells.external_id);
  say(checkId(cells.external_id, facts));
  say(checkStatus(cells.status));
  const customer = facts.findCustomer({ ...cells, customer: customerNumber(cells.customer) });
  if (customer.problem) say(customer.problem);
  const plan = findPlan(cells.plan, facts.plans);
  if (typeof plan === "string") say(plan);
  const known = typeof plan === "string" ? null : plan;
  const variant = findVariant(cells.variant, known, facts);
  if (typeof variant === "string") say(variant);
  const interval = readInterval(cells, known);
  if (typeof interval === "string") say(interval);
  const delivery =
    interval && typeof interval !== "string" ? readDelivery(cells, known, interval) : null;
  if (typeof delivery === "string") say(delivery);
  const method = customer.customer && findPaymentMethod(cells, customer.customer, facts);
  if (method?.problem) say(method.problem);
  if (facts.otherCurrency) say(`Currency: ${facts.otherCurrency}`);
  else if (cells.currency !== "" && cells.currency.toUpperCase() !== facts.currency) {
    say(`Currency: the store's is ${facts.currency}, and nothing is converted.`);
  }
  const nextBillingAt =
    readMoment(cells.next_date, facts.zone) ??
    say("Next date: write the day as YYYY-MM-DD, because others can be read in two ways.");
  if (nextBillingAt && nextBillingAt <= facts.now) {
    say("Next date: it has passed. Write the date of the next charge that is still to come.");
  }
  if (nextBillingAt && nextBillingAt.getTime() > facts.now.getTime() + TEN_YEARS_MS) {
    say("Next date: it is more than ten years away. Check the year.");
  }
  const startedAt =
    readMoment(cells.start_date, facts.zone) ??
    say("Start date: write the day as YYYY-MM-DD on which the customer subscribed.");
  if (startedAt && startedAt > facts.now) say("Start date: it is still to come.");
  if (startedAt && startedAt.getTime() < 0) say("Start date: it is before 1970. Check the year.");
  const found = typeof variant === "string" ? null : variant;
  if (found?.requiresShipping) say(missingOfAddress(cells));
  const terms = {
    quantity: readQuantity(cells.quantity) ?? say(quantityProblem(cells)),
    priceMinor: readPrice(cells, "price", facts) ?? say(priceProblem(cells, "price", facts)),
    deliveryMinor:
      readPrice(cells, "delivery_price", facts) ??
      say(priceProblem(cells, "delivery_price", facts)),
  };
  return {
    position,
    ...terms,
    customerId: customer.customer?.id ?? null,
    planId: known?.id ?? null,
    variantId: found?.variantId ?? null,
    productTitle: found?.title ?? null,
    ...intervalFields(interval),
    ...deliveryColumns(typeof delivery === "string" ? null : delivery),
    nextBillingAt,
    startedAt,
    paymentMethod: method?.id ?? null,
    problems: before === undefined ? problems : [],
    notices:
      before === undefined
        ? noticesOf(known, interval, delivery)
        : [`Imported before, from “${before}”. It is not imported again.`],
    isRepeated: before !== undefined,
  };
}

function checkId(id: string, { linesOfId }: ImportFacts): string | null {
  if (id === "") return "External id: give the number or name that the old app has for it.";
  if (id.length > LONGEST_ID)
    return `External id: longer than ${LONGEST_ID} characters. Shorten it.`;
  const lines = linesOfId.get(id) ?? [];
  if (lines.length < 2) return null;
  const shown = new Intl.ListFormat("en").format(lines.slice(0, 5).map(String));
  return `External id: lines ${shown} have the same one. One line makes one contract, of one product; give each its own.`;
}

/** Exports of other apps hold what has ended too. */
function checkStatus(status: string): string | null {
  if (status === "" || status.toLowerCase() === "active") return null;
  return `Status: it is “${status}”, and only active ones are imported. Leave the line out.`;
}

function findPlan(text: string, plans: readonly ImportPlan[]): ImportPlan | string {
  if (text === "") return "Plan: give the name or the number of one of your plans.";
  const number = text.replace(/^gid:\/\/\w+\/SellingPlan\//, "");
  const byNumber = plans.find(({ platformPlanId }) => platformPlanId === number);
  if (byNumber) return byNumber;
  const named = plans.filter(({ name }) => nameKey(name) === nameKey(text));
  const [first, ...others] = named;
  if (!first)
    return `Plan: there is none called “${text}”. Create it under Plans, or correct the name.`;
  if (others.length === 0) return first;
  const numbers = named
    .slice(0, 5)
    .map(({ platformPlanId, groupName }) => `${platformPlanId} (${groupName})`);
  return `Plan: several are called “${text}”. Give the number instead: ${numbers.join(", ")}.`;
}

function findVariant(
  text: string,
  plan: ImportPlan | null,
  { variants }: ImportFacts,
): PlatformVariant | string {
  const number = variantNumber(text);
  if (number === null) {
    return "Variant: give the product variant's number, as the address of its page in the admin ends.";
  }
  const variant = variants.get(number);
  if (!variant) return `Variant: the store has none with the number ${number}.`;
  if (plan === null || plan.productIds.has(variant.productId)) return variant;
  return `Variant: “${variant.title}” is not sold with the plan “${plan.name}”. Add the product to ${plan.groupName}, or give another variant.`;
}

/** The number in a cell that names a variant; null where it names none. */
export function variantNumber(text: string): number | null {
  const digits = text.replace(/^gid:\/\/\w+\/ProductVariant\//, "");
  return /^[1-9]\d{0,15}$/.test(digits) && Number.isSafeInteger(Number(digits))
    ? Number(digits)
    : null;
}

function findPaymentMethod(
  { payment_method: text }: ImportCells,
  { platformCustomerId }: CustomerOfLine,
  { paymentMethods }: ImportFacts,
): { id: string; problem?: undefined } | { id?: undefined; problem: string } {
  const theirs = paymentMethods.get(Number(platformCustomerId)) ?? [];
  const live = theirs.filter(({ isRevoked }) => !isRevoked);
  if (text === "") {
    const [only, ...others] = live;
    if (!only) {
      return {
        problem:
          "Payment method: the customer has none in this store. Bring the old app's payment methods into the store, or ask the customer for one.",
      };
    }
    if (others.length === 0) return { id: only.id };
    return {
      problem: `Payment method: the customer has ${live.length}. Give the one to charge: ${live
        .slice(0, 5)
        .map(({ id }) => id)
        .join(", ")}.`,
    };
  }
  const id = text.replace(/^gid:\/\/\w+\/CustomerPaymentMethod\//, "");
  const method = theirs.find((one) => one.id === id);
  if (!method) return { problem: "Payment method: it is none of this customer's." };
  if (!method.isRevoked) return { id };
  return { problem: "Payment method: it was revoked. Ask the customer for another one." };
}

function readQuantity(text: string): number | null {
  if (text === "") return 1;
  const quantity = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  return quantity !== null && quantity <= MAX_QUANTITY ? quantity : null;
}

function quantityProblem(cells: ImportCells): string {
  return isUnclear(cells, "quantity")
    ? `Quantity: ${UNCLEAR_COUNT}`
    : `Quantity: must be a whole number from 1 to ${MAX_QUANTITY}.`;
}

const PRICE_NAMES = { price: "Price", delivery_price: "Delivery price" };
type PriceColumn = keyof typeof PRICE_NAMES;

/** Delivery costs nothing where the cell says nothing. */
function readPrice(
  cells: ImportCells,
  column: PriceColumn,
  { currency }: ImportFacts,
): number | null {
  if (isUnclear(cells, column)) return null;
  const text = cells[column] || (column === "delivery_price" ? "0" : "");
  const minor = parseDecimalToMinor(text, currency);
  return minor !== null && minor >= 0 && minor <= maxPriceMinor(currency) ? minor : null;
}

function maxPriceMinor(currency: string): number {
  return parseDecimalToMinor(String(MAX_PRICE), currency) ?? 0;
}

function isUnclear({ unclear = "" }: ImportCells, column: PriceColumn | "quantity"): boolean {
  return unclear.split(" ").includes(column);
}

function priceProblem(cells: ImportCells, column: PriceColumn, { currency }: ImportFacts): string {
  const [name, text] = [PRICE_NAMES[column], cells[column]];
  if (isUnclear(cells, column)) return `${name}: ${UNCLEAR_AMOUNT}`;
  if (/^\d+(\.\d{1,3})?$/.test(text) && Number(text) > MAX_PRICE) {
    return `${name}: must be at most ${MAX_PRICE} ${currency}.`;
  }
  return `${name}: must be a plain decimal in ${currency} from 0, for example 12${currencyExponent(currency) === 0 ? "00" : ".50"}, with no more decimals than the currency has.`;
}
