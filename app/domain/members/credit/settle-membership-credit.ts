import { countsIn } from "#app/lib/counts-in.ts";
import { floor, fraction, multiply } from "#app/lib/fraction.ts";
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
 * Brings the credit that an order of memberships has given up to what the order is now: each of its memberships gives
 * its plan's credit once it is paid, for the share of its price that was paid with money, and a refund, a cancellation or a chargeback takes back what is left of it. A
 * chargeback that is won gives back what it had taken. Every movement is named by its number among those of the same order and
 * contract, so that nothing is given or taken twice, whoever does it at once. Safe to repeat.
 */
export async function settleMembershipCredit(context: ShopContext, orderId: bigint): Promise<void> {
  const order = await findOrder(context, orderId);
  if (!order?.customerId) return;
  for (const link of order.subscriptions) {
    const membership = { order, ...link, customerId: order.customerId };
    while (await moveOnce(context, membership)) {
      // A chargeback that was won gives credit back, of which an earlier refund takes its share again.
    }
  }
}

function findOrder({ db, shop }: ShopContext, id: bigint) {
  return db.prisma.order.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
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

type Found = NonNullable<Awaited<ReturnType<typeof findOrder>>>;
type Membership = Found["subscriptions"][number] & { order: Found; customerId: bigint };

/** @returns whether something may be left to move. */
async function moveOnce(context: ShopContext, membership: Membership): Promise<boolean> {
  const movement = await nextMovement(context, membership);
  if (!movement) return false;
  const { outcome } = await postCredit(context, movement);
  // Repeated: somebody else has just made this one. Nothing: the customer has spent it, and it stays spent.
  return outcome === "posted" || outcome === "repeated";
}

async function nextMovement(
  context: ShopContext,
  membership: Membership,
): Promise<CreditMovement | null> {
  const { order, customerId } = membership;
  const key = `membership:${order.platformOrderId}:${membership.platformContractId}`;
  const orderGid = toOrderGid(Number(order.platformOrderId));
  const moved = await readMoved(context, orderGid, key);
  const common = {
    customerId,
    unit: "money",
    planId: membership.planId,
    orderGid,
    orderName: order.name,
    sourceKey: `${key}:${moved.count}`,
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
  if (!due || missing <= 0 || !moved.given.grantId) return null;
  return {
    ...common,
    amountMinor: -missing,
    typeCode: due.typeCode,
    grantId: moved.given.grantId,
    message: `Membership credit taken back: order ${order.name} was ${due.cause}`,
  };
}

/** What this order's membership has moved so far. */
interface Moved {
  count: number;
  /** What was given last, with the grant that holds what is left of it. Null before anything was given. */
  given: { grantId: bigint | null; expiresAt: Date | null } | null;
  firstMinor: number;
  /** What was taken back, less what came back. */
  takenMinor: number;
  /** The part of it that a dispute has taken. */
  disputedMinor: number;
}

async function readMoved({ db, shop }: ShopContext, orderGid: string, key: string): Promise<Moved> {
  const entries = await db.prisma.creditEntry.findMany({
    where: { shopId: shop.id, orderGid, sourceKey: { startsWith: `${key}:` } },
    orderBy: { id: "asc" },
  });
  const [first, ...later] = entries;
  const lastGiven = entries.findLast(({ amountMinor }) => amountMinor > 0n);
  // One that has nothing left is of no use, and is in no index.
  const grant =
    lastGiven &&
    (await db.prisma.creditGrant.findFirst({
      where: {
        shopId: shop.id,
        customerId: lastGiven.customerId,
        unit: lastGiven.unit,
        entryId: lastGiven.id,
        remainingMinor: { gt: 0 },
      },
      select: { id: true },
    }));
  const moved = lastGiven && !grant ? await findMoved(db, shop.id, lastGiven.id) : null;
  const taken = (typeCodes: readonly number[]) =>
    -later
      .filter(({ typeCode }) => typeCodes.includes(typeCode))
      .reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0);
  return {
    count: entries.length,
    given: lastGiven
      ? { grantId: grant?.id ?? moved?.movedToId ?? null, expiresAt: lastGiven.expiresAt }
      : null,
    firstMinor: Number(first?.amountMinor ?? 0),
    takenMinor: taken([CREDIT_TYPES.dispute, CREDIT_TYPES.takenBack]),
    disputedMinor: taken([CREDIT_TYPES.dispute]),
  };
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
