import { planPrice } from "../orders/price-checkout.ts";
import type { DevProduct, DevSellingPlan, DevVariant } from "../state/catalog.ts";
import type { DevstoreState } from "../state/devstore-state.ts";
import { type DevShop, shopHandle } from "../state/shop.ts";

export interface CartLine {
  variantId: number;
  quantity: number;
  sellingPlanId: number | null;
}

/** A line with what the shop sells under its numbers. */
export interface PricedLine extends CartLine {
  product: DevProduct;
  variant: DevVariant;
  plan: DevSellingPlan | null;
  unitPriceMinor: number;
}

const mostLines = 20;
const mostPieces = 99;

/** The cart lives in the shopper's own cookie, which is untrusted input: it is priced again on each page. */
export function readCart(shop: DevShop, request: Request): CartLine[] {
  const prefix = `${cookieName(shop)}=`;
  const cookie = (request.headers.get("cookie") ?? "")
    .split(/;\s*/)
    .find((pair) => pair.startsWith(prefix));
  if (cookie === undefined) return [];
  return cookie
    .slice(prefix.length)
    .split(".")
    .flatMap((entry) => {
      const match = /^(\d{1,15})x(\d{1,2})(?:p(\d{1,15}))?$/.exec(entry);
      if (match === null || Number(match[2]) === 0) return [];
      const [, variantId, quantity, plan] = match;
      const sellingPlanId = plan === undefined ? null : Number(plan);
      return [{ variantId: Number(variantId), quantity: Number(quantity), sellingPlanId }];
    })
    .slice(0, mostLines);
}

/** Set-Cookie for a cart. */
export function cartCookie(shop: DevShop, lines: CartLine[]): string {
  const value = lines
    .filter((line) => line.quantity > 0)
    .slice(0, mostLines)
    .map(({ variantId, quantity, sellingPlanId }) => {
      const plan = sellingPlanId === null ? "" : `p${sellingPlanId}`;
      return `${variantId}x${Math.min(quantity, mostPieces)}${plan}`;
    })
    .join(".");
  return `${cookieName(shop)}=${value}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The cart with one more line, or with more of the one it has. */
export function addToCart(lines: CartLine[], added: CartLine): CartLine[] {
  const same = (line: CartLine) =>
    line.variantId === added.variantId && line.sellingPlanId === added.sellingPlanId;
  if (!lines.some(same)) return [...lines, added];
  return lines.map((line) =>
    same(line) ? { ...line, quantity: Math.min(line.quantity + added.quantity, mostPieces) } : line,
  );
}

/** What of the cart the shop still sells, with its prices of now. */
export function priceCart(state: DevstoreState, shop: DevShop, lines: CartLine[]): PricedLine[] {
  const products = state.list(shop.domain, "product");
  const plans = state.list(shop.domain, "sellingPlanGroup").flatMap((group) => group.plans);
  return lines.flatMap((line) => {
    for (const product of products) {
      const variant = product.variants.find(({ id }) => id === line.variantId);
      if (variant === undefined) continue;
      const plan = plans.find(({ id }) => id === line.sellingPlanId) ?? null;
      const unitPriceMinor = planPrice(variant.priceMinor, plan);
      return [{ ...line, product, variant, plan, unitPriceMinor }];
    }
    return [];
  });
}

export function cartTotalMinor(lines: PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
}

function cookieName(shop: DevShop): string {
  return `devstore_cart_${shopHandle(shop)}`;
}
