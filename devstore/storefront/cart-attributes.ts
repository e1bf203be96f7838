import { type DevShop, shopHandle } from "../state/shop.ts";

export type CartAttributes = Record<string, string>;

/** A browser keeps cookies of 4,096 bytes; what does not fit is refused before it gets there. */
const longestCookie = 3500;

/** What the cart carries beside its goods. The cookie is the shopper's, and thus may hold anything. */
export function readAttributes(shop: DevShop, request: Request): CartAttributes {
  const prefix = `${cookieName(shop)}=`;
  const cookie = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(prefix));
  try {
    const text = Buffer.from(cookie?.slice(prefix.length) ?? "", "base64url").toString("utf8");
    return changeAttributes({}, JSON.parse(text));
  } catch {
    return {};
  }
}

/** The attributes that are given are set, those given as nothing are taken away, and the others stay. */
export function changeAttributes(before: CartAttributes, given: unknown): CartAttributes {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return before;
  const all = { ...before };
  for (const [key, value] of Object.entries(given)) {
    if (key === "" || typeof value === "object") delete all[key];
    else all[key] = String(value);
    if (all[key] === "") delete all[key];
  }
  return all;
}

/** Set-Cookie for the attributes from now on; null when they are more than a cart can carry. */
export function attributesCookie(shop: DevShop, attributes: CartAttributes): string | null {
  const isEmpty = Object.keys(attributes).length === 0;
  const value = isEmpty ? "" : Buffer.from(JSON.stringify(attributes)).toString("base64url");
  if (value.length > longestCookie) return null;
  const end = isEmpty ? "; Max-Age=0" : "";
  return `${cookieName(shop)}=${value}; Path=/; HttpOnly; SameSite=Lax${end}`;
}

/** As an order keeps them. */
export function asOrderAttributes(attributes: CartAttributes): { key: string; value: string }[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value }));
}

function cookieName(shop: DevShop): string {
  return `devstore_attributes_${shopHandle(shop)}`;
}
