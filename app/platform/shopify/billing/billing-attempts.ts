import { platformInstant } from "#app/lib/instants.ts";
import type { ChargeOutcome, NewCharge, PlatformBillingAttempt } from "../../platform-billing.ts";
import type { ChargeErrorCode } from "../../platform-charge-error.ts";
import { isPlatformFailure, PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import {
  type BillingAttemptFactsFragment,
  CreateBillingAttemptDocument,
  type PastChargeFactsFragment,
  ReadBillingAttemptDocument,
  ReadBillingAttemptsDocument,
  ReadLatestBillingAttemptsDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { anyOf, byNumber } from "../read-together.ts";
import { throwUserErrors } from "../throw-user-errors.ts";

export async function createBillingAttempt(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  { idempotencyKey, cycleIndex, allowsOverselling, originAt }: NewCharge,
): Promise<PlatformBillingAttempt> {
  const answer = await client.run(
    shopDomain,
    CreateBillingAttemptDocument,
    {
      contractId: toGid("SubscriptionContract", contractId),
      input: {
        idempotencyKey,
        billingCycleSelector: { index: cycleIndex },
        ...(originAt && { originTime: originAt.toISOString() }),
        inventoryPolicy: allowsOverselling
          ? "ALLOW_OVERSELLING"
          : "PRODUCT_VARIANT_INVENTORY_POLICY",
      },
    },
    { repeatable: true },
  );
  try {
    const payload = throwUserErrors(answer.subscriptionBillingAttemptCreate);
    const attempt = payload.subscriptionBillingAttempt;
    if (attempt === null) throw new PlatformFailure("refused", "The platform made no charge");
    return translateAttempt(attempt);
  } catch (error) {
    throw isPlatformFailure(error) && PASSING.has(error.platformCode ?? "")
      ? new PlatformFailure("unavailable", error.message, error.platformCode)
      : error;
  }
}

/** What the platform refuses now and may take later. */
const PASSING: ReadonlySet<string> = new Set([
  "THROTTLED",
  "PROCESSING_FAILED",
  "CONTRACT_UNDER_REVIEW",
]);

/** Null when the platform knows no such attempt. */
export async function readBillingAttempt(
  client: AdminClient,
  shopDomain: string,
  attemptId: number,
): Promise<PlatformBillingAttempt | null> {
  const id = toGid("SubscriptionBillingAttempt", attemptId);
  const answer = await client.run(shopDomain, ReadBillingAttemptDocument, { id });
  const attempt = answer.subscriptionBillingAttempt;
  return attempt && translateAttempt(attempt);
}

/** Some attempts, by their numbers; those that the platform's search finds. */
export async function readBillingAttempts(
  client: AdminClient,
  shopDomain: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformBillingAttempt | Error>> {
  const answer = await client.run(shopDomain, ReadBillingAttemptsDocument, anyOf(ids));
  const { nodes } = answer.subscriptionBillingAttempts;
  return byNumber("SubscriptionBillingAttempt", nodes, translateAttempt);
}

export async function findBillingAttempt(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  idempotencyKey: string,
): Promise<PlatformBillingAttempt | null> {
  const { subscriptionContract } = await client.run(shopDomain, ReadLatestBillingAttemptsDocument, {
    contractId: toGid("SubscriptionContract", contractId),
  });
  const latest = subscriptionContract?.billingAttempts.nodes ?? [];
  const found = latest.find((attempt) => attempt.idempotencyKey === idempotencyKey);
  return found ? translateAttempt(found) : null;
}

/** An attempt as the domain knows it. In a file of all attempts, what was out of stock is not named. */
export function translateAttempt(facts: AttemptFacts): PlatformBillingAttempt {
  return {
    attemptId: fromGid("SubscriptionBillingAttempt", facts.id),
    idempotencyKey: facts.idempotencyKey,
    outcome: translateOutcome(facts),
  };
}

type AttemptFacts = BillingAttemptFactsFragment | PastChargeFactsFragment;

function translateOutcome({ state, completedAt }: AttemptFacts): ChargeOutcome {
  const at = completedAt === null ? null : platformInstant(completedAt);
  switch (state.__typename) {
    case "SubscriptionBillingAttemptPendingState":
      return { kind: "pending" };
    case "SubscriptionBillingAttemptActionRequiredState":
      return { kind: "action_required", url: state.action.nextActionUrl };
    case "SubscriptionBillingAttemptSuccessState": {
      if (state.order === null) return { kind: "success", at, order: null };
      const { id, name, totalPriceSet } = state.order;
      const { presentmentMoney } = totalPriceSet;
      const amountMinor = readMoney(presentmentMoney);
      const currency = presentmentMoney.currencyCode;
      const orderId = fromGid("Order", id);
      return { kind: "success", at, order: { orderId, name, amountMinor, currency } };
    }
    case "SubscriptionBillingAttemptFailedState":
      return { kind: "failed", at, ...translateError(state.error) };
  }
}

type FailedState = Extract<
  AttemptFacts["state"],
  { __typename: "SubscriptionBillingAttemptFailedState" }
>;

function translateError(error: FailedState["error"]): {
  code: ChargeErrorCode;
  missingItems: string[];
} {
  switch (error.__typename) {
    case "SubscriptionBillingAttemptPaymentError":
      return { code: error.paymentCode, missingItems: [] };
    case "SubscriptionBillingAttemptGeneralError":
      return { code: error.generalCode, missingItems: [] };
    case "SubscriptionBillingAttemptInventoryError": {
      const missing =
        ("insufficientStockProductVariants" in error
          ? error.insufficientStockProductVariants?.nodes
          : null) ?? [];
      const missingItems = missing.map(({ displayName }) => displayName);
      return { code: error.inventoryCode, missingItems };
    }
    case "SubscriptionBillingAttemptUnexpectedError":
      return { code: "UNEXPECTED_ERROR", missingItems: [] };
  }
}
