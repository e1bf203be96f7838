import type { Prisma } from "#app/generated/prisma/client.ts";
import { searchWords } from "#app/lib/search-words.ts";
import type { ShopContext } from "../../context.ts";
import { likeText, otherForm } from "../../customers/customer-text.ts";
import type { ReasonAlias } from "../../subscriptions/cancellation-reasons.ts";
import {
  type AppliedOfferLine,
  type AppliedOfferState,
  appliedOfferLineInclude,
  toAppliedOfferLines,
} from "./applied-offer-line.ts";

export interface AppliedOfferFilter {
  state?: AppliedOfferState;
  offerId?: bigint;
  reason?: ReasonAlias;
  /** Part of a name or an e-mail address, or the platform's number of the customer. */
  customer?: string;
  /** Internal ids: offers that these subscriptions were given. */
  subscriptionIds?: readonly bigint[];
  /** Requested at this instant or later. */
  from?: Date;
  /** Requested before this instant. */
  before?: Date;
}

/** Where in the list, which is ordered newest first by internal id, a page lies. `skip` is for few: it counts them. */
export type ListPlace = { olderThan: bigint } | { newerThan: bigint } | { skip: number } | "newest";

export interface AppliedOfferPage {
  lines: AppliedOfferLine[];
  /** Where the next page towards older ones begins; null on the last page. */
  olderThan: bigint | null;
  /** Where the page towards newer ones begins; null on the first page. */
  newerThan: bigint | null;
}

/**
 * One page of the store's applied offers, newest first. The cursor is the internal id, so new
 * offers neither repeat nor hide a line.
 */
export async function listAppliedOffersForMerchant(
  context: Pick<ShopContext, "db" | "shop">,
  filter: AppliedOfferFilter,
  place: ListPlace,
  pageSize: number,
): Promise<AppliedOfferPage> {
  const backwards = typeof place === "object" && "newerThan" in place;
  const rows = await context.db.prisma.appliedOffer.findMany({
    where: { ...whereOf(context, filter), ...idRange(place) },
    orderBy: { id: backwards ? "asc" : "desc" },
    take: pageSize + 1,
    ...(typeof place === "object" && "skip" in place && { skip: place.skip }),
    include: appliedOfferLineInclude,
  });
  const goesOn = rows.length > pageSize;
  const page = rows.slice(0, pageSize);
  if (backwards) page.reverse();
  const lines = toAppliedOfferLines(context, page);
  const hasOlder = backwards || goesOn;
  const hasNewer = backwards ? goesOn : place !== "newest";
  return {
    lines,
    olderThan: hasOlder ? (lines.at(-1)?.id ?? null) : null,
    newerThan: hasNewer ? (lines[0]?.id ?? null) : null,
  };
}

function idRange(place: ListPlace): Prisma.AppliedOfferWhereInput {
  if (place === "newest" || "skip" in place) return {};
  return "olderThan" in place ? { id: { lt: place.olderThan } } : { id: { gt: place.newerThan } };
}

function whereOf(
  context: Pick<ShopContext, "shop">,
  filter: AppliedOfferFilter,
): Prisma.AppliedOfferWhereInput {
  const { state, offerId, reason, subscriptionIds, from, before } = filter;
  const words = searchWords(filter.customer ?? "");
  return {
    shopId: context.shop.id,
    ...(state && { state }),
    ...(offerId !== undefined && { offerId }),
    ...(reason && { reasonAlias: reason }),
    ...(subscriptionIds && { subscriptionId: { in: [...subscriptionIds] } }),
    ...((from || before) && {
      requestedAt: { ...(from && { gte: from }), ...(before && { lt: before }) },
    }),
    ...(words.length > 0 && { subscription: { customer: { AND: words.map(matches) } } }),
  };
}

/** Every word must be found somewhere in the customer: in a name, in the address, or as the number. */
function matches(word: string): Prisma.CustomerWhereInput {
  const containing = (text: string) => ({ contains: likeText(text), mode: "insensitive" }) as const;
  const other = otherForm(word);
  const isNumber = /^\d{1,15}$/.test(word);
  return {
    OR: [
      { email: containing(word) },
      ...(other ? [{ email: containing(other) }] : []),
      { firstName: containing(word) },
      { lastName: containing(word) },
      ...(isNumber ? [{ platformCustomerId: BigInt(word) }] : []),
    ],
  };
}
