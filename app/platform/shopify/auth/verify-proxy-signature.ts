import { createHmac, timingSafeEqual } from "node:crypto";
import type { Parameters } from "#app/lib/parameters.ts";
import { isShopDomain } from "../shop-domain.ts";

export type ProxySignatureError =
  | "parameter_missing"
  | "parameters_too_many"
  | "parameter_repeated"
  | "parameters_ambiguous"
  | "shop_malformed"
  | "timestamp_outside_window"
  | "signature_wrong";

export type ProxyVerification =
  | {
      ok: true;
      shopDomain: string;
      loggedInCustomerId: number | null;
      /** Where on the store the request came in, for example "/apps/service-api"; null when that is not certain. */
      pathPrefix: string | null;
    }
  | { ok: false; reason: ProxySignatureError };

const windowSeconds = 90;

/** What the platform adds to a request that it forwards, apart from the signature. */
const addedNames = ["logged_in_customer_id", "path_prefix", "shop", "timestamp"];
const singleNames = ["logged_in_customer_id", "shop", "signature", "timestamp"];

/** A parameter as it is signed. */
interface Pair {
  readonly name: string;
  /** `name=value`, repeated values joined by commas. */
  readonly text: string;
}

const byBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
const { compare: byLocale } = new Intl.Collator("en");

/**
 * The platform's documentation sorts the pairs, and its library sorts the names as a dictionary does. The two differ where a name
 * has a capital or a sign, or begins like another one.
 */
const ORDERS: readonly ((one: Pair, other: Pair) => number)[] = [
  (one, other) => byBytes(one.text, other.text),
  (one, other) => byBytes(one.name, other.name),
  (one, other) => byLocale(one.name, other.name),
];

const textOf = (pairs: readonly Pair[]) => pairs.map(({ text }) => text).join("");

/**
 * Says whether the platform's app proxy has signed this query, for which store, and which shopper was
 * logged in (decisions, section 5).
 *
 * What is signed is `name=value` of the sorted parameters with nothing in between. So a signed text
 * can be cut up again in another way: whoever may choose a parameter on one store could make its value
 * look like another store's `shop=`, or another shopper's id, and send the same text under other names.
 * Three rules close that, and hold whatever the other parameters are, and in each of the orders:
 * - every order has names that begin with a digit before those that begin with a letter, so that no digit can be cut off a
 *   number, or come to it from a name that follows;
 * - each name that the platform adds occurs in the signed text exactly as often as there are parameters
 *   of that name: wherever the text is cut, the platform's own parameter is the one that is read;
 * - the values read have a form that cannot be lengthened or shortened at their end.
 *
 * Neither the path, the method nor the body is signed by the platform.
 */
export function verifyProxySignature(
  query: Parameters,
  secret: string,
  now: Date,
): ProxyVerification {
  for (const name of singleNames) {
    if ((query.get(name)?.length ?? 0) > 1) return rejected("parameter_repeated");
  }
  const shop = query.get("shop")?.[0];
  const timestamp = query.get("timestamp")?.[0];
  const signature = query.get("signature")?.[0];
  if (!shop || !timestamp || !signature) return rejected("parameter_missing");

  const pairs = [...query]
    .filter(([name]) => name !== "signature")
    .map(([name, values]): Pair => ({ name, text: `${name}=${values.join(",")}` }));
  const ordered = ORDERS.map((order) => pairs.toSorted(order)).find((sorted) =>
    isSignature(signature, textOf(sorted), secret),
  );
  if (!ordered) return rejected("signature_wrong");
  const signed = textOf(ordered);
  if (addedNames.some((name) => countOf(`${name}=`, signed) !== (query.has(name) ? 1 : 0))) {
    return rejected("parameters_ambiguous");
  }
  if (!isShopDomain(shop)) return rejected("shop_malformed");
  if (!/^\d{1,12}$/.test(timestamp)) return rejected("timestamp_outside_window");
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(ageSeconds) > windowSeconds) return rejected("timestamp_outside_window");
  return {
    ok: true,
    shopDomain: shop,
    pathPrefix: readPathPrefix(query.get("path_prefix")?.[0] ?? null, ordered),
    loggedInCustomerId: readCustomerId(query.get("logged_in_customer_id")?.[0] ?? null),
  };
}

function isSignature(signature: string, signed: string, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac("sha256", secret).update(signed, "utf8").digest();
  return timingSafeEqual(Buffer.from(signature, "hex"), expected);
}

/** The parameter is empty when no customer is logged in. Anything but a number counts as empty. */
function readCustomerId(text: string | null): number | null {
  if (text === null || !/^\d+$/.test(text)) return null;
  const customerId = Number(text);
  return Number.isSafeInteger(customerId) ? customerId : null;
}

/** Read only where `shop=`, which occurs once, follows: a parameter in between could be a piece of it. */
function readPathPrefix(text: string | null, pairs: readonly Pair[]): string | null {
  const next = pairs[pairs.findIndex(({ name }) => name === "path_prefix") + 1];
  return text !== null && next?.name === "shop" && /^\/[\w/-]+$/.test(text) ? text : null;
}

function countOf(part: string, text: string): number {
  return text.split(part).length - 1;
}

function rejected(reason: ProxySignatureError): ProxyVerification {
  return { ok: false, reason };
}
