import type { AppContext } from "../context.ts";

/** Removes counts of windows that ended days ago in every time zone. Safe to repeat. */
export async function purgeExpiredWindows({ db }: Pick<AppContext, "db">): Promise<void> {
  await db.prisma.$executeRaw`
    DELETE FROM rate_limit_windows WHERE window_start < now() - interval '3 days'`;
}
