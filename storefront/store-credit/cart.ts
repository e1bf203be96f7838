/** The cart by the platform's Ajax API, as far as credit has to do with it. */
interface AjaxCart {
  /** Hundredths, whatever the currency has. */
  items_subtotal_price: number;
  cart_level_discount_applications?: { title: string; total_allocated_amount: number }[];
  /** Stores that have not got it yet leave it out. */
  discount_codes?: { code: string; applicable: boolean }[];
}

declare global {
  interface Window {
    Shopify?: { routes?: { root?: string } };
  }
}

/** What a cart says of store credit. */
export interface Cart {
  /** What the goods cost, less other discounts of the cart, in major units. Credit cannot pay more than that. */
  needed: number;
  /** Whether the credit's own code waits for the checkout. */
  hasCode: boolean;
  /** Other codes, as they are typed. */
  others: string[];
  /** What keeps the credit from counting at the checkout: codes, or none that could be named. Null when nothing does. */
  clash: string[] | null;
}

/** The shopper's cart as it is now. `code` is the credit's own. Rejects when the store does not say. */
export function readCart(code: string | undefined): Promise<Cart> {
  return ask(code);
}

/**
 * Gives the cart the credit's code beside its other codes, so that the theme's own button takes it along. Where a store
 * cannot do that, the code waits alone, by the platform's older way.
 */
export async function bringCode(code: string, { others }: Cart): Promise<Cart> {
  try {
    return await ask(code, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ discount: [...others, code].join() }),
    });
  } catch {
    await fetch(`/discount/${code}`, { redirect: "manual" });
    return ask(code);
  }
}

async function ask(code: string | undefined, change?: RequestInit): Promise<Cart> {
  const root = window.Shopify?.routes?.root ?? "/";
  const response = await fetch(`${root}cart${change ? "/update" : ""}.js`, change);
  if (!response.ok) throw response;
  return toCart(await response.json(), code);
}

function toCart(cart: AjaxCart, code: string | undefined): Cart {
  const { discount_codes: codes = [] } = cart;
  const isOwn = (text: string) => text.toUpperCase() === code;
  const own = codes.find((one) => isOwn(one.code));
  const others = codes.filter((one) => one !== own);
  // Of two that do not go together the platform counts one: either may be the one that is left out.
  const rivals = own?.applicable ? others.filter(({ applicable }) => !applicable) : others;
  const isClear = !own || (own.applicable && rivals.length === 0);
  const discounts = cart.cart_level_discount_applications ?? [];
  const off = discounts
    .filter(({ title }) => !isOwn(title))
    .reduce((sum, { total_allocated_amount: amount }) => sum + amount, 0);
  return {
    needed: (cart.items_subtotal_price - off) / 100,
    hasCode: !!own,
    others: others.map((one) => one.code),
    clash: isClear ? null : rivals.map((one) => one.code),
  };
}
