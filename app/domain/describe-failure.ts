import { isAppError } from "#app/lib/app-error.ts";
import { shortened } from "#app/lib/storable-text.ts";
import {
  isPlatformFailure,
  isUnreadableValue,
  type PlatformFailure,
} from "#app/platform/platform-failure.ts";

/** What the platform refuses, by its own codes, as a merchant would say it. */
const REFUSALS: Readonly<Record<string, string>> = {
  COMMITTED: "the change was made already",
  CONTRACT_TERMINATED: "the contract has ended",
  CURRENCY_NOT_ENABLED: "the store does not sell in the contract's currency",
  CUSTOMER_DOES_NOT_EXIST: "the customer no longer exists",
  CUSTOMER_MISMATCH: "the payment method is another customer's",
  CUSTOMER_REDACTED: "the customer's data was erased",
  DELIVERY_MUST_BE_MULTIPLE_OF_BILLING: "its deliveries would no longer fit its charges",
  DELIVERY_METHOD_REQUIRED: "the product is shipped, and there is no address to send it to",
  HAS_FUTURE_EDITS: "a later charge of the contract was edited by hand",
  INVALID_BILLING_DATE: "its next date has passed",
  STALE_CONTRACT: "the contract was changed at the same time",
  TOO_MANY_DISCOUNTS: "the contract has as many discounts as the platform allows",
};

const LONGEST_VALUE = 200;

/**
 * Why something failed, in words for a merchant and without a full stop. What the platform or the database said itself
 * is for the log alone.
 */
export function describeFailure(error: unknown): string {
  if (isPlatformFailure(error)) return describePlatformFailure(error);
  if (isUnreadableValue(error))
    return `the platform has sent what this app cannot read: ${shortened(error.message, LONGEST_VALUE)}`;
  if (isAppError(error)) return error.message.replace(/\.$/, "").replace(/^./, toLowerCase);
  return "something went wrong on this server; its log has the details";
}

const toLowerCase = (letter: string) => letter.toLowerCase();

function describePlatformFailure({ kind, platformCode }: PlatformFailure): string {
  if (kind === "unavailable") return "the platform does not answer";
  if (kind === "not_connected")
    return "the store is no longer connected to this app; open the app once";
  const known = platformCode === null ? undefined : REFUSALS[platformCode];
  const code = platformCode === null ? "" : ` (${platformCode})`;
  return known ?? `the platform does not allow it for this contract${code}`;
}
