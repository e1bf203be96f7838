import type { CreditEntry } from "#app/generated/prisma/client.ts";
import { allAtOnce } from "#app/lib/all-at-once.ts";
import { countsIn } from "#app/lib/counts-in.ts";
import { floor, fraction, multiply } from "#app/lib/fraction.ts";
import { FEW_VALUES } from "#app/lib/one-way.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES, type CreditMovement } from "../../ledger/movement.ts";
import { postCredit } from "../../ledger/post-movement.ts";
import type { CountedLines } from "../../orders/countable-order.ts";
import { countOrder } from "../../orders/counted-order.ts";
import { wasPaid } from "../../orders/paid-order.ts";
import { creditExpiry } from "../../store-credit/grants/credit-expiry.ts";
import { toOrderGid } from "../../store-credit/holds/credit-hold.ts";
import { comebackExpiry } from "../../store-credit/returns/credit-returns.ts";
import { isTrialFee } from "../../subscriptions/charges/trial-fee.ts";
import { creditToTakeBack, type PaidOrder } from "./credit-to-take-back.ts";
import { membershipCreditMessage } from "./membership-credit-message.ts";

/**
 * Brings the credit that orders of memberships have given up to what the orders are now: each of its memberships gives
 * its plan's credit once it is paid, for the share of its price that was paid with money, and a refund, a cancellation or a chargeback takes back what is left of it. A
 * chargeback that is won gives back what it had taken. Every movement is named by its number among those of the same order and
 * contract, so that nothing is given or taken twice, whoever does it at once. Safe to repeat.
 */
export async function settleMembershipCredit(
  context: ShopContext,
  orderIds: readonly bigint[],
): Promise<void> {
  for (const some of partsOf(orderIds, FEW_VALUES)) {
    const orders = await findOrders(context, some);
    let left = orders.flatMap((order) => {
      const { customerId } = order;
      if (customerId === null) return [];
      return order.subscriptions.map((link) => ({ order, ...link, customerId }));
    });
    // A chargeback that was won gives credit back, of which an earlier refund takes its share again.
    while (left.length > 0) left = await moveOnce(context, left);
  }
}

function findOrders({ db, shop }: ShopContext, ids: bigint[]) {
  return db.prisma.order.findMany({
    where: { shopId: shop.id, id: { in: ids } },
    orderBy: { id: "asc" },
    include: {
      refunds: true,
      disputes: { orderBy: { platformDisputeId: "asc" } },
      subscriptions: {
        include: { plan: { include: { planGroup: true } }, subscription: true },
        orderBy: { platformContractId: "asc" },
      },
    },
  });
}

type Found = Awaited<ReturnType<typeof findOrders>>[number];
type Membership = Found["subscriptions"][number] & { order: Found; customerId: bigint };

/** Makes the next movement of each. @returns those of which something may be left to move. */
async function moveOnce(
  context: ShopContext,
  memberships: readonly Membership[],
): Promise<Membership[]> {
  const entries = await readEntries(context, memberships);
  const moved = new Set<Membership>();
  await allAtOnce(memberships, async (membership) => {
    const own = entries.filter(({ sourceKey }) => sourceKey?.startsWith(`${keyOf(membership)}:`));
    const movement = await nextMovement(context, membership, movedBy(own));
    if (!movement) return;
    const { outcome } = await postCredit(context, movement);
    // Repeated: somebody else has just made this one. Nothing: the customer has spent it, and it stays spent.
    if (outcome === "posted" || outcome === "repeated") moved.add(membership);
  });
  return memberships.filter((membership) => moved.has(membership));
}

const gidOf = ({ order }: Membership) => toOrderGid(Number(order.platformOrderId));
const keyOf = ({ order, platformContractId }: Membership) =>
  `membership:${order.platformOrderId}:${platformContractId}`;

async function nextMovement(
  context: ShopContext,
  membership: Membership,
  moved: Moved,
): Promise<CreditMovement | null> {
  const { order, customerId } = membership;
  const common = {
    customerId,
    unit: "money",
    planId: membership.planId,
    orderGid: gidOf(membership),
    orderName: order.name,
    sourceKey: `${keyOf(membership)}:${moved.count}`,
  } as const;
  const lines = countOrder(order).ofContract(Number(membership.platformContractId));
  const facts = paidOrderOf(order, lines);
  if (!moved.given) {
    const grant = grantOf(context, membership, facts, lines);
    return grant && { ...common, ...grant };
  }
  const due = creditToTakeBack(moved.firstMinor, facts);
  if (moved.disputedMinor > 0 && due?.typeCode !== CREDIT_TYPES.dispute) {
    return {
      ...common,
      amountMinor: moved.disputedMinor,
      typeCode: CREDIT_TYPES.dispute,
      message: `Returned because the dispute about order ${order.name} was won`,
      parts: [
        {
          amountMinor: moved.disputedMinor,
          expiresAt: comebackExpiry(moved.given.expiresAt, {
            now: context.clock.now(),
            zone: context.shop.ianaTimezone,
          }),
        },
      ],
    };
  }
  const missing = (due?.amountMinor ?? 0) - moved.takenMinor;
  if (!due || missing <= 0) return null;
  const grantId = await findGrant(context, moved.given);
  if (!grantId) return null;
  return {
    ...common,
    amountMinor: -missing,
    typeCode: due.typeCode,
    grantId,
    message: `Membership credit taken back: order ${order.name} was ${due.cause}`,
  };
}

