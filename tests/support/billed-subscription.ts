import { expect } from "vitest";
import { askPlatform } from "./ask-platform.ts";
import type { TestShop } from "./test-shop.ts";

/** One charge of a contract, in the platform's own record. */
interface PlatformCharge {
  key: string;
  state: "success" | "failed" | "pending" | "action_required";
}

/** A contract whose charges a test follows, with the platform's own record as judge. */
export interface BilledSubscription {
  cid: number;
  contractId: number;
  /** Our row. */
  row(): ReturnType<typeof readRow>;
  /** Oldest first. */
  charges(): Promise<PlatformCharge[]>;
  /** What the next charges will come to, one after another: "success", or a code of the platform. */
  nextPayments(...results: string[]): Promise<void>;
  /** Somebody else than the app charges it: left out, the cycle that is due. "success", or a code of the platform. */
  chargeElsewhere(charge?: {
    by?: "platform" | "staff" | "other_app";
    cycle_index?: number;
    result?: string;
  }): Promise<{ attempt_id: number; cycle_index: number }>;
  /** Lines of its timeline, oldest first. */
  timeline(): Promise<{ kind: string; message: string }[]>;
  /** Our attempts, oldest first. */
  attempts(): ReturnType<typeof readAttempts>;
  /** Our cycles by index. */
  cycles(): ReturnType<typeof readCycles>;
}

/** Makes a live contract. Prices are decimal texts. */
export async function billedSubscription(
  shop: TestShop,
  contract: Record<string, unknown> = {},
): Promise<BilledSubscription> {
  const { cid, contractId } = await shop.createContract({ price: "15.00", ...contract });
  const ids = async () => {
    const { id, shopId } = await readRow(shop, contractId);
    return { shopId, subscriptionId: id };
  };
  return {
    cid,
    contractId,
    row: () => readRow(shop, contractId),
    charges: () => readCharges(shop, contractId),
    nextPayments: async (...results) => {
      const { status } = await shop.control(`contracts/${contractId}/payments`, { results });
      expect(status).toBe(200);
    },
    chargeElsewhere: async (charge = {}) => {
      const { status, body } = await shop.control(`contracts/${contractId}/charge`, charge);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    },
    timeline: async () => {
      const { db } = await shop.context();
      const where = await ids();
      return db.prisma.activity.findMany({
        where,
        orderBy: { id: "asc" },
        select: { kind: true, message: true },
      });
    },
    attempts: async () => readAttempts(shop, await ids()),
    cycles: async () => readCycles(shop, await ids()),
  };
}

/** Moves the store's clock to an instant, with all that is due on the way. */
export async function goTo(shop: TestShop, instant: Date): Promise<void> {
  const now = (await shop.context()).clock.now();
  const seconds = Math.ceil((instant.getTime() - now.getTime()) / 1000);
  const { status, body } = await shop.control("clock", { advance: `PT${seconds}S` });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Moves the store's clock to where the failed charge of a contract is tried again, which depends on the day of the month. */
export async function goToRetry(
  shop: TestShop,
  { contractId }: Pick<BilledSubscription, "contractId">,
): Promise<void> {
  const { id, shopId } = await readRow(shop, contractId);
  const { db } = await shop.context();
  const { stepAt } = await db.prisma.billingCycle.findFirstOrThrow({
    where: { shopId, subscriptionId: id, step: "retry" },
  });
  if (!stepAt) throw new Error("No retry is planned.");
  await goTo(shop, new Date(stepAt.getTime() + 60_000));
}

async function readRow(shop: TestShop, contractId: number) {
  const { db, shop: row } = await shop.context();
  return db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
}

type OfSubscription = { shopId: bigint; subscriptionId: bigint };

async function readAttempts(shop: TestShop, where: OfSubscription) {
  const { db } = await shop.context();
  return db.prisma.billingAttempt.findMany({ where, orderBy: { id: "asc" } });
}

async function readCycles(shop: TestShop, where: OfSubscription) {
  const { db } = await shop.context();
  return db.prisma.billingCycle.findMany({ where, orderBy: { cycleIndex: "asc" } });
}

async function readCharges(shop: TestShop, contractId: number): Promise<PlatformCharge[]> {
  const states = {
    SubscriptionBillingAttemptSuccessState: "success",
    SubscriptionBillingAttemptFailedState: "failed",
    SubscriptionBillingAttemptPendingState: "pending",
    SubscriptionBillingAttemptActionRequiredState: "action_required",
  } as const;
  type Node = { idempotencyKey: string; state: { __typename: keyof typeof states } };
  const charges: PlatformCharge[] = [];
  for (let after: string | null = null; ; ) {
    const { subscriptionContract } = await askPlatform(
      shop,
      `query ($id: ID!, $after: String) { subscriptionContract(id: $id) { billingAttempts(first: 250, after: $after) {
        pageInfo { hasNextPage endCursor } nodes { idempotencyKey state { __typename } } } } }`,
      { id: `gid://shopify/SubscriptionContract/${contractId}`, after },
    );
    const { nodes, pageInfo } = subscriptionContract.billingAttempts;
    for (const { idempotencyKey, state } of nodes as Node[]) {
      charges.push({ key: idempotencyKey, state: states[state.__typename] });
    }
    if (!pageInfo.hasNextPage) return charges;
    after = pageInfo.endCursor;
  }
}
