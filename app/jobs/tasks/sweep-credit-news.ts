import { addJob } from "#app/core/queue.ts";
import type { Job } from "../define-job.ts";

/**
 * Credit moves from many sides: APIs, merchants, grants to whole plans, expiry. Once a minute, stores in
 * which it has moved since the last time get a run that tells the storefront.
 */
export const sweepCreditNewsJob: Job = {
  name: "sweep-credit-news",
  run: async ({ db }) => {
    const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
      SELECT s.id FROM shops s
      WHERE s.status = 'active' AND EXISTS (
        SELECT 1 FROM events e WHERE e.shop_id = s.id AND e.id > s.credit_news_cursor)`;
    for (const { id } of shops) {
      await addJob(db.prisma, "publish-credit-news", { shopId: String(id) }, { about: "sweep" });
    }
  },
};
