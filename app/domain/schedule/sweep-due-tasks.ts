import { addJob } from "#app/lib/queue.ts";
import type { AppContext } from "../context.ts";
import { findDeadClaimants } from "./find-dead-claimants.ts";
import { runDueTasksJob } from "./schedule-task.ts";

/** Starts a run in each store with tasks due by its own clock, even if the job planned for them was lost. */
export async function sweepDueTasks({ db }: Pick<AppContext, "db">): Promise<void> {
  const dead = await findDeadClaimants(db);
  const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT DISTINCT t.shop_id AS id FROM due_tasks t JOIN shops s ON s.id = t.shop_id
    WHERE s.status = 'active' AND t.done_at IS NULL
      AND t.due_at <= now() + s.clock_offset_ms * interval '1 millisecond'
      AND (t.retry_at IS NULL OR t.retry_at <= now() + s.clock_offset_ms * interval '1 millisecond')
      AND (t.claimed_by IS NULL OR t.claimed_by = ANY (${dead}))`;
  for (const { id } of shops)
    await addJob(db.prisma, runDueTasksJob, { shopId: id, about: "sweep" });
}
