import type { TakenDate } from "#app/platform/platform-billing.ts";

/** A date that somebody else gives a contract, whether the platform takes a charge on it or not. */
export function anyDate(date: Date): TakenDate {
  return date as TakenDate;
}
