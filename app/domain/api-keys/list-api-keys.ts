import { machineClock } from "#app/lib/clock.ts";
import type { ShopContext } from "../context.ts";
import { type ApiKey, toApiKey } from "./api-key.ts";
import { flushApiKeyTouches } from "./touch-api-key.ts";

/** Ended keys stay listed for a while, to answer "which key was that?". */
const ENDED_KEYS_SHOWN = 10;

/**
 * The store's keys: the working ones, newest first, then the latest ended ones. The uses that this process has
 * buffered are written first, so a key that was just used shows it.
 */
export async function listApiKeys(
  context: Pick<ShopContext, "db" | "shop">,
): Promise<{ live: ApiKey[]; ended: ApiKey[] }> {
  await flushApiKeyTouches(context.db.processPool);
  const now = machineClock.now();
  const { apiKey } = context.db.prisma;
  const shopId = context.shop.id;
  const [live, ended] = await Promise.all([
    apiKey.findMany({
      where: { shopId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      orderBy: { id: "desc" },
    }),
    apiKey.findMany({
      where: { shopId, OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] },
      orderBy: { id: "desc" },
      take: ENDED_KEYS_SHOWN,
    }),
  ]);
  return {
    live: live.map((row) => toApiKey(row, now)),
    ended: ended.map((row) => toApiKey(row, now)),
  };
}
