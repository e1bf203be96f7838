import { addJob } from "#app/lib/queue.ts";
import { releaseDeadWorkers } from "#app/lib/worker-presence.ts";
import type { Job } from "../define-job.ts";

/**
 * The net under every planned task: once a minute, what dead workers were at is free again, and stores in
 * which something is due by their own clock get a run, whatever became of the job that was planned for it.
 */
export const sweepDueTasksJob: Job = {
  name: "sweep-due-tasks",
  run: async ({ db }) => {
    await releaseDeadWorkers(db.pool);
    const shops = await db.prisma.$queryRaw<{ id: bigint }[]>`
      SELECT s.id FROM shops s
      WHERE s.status = 'active' AND EXISTS (
        SELECT 1 FROM due_tasks t
        WHERE t.shop_id = s.id AND t.done_at IS NULL
          AND t.due_at <= now() + s.clock_offset_ms * interval '1 millisecond'
          AND (t.retry_at IS NULL OR t.retry_at <= now())
          AND (t.claimed_by IS NULL OR NOT worker_is_present(t.claimed_by)))`;
    for (const { id } of shops) {
      await addJob(db.prisma, "run-due-tasks", { shopId: String(id) }, { dedupeKey: "sweep" });
    }
  },
};
