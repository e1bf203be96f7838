import { type AjaxCart, askCart } from "#storefront/ajax-cart.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";

/** What a cart says of store credit. */
export interface Cart {
  /** Of `total` and `off`: the shopper's, which may be another one than the credit's. */
  currency: string;
  /** What the goods cost, less other discounts of the cart, in major units. */
  total: number;
  /** What the credit's own code takes off it, where the platform counts it. */
  off: number | undefined;
  /**
   * What credit may pay, in major units of the credit's currency: everything but gift cards, for which a code that is worth more
   * would pay, too. NaN when the page does not know what the cart's currency is worth.
   */
  needed: number;
  hasGiftCards: boolean;
  /** False when the cart holds nothing that credit may pay for certain. */
  takesCode: boolean;
  /** Whether the credit's own code waits for the checkout. */
  hasCode: boolean;
  /** Other codes that count, and those that do not. */
  counting: string[];
  idle: string[];
  /** Codes of which only one counts beside the credit, or none that could be named. Null when the credit counts. */
  clash: string[] | null;
}

/** As many codes as an order takes beside the credit's. */
const MOST_OTHERS = 4;

/**
 * The shopper's cart as it is now. Rejects when the store does not say.
 *
 * @param currency the credit's currency, which is the store's.
 * @param code the credit's code.
 */
export async function readCart(
  currency: string,
  code: string | undefined,
  discount?: string,
): Promise<Cart> {
  return toCart(await askCart(discount === undefined ? undefined : { discount }), currency, code);
}

/**
 * Gives the cart the credit's code beside its other codes, so that the theme's own button takes it along, or removes
 * it from a cart of gift cards alone. Where a store cannot do that, the code waits alone, by the platform's older way.
 */
export async function bringCode(currency: string, code: string, cart: Cart): Promise<Cart> {
  const { counting, idle, takesCode } = cart;
  try {
    const mine = takesCode ? [code] : [];
    const discount = [...counting.slice(0, MOST_OTHERS), ...mine, ...idle].join();
    const now = await readCart(currency, code, discount);
    // Of two that do not go together the platform counts one: it may be the other that is left out now.
    const lost = counting.filter((one) => now.idle.includes(one));
    if (lost.length > 0) now.clash = lost;
    return now;
  } catch {
    if (!takesCode) return cart;
    await fetch(`/discount/${code}`, { redirect: "manual" });
    return readCart(currency, code);
  }
}

function toCart(cart: AjaxCart, currency: string, code: string | undefined): Cart {
  const { discount_codes: codes = [], items_subtotal_price: all, items } = cart;
  const isOwn = (text: string) => text.toUpperCase() === code;
  const own = codes.find((one) => isOwn(one.code));
  // What is left of earlier credit is dead, and no discount of the shopper's.
  const others = codes.filter((one) => !/^CREDIT-[2-9A-Z]{12}$/i.test(one.code));
  const named = (applicable: boolean) =>
    others.filter((one) => one.applicable === applicable).map((one) => one.code);
  const counting = named(true);
  let total = all;
  let off: number | undefined;
  for (const { title, total_allocated_amount } of cart.cart_level_discount_applications ?? []) {
    if (isOwn(title)) off = total_allocated_amount / 100;
    else total -= total_allocated_amount;
  }
  const goods = items.reduce(
    (sum, { gift_card, final_line_price }) => (gift_card ? sum : sum + final_line_price),
    0,
  );
  const hasGiftCards = goods < all;
  // Discounts of the whole cart lower its gift cards too, by their share.
  let needed = all && Math.floor((total * goods) / all) / 100;
  if (cart.currency !== currency) {
    // The platform converts what the code is worth by the same rate. Where that leaves no gift cards to pay, nothing is to be left.
    const { active, rate } = window.Shopify?.currency ?? {};
    const scale = 10 ** currencyDigits(currency);
    const round = hasGiftCards ? Math.floor : Math.ceil;
    needed = active === cart.currency ? round((needed / Number(rate)) * scale) / scale : Number.NaN;
  }
  return {
    currency: cart.currency,
    total: total / 100,
    off,
    needed,
    hasGiftCards,
    takesCode: !hasGiftCards || needed > 0,
    hasCode: !!own,
    counting,
    idle: named(false),
    clash: own && !own.applicable ? counting : null,
  };
}
