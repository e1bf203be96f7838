import { type AjaxCart, askCart } from "#storefront/ajax-cart.ts";

/** What a cart says of store credit. */
export interface Cart {
  /** What the goods cost, less other discounts of the cart, in major units. Credit cannot pay more than that. */
  needed: number;
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
 * Gives the cart the credit's code beside its other codes, so that the theme's own button takes it along. Where a store
 * cannot do that, the code waits alone, by the platform's older way.
 */
export async function bringCode(code: string, { counting, idle }: Cart): Promise<Cart> {
  try {
    const discount = [...counting.slice(0, MOST_OTHERS), code, ...idle].join();
    const cart = await ask(code, discount);
    // Of two that do not go together the platform counts one: it may be the other that is left out now.
    const lost = counting.filter((one) => cart.idle.includes(one));
    if (lost.length > 0) cart.clash = lost;
    return cart;
  } catch {
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
  return {
    needed: (cart.items_subtotal_price - off) / 100,
    hasCode: !!own,
    counting,
    idle: named(false),
    clash: own && !own.applicable ? counting : null,
  };
}
