import { addJob } from "#app/lib/queue.ts";
import type { AppContext } from "../context.ts";
import { runDueTasksJob } from "./schedule-task.ts";

/** Starts a run in each store in which something is due by its own clock, whatever became of the job planned for it. */
export async function sweepDueTasks({ db }: Pick<AppContext, "db">): Promise<void> {
  const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT s.id FROM shops s
    WHERE s.status = 'active' AND EXISTS (
      SELECT 1 FROM due_tasks t
      WHERE t.shop_id = s.id AND t.done_at IS NULL
        AND t.due_at <= now() + s.clock_offset_ms * interval '1 millisecond'
        AND (t.retry_at IS NULL OR t.retry_at <= now())
        AND (t.claimed_by IS NULL OR NOT worker_is_present(t.claimed_by)))`;
  for (const { id } of shops)
    await addJob(db.prisma, runDueTasksJob, { shopId: id, about: "sweep" });
}
