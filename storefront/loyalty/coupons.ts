import type { Line, Numbers } from "./lines.ts";

/** What of a coupon of the Loyalty API the blocks show. */
export interface Coupon {
  discount_code: string;
  /** 1 active, 2 used, 3 expired, 0 disabled. */
  status: number;
  /** ISO 8601; null never. */
  expires_at: string | null;
  info: { rule_name: string };
  reward_rules: Reward;
}

/** Amounts in major units of the store's currency. */
interface Reward {
  reward_type: string;
  discount_type?: string;
  discount_amount?: number;
  applies_to?: string;
  minimum_amount?: number | null;
  buy_quantity?: number;
  get_quantity?: number;
}

type CouponState = "open" | "used" | "expired" | "taken_back";

const STATES: readonly CouponState[] = ["taken_back", "open", "used", "expired"];
/** The newest ones, as many as the page is published with. */
const MOST = 20;

export function stateOf({ status }: Pick<Coupon, "status">): CouponState {
  return STATES[status] ?? "expired";
}

/** The coupons that are shown: those that can be used, then the others, each the newest first. */
export function shownCoupons(coupons: readonly Coupon[]): Coupon[] {
  const newest = coupons.slice(0, MOST);
  const isOpen = (coupon: Coupon) => stateOf(coupon) === "open";
  return [...newest.filter(isOpen), ...newest.filter((coupon) => !isOpen(coupon))];
}

/** What a coupon is worth, in words. */
export function valueLine(reward: Reward, { money, percent, count }: Numbers): Line {
  const { reward_type: type, discount_amount: amount = 0, minimum_amount: least } = reward;
  let line: Line = [type];
  if (type === "discount") {
    const off = reward.discount_type === "percentage" ? percent(amount) : money(amount);
    line = [reward.applies_to === "products" ? "off_products" : "off", { off }];
  } else if (type === "buy_x_get_y") {
    const { buy_quantity: buy = 1, get_quantity: get = 1 } = reward;
    line = [type, { buy: count(buy), get: count(get) }];
  }
  return least ? ["minimum", { reward: line, amount: money(least) }] : line;
}

/** The day on which a coupon ends, by the store's clock. `offset`: of that clock, as `+0130`. */
export function lastDay(expiresAt: string, language: string, offset: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(offset) ?? ["", "+", "0", "0"];
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  return format.format(Date.parse(expiresAt) + shift);
}
