import type { ShopContext } from "#app/domain/context.ts";
import { listCouponsForMerchant } from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import { rewardTypeOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import {
  listReceiptsOf,
  type ReceiptStatus,
} from "#app/domain/loyalty/triggers/receipts/review-receipts.ts";
import {
  listReferralsOf,
  type ReferralOfCustomer,
} from "#app/domain/loyalty/triggers/referrals/list-referrals-of.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { loyaltyWords } from "../../loyalty/loyalty-words.ts";
import { STATUS_NAMES as RECEIPT_NAMES, RECEIPTS } from "../../loyalty/receipts/receipt-status.ts";
import { STATUS_NAMES as REFERRAL_NAMES } from "../../loyalty/referrals/referral-view.ts";
import { customerUrl } from "../customer-link.tsx";

const SHOWN = 10;

const placeOf = (page: number) => ({ limit: SHOWN, offset: (page - 1) * SHOWN });

const dayOf =
  ({ shop }: ShopContext, formats: Formats) =>
  (instant: Date) =>
    formats.day(formatDate(instant, shop.ianaTimezone));

/** The customer's coupons, each with the list that has it alone. */
export async function readCoupons(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const place = placeOf(page);
  const { coupons, total } = await listCouponsForMerchant(context, { customerId }, place);
  const day = dayOf(context, formats);
  const words = loyaltyWords(formats, context.shop.currency);
  const rows = coupons.map(({ id, code, reward, ruleName, state, isPublished, ...coupon }) => ({
    ...{ id: String(id), code, state, rule: ruleName },
    url: `/app/loyalty/coupons?search=${encodeURIComponent(code)}`,
    gives: rewardTypeOf(reward).describe(reward, words),
    isWaiting: state === "active" && !isPublished,
    until: coupon.expiresAt ? day(coupon.expiresAt) : "Never expires",
    made: day(coupon.createdAt),
  }));
  return { rows, page, hasMore: total > place.offset + rows.length };
}

/** Whom the customer has referred, and by whom they came. */
export async function readReferrals(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const found = await listReferralsOf(context, customerId, placeOf(page));
  const day = dayOf(context, formats);
  const now = context.clock.now();
  const person = ({ id, name }: { id: bigint; name: string | null }) => ({
    name: name ?? "No name",
    url: customerUrl(id),
  });
  const rows = found.referrals.map(({ id, friend, orderName, referredAt, countsAt, status }) => ({
    ...{ id: String(id), friend: person(friend), order: orderName, at: day(referredAt) },
    status: status === "open" ? "Nothing to decide" : REFERRAL_NAMES[status],
    counts: showCounts(status, countsAt <= now, day(countsAt)),
    url: status === "open" ? null : `/app/loyalty/referrals?status=${status}`,
  }));
  const referredBy = found.referredBy && person(found.referredBy);
  return { rows, page, hasMore: found.hasMore, referredBy };
}

/** Since when a referral counts, or what it waits for. */
function showCounts(status: ReferralOfCustomer["status"], hasCome: boolean, day: string): string {
  if (status === "rejected") return "Never";
  if (status === "review")
    return hasCome ? "Once you approve it" : `From ${day} on, if you approve it`;
  return `${hasCome ? "Since" : "From"} ${day}`;
}

/** Receipts that the customer has sent in. */
export async function readReceipts(
  context: ShopContext,
  formats: Formats,
  customerId: bigint,
  page: number,
) {
  const { limit, offset } = placeOf(page);
  const receipts = await listReceiptsOf(context, customerId, { limit: limit + 1, offset });
  const day = dayOf(context, formats);
  const rows = receipts.slice(0, SHOWN).map((receipt) => ({
    id: String(receipt.id),
    url: `${RECEIPTS}/${receipt.id}`,
    retailer: receipt.retailer,
    total: formats.money(Number(receipt.totalMinor), context.shop.currency),
    status: RECEIPT_NAMES[receipt.status as ReceiptStatus],
    why: receipt.reason,
    sent: day(receipt.createdAt),
  }));
  return { rows, page, hasMore: receipts.length > SHOWN };
}

type RowOf<Read extends (...args: never[]) => Promise<{ rows: unknown[] }>> = Awaited<
  ReturnType<Read>
>["rows"][number];

export type CouponView = RowOf<typeof readCoupons>;
export type ReferralsPart = Awaited<ReturnType<typeof readReferrals>>;
export type ReceiptView = RowOf<typeof readReceipts>;
