import type { Subscription } from "#app/generated/prisma/client.ts";
import { refuse } from "../refusals/refuse.ts";

/**
 * Where an imported subscription stands; null for one that a checkout made. While it waits, the app that it comes from
 * may still charge it.
 */
export type ImportState = "waiting" | "active" | "undone";

type Imported = Pick<Subscription, "importState">;

/** False for an import that has not begun, whatever the platform says of its contract. */
export function hasBegun({ importState }: Imported): boolean {
  return importState === null || importState === "active";
}

/** @throws AppError contract_waiting for an import that has not begun. */
export function assertBegun(imported: Imported): void {
  if (hasBegun(imported)) return;
  const message =
    "This subscription was imported and waits. The merchant activates its import once the old app has stopped.";
  throw refuse("import_waits", {}, message);
}
