/** Tables by which a request finds its store: every node has them whole. */
export const REFERENCE_TABLES: readonly string[] = ["shops", "api_keys"];

/** Tables that no store's row refers to and no statement joins: they stay on the coordinator. */
export const COORDINATOR_TABLES: readonly string[] = ["_prisma_migrations", "sessions"];

/**
 * Functions that a call of one store begins with. They run on the node that has the store, so they touch
 * nothing that only the coordinator has: no job queue, no session, no advisory lock.
 */
export const SHOP_FUNCTIONS: readonly string[] = [
  "capture_credit_hold",
  "expire_credit",
  "expire_overdue_credit",
  "forfeit_plan_credit",
  "grant_credit_run",
  "hold_credit",
  "post_credit",
  "release_credit_hold",
  "return_captured_credit",
];
