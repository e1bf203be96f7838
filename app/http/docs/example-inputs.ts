/** An example of a call, as somebody writes it. */
export interface ExampleCall {
  /** What has to be found first, as lines of each language; null in most. */
  readonly before: { readonly curl: string; readonly typescript: string } | null;
  /** One that `before` has found begins with $. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Without the API key. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** What is the body, where that is a file; `before` makes it, for the client as `file`. */
  readonly file: { readonly name: string; readonly type: string } | null;
}

/** The shopper of the demo whom the examples are about. */
const ANNA = { cid: 1001, email: "anna.weber.1001@example.com" };

const LISTS: Readonly<Record<string, string>> = {
  attempt: "listBillingAttempts",
  member: "listMembers",
  subscription: "listSubscriptions",
};

/**
 * The id of the first record of a list: which ids a store has, nobody knows beforehand.
 *
 * @param list its address, after `/api/v1/`.
 * @param only a field that has to be true.
 */
function firstOf(list: string, name: string, only?: string): Partial<ExampleCall> {
  const variable = name.toUpperCase();
  const [, query = ""] = list.split("?");
  const fields = [...new URLSearchParams(query)].map(([field, value]) =>
    field === "limit" ? `${field}: ${value}` : `${field}: ${JSON.stringify(value)}`,
  );
  const picked = only ? `find((one) => one.${only})` : "at(0)";
  return {
    before: {
      curl: `${variable}=$(curl -s "$API/api/v1/${list}" -H "Authorization: Bearer $KEY" |
  node -p 'JSON.parse(require("fs").readFileSync(0)).data.${picked}.id')`,
      typescript: `const { data } = await perennial.call("${LISTS[name]}", { query: { ${fields.join(", ")} } });
const ${name}_id = data.${picked}?.id ?? "";`,
    },
    path: { [`${name}_id`]: `$${variable}` },
  };
}

/**
 * What examples send where the examples of the fields do not make a call that works: because fields exclude each other, or
 * because it has to name a record that every demo has. Parts that are not named come from the fields.
 */
export const EXAMPLE_INPUTS: Readonly<Record<string, Partial<ExampleCall>>> = {
  listBillingAttempts: { query: { limit: 2 } },
  retryBillingAttempt: {
    ...firstOf("billing-attempts?status=failed&limit=50", "attempt", "will_retry"),
  },
  reportLoyaltyAction: {
    body: { customer_id: String(ANNA.cid), action_key: "review", event_id: "rev_8841" },
  },
  listMembers: { query: { limit: 2 } },
  getMember: firstOf(`members?email=${ANNA.email}`, "member"),
  updateMember: {
    ...firstOf(`members?email=${ANNA.email}`, "member"),
    body: { loyalty_points: 240 },
  },
  manageStoreCredit: {
    body: {
      ...ANNA,
      action: "update",
      update_value: 5,
      update_reason: "Late delivery",
      update_type: "manual admin adjustment",
    },
  },
  addStoreCredit: { body: { amount: 5, reason: "Late delivery" } },
  deductStoreCredit: { body: { amount: 1, reason: "Given twice" } },
  listCreditTransactions: { query: { limit: 2 } },
  listSubscriptions: { query: { limit: 2 } },
  getSubscription: firstOf("subscriptions?customer_id=1001", "subscription"),
  pauseSubscription: firstOf("subscriptions?customer_id=1001&status=active", "subscription"),
  cancelSubscription: firstOf("subscriptions?customer_id=1002&status=active", "subscription"),
  resumeSubscription: firstOf("subscriptions?customer_id=1006&status=paused", "subscription"),
  setLoyaltyBirthday: { body: { month: 1, day: 1 } },
  uploadLoyaltyReceipt: {
    // The smallest PDF that has a beginning and an end.
    before: {
      curl: "printf '%s\\n' '%PDF-1.4' '%%EOF' > receipt.pdf",
      typescript: 'const file = new Blob(["%PDF-1.4\\n%%EOF\\n"], { type: "application/pdf" });',
    },
    file: { name: "receipt.pdf", type: "application/pdf" },
  },
  redeemPoints: { body: { point_reward_id: 1, key: "5b0c8b9e-6f0e-4f6c-9f0e-0c9d2b7a1f11" } },
  getLoyaltyRule: { path: { rule_id: 2 } },
  listAppliedOffers: { path: { contract_id: 5003 } },
  activateOffer: {
    before: {
      curl: `OFFER=$(curl -s "$STORE/apps/service-api/v1/membership/churn/offers?key=$KEY" |
  node -p 'JSON.parse(require("fs").readFileSync(0)).find(({ offers }) => offers.length > 0).offers[0].id')`,
      typescript: `const reasons = await perennial.call("listChurnOffers");
const offer_id = reasons.flatMap(({ offers }) => offers).at(0)?.id ?? 0;`,
    },
    path: { contract_id: 5003, offer_id: "$OFFER" },
  },
};
