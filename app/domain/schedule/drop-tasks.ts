import type { z } from "zod";
import { type LastWrite, takeBackLast, writeLast } from "#app/lib/before-commit.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../context.ts";
import { TASKS, type TaskDefinition } from "./schedule-task.ts";

/** Planned tasks of a kind that are taken back: those of one subject, or all. */
interface Drop {
  shopId: bigint;
  kind: string;
  subject: string | null;
  at: Date;
}

/**
 * Takes back the planned tasks of a kind, in the transaction that makes them needless. One that is running goes on.
 *
 * @param subject whose tasks: what stands before the colon in their keys. Null for all of the kind.
 */
export async function dropTasks<K extends string, S extends z.ZodType>(
  { shop, clock }: Pick<ShopContext, "shop" | "clock">,
  tx: Queries,
  { kind }: TaskDefinition<K, S>,
  subject: string | null,
): Promise<void> {
  takeBackLast(
    tx,
    TASKS,
    ({ row }) => row.kind === kind && (subject === null || subjectOf(row.key) === subject),
  );
  await writeLast(tx, DROPS, [{ shopId: shop.id, kind, subject, at: clock.now() }]);
}

const subjectOf = (key: string) => key.split(":")[0];

const DROPS: LastWrite<Queries, Drop> = {
  turn: 3,
  write: async (tx, drops) => {
    for (const some of Map.groupBy(drops, ({ kind }) => kind).values()) {
      const [first] = some;
      if (!first) continue;
      const subjects = some.flatMap(({ subject }) => subject ?? []);
      await (subjects.length < some.length ? dropAll(tx, first) : dropSome(tx, first, subjects));
    }
  },
};

// Both read in the order of the index over kind and key, so that the planner takes that one and not the one over all open tasks of the
// store. The index compares bytes, so it finds the keys that begin with a subject and a colon.

async function dropAll(tx: Queries, { shopId, kind, at }: Drop): Promise<void> {
  await tx.$executeRaw`
    UPDATE due_tasks SET done_at = ${at} WHERE shop_id = ${shopId} AND id IN (
      SELECT id FROM due_tasks
      WHERE shop_id = ${shopId} AND kind = ${kind} AND done_at IS NULL AND claimed_by IS NULL
      ORDER BY key FOR UPDATE)`;
}

async function dropSome(
  tx: Queries,
  { shopId, kind, at }: Drop,
  subjects: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE due_tasks SET done_at = ${at} WHERE shop_id = ${shopId} AND id IN (
      SELECT t.id FROM unnest(${[...new Set(subjects)].sort()}::text[]) AS s (subject)
      CROSS JOIN LATERAL (
        SELECT id FROM due_tasks
        WHERE shop_id = ${shopId} AND kind = ${kind} AND key >= s.subject || ':' AND key < s.subject || ';'
          AND done_at IS NULL AND claimed_by IS NULL
        ORDER BY key FOR UPDATE) AS t)`;
}
