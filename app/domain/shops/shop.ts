import type { Shop as ShopRow } from "#app/generated/prisma/client.ts";
import { workingZone } from "#app/lib/zones.ts";

/** A store's plan decides its limits (contract, section 8). */
export type ShopPlan = "starter" | "growth" | "enterprise";

/** A store as actions see it. `id` is the internal id that every row carries. */
export interface Shop {
  readonly id: bigint;
  readonly domain: string;
  readonly name: string;
  readonly contactEmail: string;
  /** One that the runtime and the database know; the row has what the platform says. */
  readonly ianaTimezone: string;
  readonly currency: string;
  /** Its prices, those of contracts too, are without tax, which comes on top. */
  readonly taxesOnTop: boolean;
  readonly plan: ShopPlan;
  readonly status: "active" | "uninstalled" | "redacted";
  readonly isDevelopment: boolean;
  /** When this app came to it, the latest time. */
  readonly installedAt: Date;
  /** How far the store's test clock is ahead of the machine's time; 0 without a test clock. */
  readonly clockOffsetMs: number;
  /** Where the platform's app proxy serves this app on the store, for example "/apps/service-api". */
  readonly proxyPath: string;
  /** Something of it may be set aside. */
  readonly hasSetAside: boolean;
}

/** What of a row of `shops` actions see. */
export type ShopFields = Pick<ShopRow, keyof Shop>;

/** Reads a row of `shops`; the table's checks guarantee the unions. */
export function toShop(row: ShopFields): Shop {
  return {
    id: row.id,
    domain: row.domain,
    name: row.name,
    contactEmail: row.contactEmail,
    ianaTimezone: workingZone(row.ianaTimezone),
    currency: row.currency,
    taxesOnTop: row.taxesOnTop,
    plan: row.plan as ShopPlan,
    status: row.status as Shop["status"],
    isDevelopment: row.isDevelopment,
    installedAt: row.installedAt,
    clockOffsetMs: Number(row.clockOffsetMs),
    proxyPath: row.proxyPath,
    hasSetAside: row.hasSetAside,
  };
}
