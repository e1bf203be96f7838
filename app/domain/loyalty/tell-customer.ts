import type { Queries } from "#app/lib/db.ts";
import { readInParts } from "#app/lib/one-way.ts";
import type { ShopContext } from "../context.ts";
import { queueMail } from "../mail/outbox/queue-mail.ts";
import type { Tier } from "./tiers/ladder.ts";

/** Older news is none: a new rule counts years, and nobody wants a mail about each of them. */
const NEWS_DAYS = 3;
const DAY_MS = 86_400_000;

/** Whether something happened so shortly ago that its customer is told. */
export function isNews({ clock }: Pick<ShopContext, "clock">, at: Date): boolean {
  return clock.now().getTime() - at.getTime() < NEWS_DAYS * DAY_MS;
}

/** Points that one reward has just given. */
export interface EarnedPoints {
  rewardId: bigint;
  points: number;
  ruleName: string;
  completedAt: Date;
  /** When they can be spent; null for now. */
  usableAt: Date | null;
}

/** What a customer has earned at once. */
interface Earnings {
  customerId: bigint;
  earned: readonly EarnedPoints[];
}

/** Queues one mail to each customer about all points that they have earned at once, in the transaction that gave them. */
export async function tellOfPoints(
  context: ShopContext,
  tx: Queries,
  all: readonly Earnings[],
): Promise<void> {
  const news = all.flatMap(({ customerId, earned }) => {
    const [first, ...others] = earned.filter(({ completedAt }) => isNews(context, completedAt));
    return first ? [{ customerId, first, earned: [first, ...others] }] : [];
  });
  const accounts = await readInParts(
    news.map(({ customerId }) => customerId),
    (some) =>
      tx.creditAccount.findMany({
        where: { shopId: context.shop.id, customerId: { in: some }, unit: "points" },
        select: { customerId: true, availableMinor: true },
      }),
  );
  const balances = new Map(accounts.map((row) => [row.customerId, row.availableMinor]));
  for (const { customerId, first, earned } of news) {
    const waits = earned.flatMap(({ usableAt }) => (usableAt ? [usableAt.getTime()] : []));
    await queueMail(context, tx, {
      ...{ kind: "points_earned", customerId, causeKey: `loyalty:${first.rewardId}:earned` },
      data: {
        points: earned.reduce((sum, { points }) => sum + points, 0),
        reason: [...new Set(earned.map(({ ruleName }) => ruleName))].join(", "),
        usableAt: waits.length > 0 ? new Date(Math.max(...waits)) : null,
        balance: Number(balances.get(customerId) ?? 0n),
      },
    });
  }
}

/** Queues a mail about a tier that a customer went up to, in the transaction that wrote it. */
export async function tellOfTier(
  context: ShopContext,
  tx: Queries,
  customerId: bigint,
  reached: { tier: Tier; at: Date; reviewAt: Date | null },
): Promise<void> {
  if (!isNews(context, reached.at)) return;
  const { tier, at, reviewAt } = reached;
  await queueMail(context, tx, {
    kind: "tier_reached",
    customerId,
    causeKey: `loyalty-tier:${customerId}:${tier.id}:${at.getTime()}`,
    data: { tier: tier.name, perks: tier.perks, reviewAt },
  });
}
