import { type AjaxCart, askCart } from "#storefront/ajax-cart.ts";

/** What a cart says of store credit. */
export interface Cart {
  /** What the goods cost, less other discounts of the cart, in major units. */
  total: number;
  /** The part of it that credit may pay: everything but gift cards. A code that is worth more would pay for them, too. */
  needed: number;
  hasGiftCards: boolean;
  /** False when the cart holds nothing but gift cards. */
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

/** The shopper's cart as it is now. `code` is the credit's own. Rejects when the store does not say. */
export function readCart(code: string | undefined): Promise<Cart> {
  return ask(code);
}

/**
 * Gives the cart the credit's code beside its other codes, so that the theme's own button takes it along, or removes
 * it from a cart of gift cards alone. Where a store cannot do that, the code waits alone, by the platform's older way.
 */
export async function bringCode(code: string, cart: Cart): Promise<Cart> {
  const { counting, idle, takesCode } = cart;
  try {
    const own = takesCode ? [code] : [];
    const discount = [...counting.slice(0, MOST_OTHERS), ...own, ...idle].join();
    const now = await ask(code, discount);
    // Of two that do not go together the platform counts one: it may be the other that is left out now.
    const lost = counting.filter((one) => now.idle.includes(one));
    if (lost.length > 0) now.clash = lost;
    return now;
  } catch {
    if (!takesCode) return cart;
    await fetch(`/discount/${code}`, { redirect: "manual" });
    return ask(code);
  }
}

async function ask(code: string | undefined, discount?: string): Promise<Cart> {
  return toCart(await askCart(discount === undefined ? undefined : { discount }), code);
}

function toCart(cart: AjaxCart, code: string | undefined): Cart {
  const { discount_codes: codes = [] } = cart;
  const isOwn = (text: string) => text.toUpperCase() === code;
  const own = codes.find((one) => isOwn(one.code));
  // What is left of earlier credit is dead, and no discount of the shopper's.
  const others = codes.filter((one) => !/^CREDIT-[2-9A-Z]{12}$/i.test(one.code));
  const named = (applicable: boolean) =>
    others.filter((one) => one.applicable === applicable).map((one) => one.code);
  const counting = named(true);
  const discounts = cart.cart_level_discount_applications ?? [];
  const off = discounts
    .filter(({ title }) => !isOwn(title))
    .reduce((sum, { total_allocated_amount: amount }) => sum + amount, 0);
  const { items_subtotal_price: all, items } = cart;
  const goods = items.reduce(
    (sum, { gift_card, final_line_price }) => (gift_card ? sum : sum + final_line_price),
    0,
  );
  return {
    total: (all - off) / 100,
    // Discounts of the whole cart lower its gift cards too, by their share.
    needed: all && Math.floor(((all - off) * goods) / all) / 100,
    hasGiftCards: goods < all,
    takesCode: goods > 0 || !all,
    hasCode: !!own,
    counting,
    idle: named(false),
    clash: own && !own.applicable ? counting : null,
  };
}
