import { askPlatform } from "./ask-platform.ts";
import type { TestShop } from "./test-shop.ts";

/** A billing attempt in the platform's own words. */
export interface PlatformAttempt {
  id: number;
  contractId: number;
  createdAt: string;
  state: "success" | "failed" | "running";
  code: string | null;
  orderId: number | null;
}

const STATES: Readonly<Record<string, PlatformAttempt["state"]>> = {
  SubscriptionBillingAttemptSuccessState: "success",
  SubscriptionBillingAttemptFailedState: "failed",
};

/** Reads all billing attempts of the app's contracts in a store from the platform, oldest first. */
export async function listPlatformAttempts(shop: TestShop): Promise<PlatformAttempt[]> {
  const all: PlatformAttempt[] = [];
  for (let after: string | null = null; ; ) {
    const { subscriptionBillingAttempts } = await askPlatform(
      shop,
      `query ($after: String) { subscriptionBillingAttempts(first: 250, after: $after, sortKey: CREATED_AT) {
        pageInfo { hasNextPage endCursor }
        nodes { id createdAt subscriptionContract { id } state { __typename
          ... on SubscriptionBillingAttemptSuccessState { order { id } }
          ... on SubscriptionBillingAttemptFailedState { error {
            ... on SubscriptionBillingAttemptPaymentError { code } } } } } } }`,
      { after },
    );
    for (const {
      id,
      createdAt,
      subscriptionContract,
      state,
    } of subscriptionBillingAttempts.nodes) {
      all.push({
        id: numberOf(id),
        contractId: numberOf(subscriptionContract.id),
        createdAt,
        state: STATES[state.__typename] ?? "running",
        code: state.error?.code ?? null,
        orderId: state.order ? numberOf(state.order.id) : null,
      });
    }
    const { hasNextPage, endCursor } = subscriptionBillingAttempts.pageInfo;
    if (!hasNextPage) return all;
    after = endCursor;
  }
}

const numberOf = (gid: string) => Number(gid.slice(gid.lastIndexOf("/") + 1));
