import type { Pool } from "pg";
import type { ShopContext } from "../../context.ts";
import { settleLoyalty } from "../settle/settle-loyalty.ts";
import { noteFacts } from "./note-facts.ts";

/** As many customers a process remembers; then it looks again. */
const MOST_REMEMBERED = 50_000;
const VISIT = { kind: "account", key: "once" } as const;

/** By store and number: those of whom is known that they were here, or is being written down. */
const visits = new WeakMap<Pool, Map<string, Promise<void>>>();

/**
 * Writes down that a customer has visited the store signed in, for rules that reward an account. Once a customer, and
 * nothing but a look into memory after that. What they earn by it is theirs when this resolves. A failure is logged and
 * tried again with the next visit: it keeps nobody from what they came for. One whom our rows do not know yet is noted
 * later.
 *
 * @param platformCustomerId the platform's number of who is signed in.
 */
export function noteVisit(context: ShopContext, platformCustomerId: number): Promise<void> {
  const known = visits.get(context.db.processPool) ?? new Map<string, Promise<void>>();
  visits.set(context.db.processPool, known);
  const name = `${context.shop.id}/${platformCustomerId}`;
  const before = known.get(name);
  if (before) return before;
  const visit = note(context, platformCustomerId).then(
    (isNoted) => {
      if (!isNoted) known.delete(name);
    },
    (error) => {
      known.delete(name);
      context.log.warn({ err: error }, "a customer's first visit could not be noted");
    },
  );
  known.set(name, visit);
  const [oldest] = known.keys();
  if (known.size > MOST_REMEMBERED && oldest) known.delete(oldest);
  return visit;
}

/** @returns whether it is written down. */
async function note(context: ShopContext, platformCustomerId: number): Promise<boolean> {
  const { db, shop, clock } = context;
  const customer = await db.prisma.customer.findUnique({
    where: {
      shopId_platformCustomerId: {
        shopId: shop.id,
        platformCustomerId: BigInt(platformCustomerId),
      },
    },
    select: { id: true, redactedAt: true, mergedIntoId: true },
  });
  if (!customer || customer.redactedAt || customer.mergedIntoId) return false;
  const customerId = customer.id;
  const where = { shopId_customerId_kind_key: { shopId: shop.id, customerId, ...VISIT } };
  if (await db.prisma.loyaltyFact.findUnique({ where, select: { id: true } })) return true;
  if (await noteFacts(context, customerId, [{ ...VISIT, at: clock.now() }])) {
    await settleLoyalty(context, [customerId]);
  }
  return true;
}
