import { addJob } from "#app/lib/queue.ts";
import type { Job } from "../define-job.ts";

/**
 * Credit moves from many sides: APIs, merchants, grants to whole plans, expiry. Once a minute, stores in
 * which it has moved since the last time get a run that tells the storefront.
 */
export const enqueueCreditMetafieldsJob: Job = {
  name: "enqueue-credit-metafields",
  run: async ({ db }) => {
    const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
      SELECT s.id FROM shops s
      WHERE s.status = 'active' AND EXISTS (
        SELECT 1 FROM events e WHERE e.shop_id = s.id AND e.id > s.credit_news_cursor)`;
    for (const { id } of shops) {
      await addJob(
        db.prisma,
        "sync-credit-metafields",
        { shopId: String(id) },
        { dedupeKey: "sweep" },
      );
    }
  },
};
