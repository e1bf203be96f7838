import type { JobRequest } from "#app/lib/job-request.ts";

/** What can be set aside. The names are kept in the database. */
export type ThingKind =
  | "order"
  | "customer"
  | "contract"
  | "charge"
  | "plan_group"
  /** A customer's points and rewards. */
  | "member"
  /** A change that a part of the product could not follow. */
  | "event";

/** Something that is brought in, or followed, by itself. */
export interface Thing {
  readonly kind: ThingKind;
  /** Names it within its kind: the platform's number; for what is ours, our own. */
  readonly key: string;
  /** What the merchant knows it by, where that is no personal data. */
  readonly label: string | null;
  /** The job that brings it in again; null where only the platform's next word does. */
  readonly again: JobRequest | null;
}