/** What this order's membership has moved so far. */
interface Moved {
  count: number;
  /** What was given last. Null before anything was given. */
  given: CreditEntry | null;
  firstMinor: number;
  /** What was taken back, less what came back. */
  takenMinor: number;
  /** The part of it that a dispute has taken. */
  disputedMinor: number;
}

/** All that the memberships' orders have moved, in order. */
function readEntries(
  { db, shop }: ShopContext,
  memberships: readonly Membership[],
): Promise<CreditEntry[]> {
  const orderGids = [...new Set(memberships.map(gidOf))];
  return db.prisma.creditEntry.findMany({
    where: { shopId: shop.id, orderGid: { in: orderGids } },
    orderBy: { id: "asc" },
  });
}

function movedBy(entries: readonly CreditEntry[]): Moved {
  const [first, ...later] = entries;
  const taken = (typeCodes: readonly number[]) =>
    -later
      .filter(({ typeCode }) => typeCodes.includes(typeCode))
      .reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0);
  return {
    count: entries.length,
    given: entries.findLast(({ amountMinor }) => amountMinor > 0n) ?? null,
    firstMinor: Number(first?.amountMinor ?? 0),
    takenMinor: taken([CREDIT_TYPES.dispute, CREDIT_TYPES.takenBack]),
    disputedMinor: taken([CREDIT_TYPES.dispute]),
  };
}

/** The grant that holds what is left of what was given. One that has nothing left is of no use, and is in no index. */
async function findGrant(
  { db, shop }: ShopContext,
  { customerId, unit, id: entryId }: CreditEntry,
): Promise<bigint | null> {
  const grant = await db.prisma.creditGrant.findFirst({
    where: { shopId: shop.id, customerId, unit, entryId, remainingMinor: { gt: 0 } },
    select: { id: true },
  });
  return grant?.id ?? (await findMoved(db, shop.id, entryId))?.movedToId ?? null;
}

/** Where what was left of an entry's grant went, when its customer was merged into another one. */
function findMoved(db: ShopContext["db"], shopId: bigint, entryId: bigint) {
  return db.prisma.creditGrantMove.findFirst({ where: { shopId, entryId } });
}

/**
 * The credit of a paid charge, for the share that money paid: credit that paid for more credit would never end. Null when the plan
 * gave none then, when that share is nothing, or when all of it would be taken back at once.
 */
function grantOf(
  { shop, clock }: ShopContext,
  { plan, order, subscription, isFirst }: Membership,
  facts: PaidOrder,
  { moneyShare }: Pick<CountedLines, "moneyShare">,
): Pick<CreditMovement, "amountMinor" | "typeCode" | "message" | "parts"> | null {
  if (plan?.planGroup.kind !== "membership" || !plan.creditAmountMinor) return null;
  if (subscription && isTrialFee(subscription, isFirst ? "checkout" : "billing_attempt"))
    return null;
  if (!plan.creditAmountSince || order.processedAt < plan.creditAmountSince) return null;
  if (!wasPaid(order) || !countsIn(order, shop.currency)) return null;
  const wholeMinor = Number(plan.creditAmountMinor);
  const amountMinor = floor(multiply(fraction(wholeMinor), moneyShare));
  if (amountMinor === 0) return null;
  if (creditToTakeBack(amountMinor, facts)?.amountMinor === amountMinor) return null;
  const expiresAt = creditExpiry(clock.now(), plan.creditExpiryMonths, shop.ianaTimezone);
  return {
    amountMinor,
    typeCode: CREDIT_TYPES.membership,
    message: membershipCreditMessage(order, { amountMinor, wholeMinor }),
    parts: [{ amountMinor, expiresAt }],
  };
}

function paidOrderOf(
  { cancelledAt, financialStatus, disputes }: Found,
  { backShare }: Pick<CountedLines, "backShare">,
): PaidOrder {
  return { backShare, isCancelled: cancelledAt !== null, financialStatus, disputes };
}
