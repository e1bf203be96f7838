import type { JobRequest } from "#app/lib/job-request.ts";

/** What can be set aside. The names are kept in the database. */
export const THING_KINDS = ["order", "customer", "contract", "charge", "plan_group"] as const;

export type ThingKind = (typeof THING_KINDS)[number];

/** Something of the platform's that is brought into our rows by itself. */
export interface Thing {
  readonly kind: ThingKind;
  /** Names it within its kind: the platform's number. */
  readonly key: string;
  /** What the merchant knows it by, where that is no personal data. */
  readonly label: string | null;
  /** The job that brings it in again; null where only the platform's next word does. */
  readonly again: JobRequest | null;
}
