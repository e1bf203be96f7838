import type {
  COUPON_STATES,
  COUPON_TYPES,
  CouponFilters,
} from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import { shortened, storableText } from "#app/lib/storable-text.ts";

type State = (typeof COUPON_STATES)[number];
type Type = (typeof COUPON_TYPES)[number];

/** The states in words, in the order in which a merchant may choose one. */
export const STATE_NAMES: Readonly<Record<State, string>> = {
  active: "Active",
  used: "Used",
  expired: "Expired",
  disabled: "Disabled",
};

/** The contract's types in words. */
export const TYPE_NAMES: Readonly<Record<Type, string>> = {
  amount_off_orders: "Off an order",
  amount_off_products: "Off products",
  free_product: "Free product",
  free_shipping: "Free shipping",
  buy_x_get_y: "Buy some, get some free",
};

/** The list's filters as in its address; blank for none. */
export interface CouponQuery {
  search: string;
  state: "" | State;
  type: "" | Type;
}

/** Reads the address. What it does not understand is left out, as if it had not been there. */
export function readCouponQuery(params: URLSearchParams): CouponQuery {
  return {
    search: shortened(storableText(params.get("search") ?? ""), 100),
    state: keyOf(STATE_NAMES, params.get("state")),
    type: keyOf(TYPE_NAMES, params.get("type")),
  };
}

export function toCouponFilters({ search, state, type }: CouponQuery): CouponFilters {
  return {
    ...(search && { search }),
    ...(state && { state }),
    ...(type && { type }),
  };
}

function keyOf<K extends string>(names: Readonly<Record<K, string>>, text: string | null): "" | K {
  return (Object.keys(names) as K[]).find((key) => key === text) ?? "";
}
