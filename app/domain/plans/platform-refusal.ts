import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { PlatformFailure } from "#app/platform/platform-failure.ts";
import { describeFailure } from "../describe-failure.ts";

/** What the merchant can do about a plan group that the platform does not take. */
const FIELDS: Readonly<Record<string, [field: string, sentence: string]>> = {
  PRODUCT_DOES_NOT_EXIST: ["productIds", "A chosen product no longer exists. Choose again."],
  NOT_FOUND: ["productIds", "A chosen product no longer exists. Choose again."],
  SELLING_PLAN_DUPLICATE_NAME: ["plans", "Two plans of this group have the same name."],
  SELLING_PLAN_DUPLICATE_OPTIONS: ["plans", "Two plans of this group have the same name."],
  SELLING_PLAN_COUNT_UPPER_BOUND: ["plans", "The group has more plans than Shopify allows."],
  BILLING_POLICY_INTERVAL_TOO_LARGE: ["plans", "A plan renews more rarely than Shopify allows."],
  DELIVERY_POLICY_INTERVAL_TOO_LARGE: ["plans", "A plan renews more rarely than Shopify allows."],
};

/** A group that was deleted outside the app, as far as a code says so. */
export function saysGroupIsGone({ platformCode }: PlatformFailure): boolean {
  return platformCode === "GROUP_DOES_NOT_EXIST";
}

export function groupIsGone(): AppError {
  return new AppError("not_found", "This group was deleted on Shopify. Its subscriptions go on.");
}

/** The failure of a change of plans, in words for the merchant. */
export function toPlanError(failure: PlatformFailure): AppError {
  if (failure.kind === "unavailable") {
    const message =
      "Shopify did not answer, so it is not known yet whether this was saved. Try again in a moment: nothing is saved twice.";
    return new AppError("platform_unavailable", message);
  }
  if (failure.kind === "not_connected") {
    const why = describeFailure(failure);
    return new AppError("platform_unavailable", `Nothing was saved: ${why}.`);
  }
  const known = FIELDS[failure.platformCode ?? ""];
  if (known) return wrongField(known[0], known[1]);
  const code = failure.platformCode === null ? "" : ` (${failure.platformCode})`;
  return new AppError(
    "platform_refused",
    `Shopify did not accept this, and nothing was saved${code}.`,
  );
}
