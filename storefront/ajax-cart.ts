/** The cart by the platform's Ajax API, as far as the app's blocks have to do with it. */
export interface AjaxCart {
  /** Of all amounts here: the shopper's, which the page may not know yet. */
  currency: string;
  /** Hundredths, whatever the currency has. */
  items_subtotal_price: number;
  /** The same, less the discounts of the whole cart. */
  total_price: number;
  items: { product_id: number; final_line_price: number; gift_card?: boolean }[];
  cart_level_discount_applications?: { title: string; total_allocated_amount: number }[];
  /** Stores that have not got it yet leave it out. */
  discount_codes?: { code: string; applicable: boolean }[];
}

declare global {
  /** The global that the platform puts into every page. */
  interface ShopifyGlobal {
    routes?: { root?: string };
    /** The currency of the page's prices, and how much of it one unit of the store's own is, as a decimal text. */
    currency?: { active: string; rate: string };
    /** The merchant looks at the page in the theme editor. */
    designMode?: boolean;
  }
  interface Window {
    Shopify?: ShopifyGlobal;
  }
}

/** The shopper's cart as it is now, or as it is after a change. Rejects when the store does not say. */
export async function askCart(
  change?: { discount: string } | { attributes: Record<string, string> },
): Promise<AjaxCart> {
  const root = window.Shopify?.routes?.root ?? "/";
  const response = await fetch(
    `${root}cart${change ? "/update" : ""}.js`,
    change && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    },
  );
  if (!response.ok) throw response;
  return response.json();
}
