import type { AppContext } from "../context.ts";

/** Removes idempotency keys that no longer count: they serve 24 hours of machine time. Safe to repeat. */
export async function forgetOldIdempotencyKeys({ db }: Pick<AppContext, "db">): Promise<void> {
  await db.prisma.$executeRaw`
    DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`;
}
