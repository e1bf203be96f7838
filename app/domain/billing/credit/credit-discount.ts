/** What the customer and the merchant read on the order. */
export const CREDIT_DISCOUNT_TITLE = "Store credit";
