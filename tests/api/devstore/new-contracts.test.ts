import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";

let shop: PlatformShop;
let cid: number;
let method: string;

beforeAll(async () => {
  shop = await platformShop({ seed: "small" });
});
beforeEach(async () => {
  cid = (await shop.control("customers", { payment: null })).body.cid;
  method = await newMethod(cid);
});

async function newMethod(customerId: number): Promise<string> {
  const { status, body } = await shop.control(`customers/${customerId}/payment-methods`);
  expect(status).toBe(200);
  return body.payment_method_id;
}

const policy = { interval: "MONTH", intervalCount: 1 };
const variant = () => gid("ProductVariant", 7501);
const line = (fields: object = {}) => ({
  line: { productVariantId: variant(), quantity: 1, currentPrice: "12.50", ...fields },
});
const address = { lastName: "Weber", address1: "Ahornweg 1", city: "Berlin", countryCode: "DE" };
const input = (fields: object = {}, contract: object = {}) => ({
  customerId: gid("Customer", cid),
  currencyCode: "EUR",
  nextBillingDate: "2031-01-01T00:00:00Z",
  lines: [line()],
  ...fields,
  contract: {
    billingPolicy: policy,
    deliveryPolicy: policy,
    paymentMethodId: gid("CustomerPaymentMethod", method),
    deliveryMethod: { shipping: { address } },
    ...contract,
  },
});

async function shippedVariant(): Promise<string> {
  const { products } = await shop.data(
    "{ products(first: 20) { nodes { variants(first: 1) { nodes { id inventoryItem { requiresShipping } } } } } }",
  );
  type Variant = { id: string; inventoryItem: { requiresShipping: boolean } };
  const variants = products.nodes.flatMap(
    (one: { variants: { nodes: Variant[] } }) => one.variants.nodes,
  );
  return variants.find((one: Variant) => one.inventoryItem.requiresShipping).id;
}

async function create(fields: object = {}, contract: object = {}) {
  const variables = { input: input(fields, contract) };
  const answer = await shop.data(documentOf("atomicCreate"), variables);
  return answer.subscriptionContractAtomicCreate;
}
const codeOf = async (answer: ReturnType<typeof create>) => {
  const { contract, userErrors } = await answer;
  expect(contract).toBeNull();
  return userErrors[0].code;
};

describe("a contract that an app makes in one call", () => {
  test("may begin paused", async () => {
    expect(await create({}, { status: "PAUSED" })).toMatchObject({
      contract: { status: "PAUSED", nextBillingDate: "2031-01-01T00:00:00Z" },
      userErrors: [],
    });
  });

  test("is another contract each time: the call has no key", async () => {
    const [one, other] = [await create(), await create()];
    expect(one.contract.id).not.toBe(other.contract.id);
  });

  test("has a customer, goods, a plan and a date that exist", async () => {
    expect(await codeOf(create({ customerId: gid("Customer", 999999999) }))).toBe(
      "CUSTOMER_DOES_NOT_EXIST",
    );
    const unknownVariant = line({ productVariantId: gid("ProductVariant", 999999999) });
    expect(await codeOf(create({ lines: [unknownVariant] }))).toBe("INVALID");
    const unknownPlan = line({ sellingPlanId: gid("SellingPlan", 999999999) });
    expect(await codeOf(create({ lines: [unknownPlan] }))).toBe("INVALID");
    expect(await codeOf(create({ lines: [] }))).toBe("INVALID_LINES");
    expect(await codeOf(create({ nextBillingDate: "2020-01-01T00:00:00Z" }))).toBe(
      "INVALID_BILLING_DATE",
    );
    expect(await codeOf(create({ currencyCode: "USD" }))).toBe("CURRENCY_NOT_ENABLED");
  });

  test("is paid only with its customer's payment method, which must not be revoked", async () => {
    const other = (await shop.control("customers", { payment: null })).body.cid;
    const theirs = gid("CustomerPaymentMethod", await newMethod(other));
    expect(await codeOf(create({}, { paymentMethodId: theirs }))).toBe("CUSTOMER_MISMATCH");
    const unknown = gid("CustomerPaymentMethod", "feed");
    expect(await codeOf(create({}, { paymentMethodId: unknown }))).toBe("INVALID");
    const { status } = await shop.control("payment-methods/revoke", { payment_method_id: method });
    expect(status).toBe(200);
    expect(await codeOf(create())).toBe("INVALID");
  });

  test("says where goods that are shipped go", async () => {
    const lines = [line({ productVariantId: await shippedVariant() })];
    expect((await create({ lines })).userErrors).toEqual([]);
    expect(await codeOf(create({ lines }, { deliveryMethod: null }))).toBe(
      "DELIVERY_METHOD_REQUIRED",
    );
    const nameless = { shipping: { address: { ...address, lastName: "" } } };
    expect(await codeOf(create({}, { deliveryMethod: nameless }))).toBe("BLANK");
    expect(await codeOf(create({}, { deliveryPrice: "-1" }))).toBe("GREATER_THAN_OR_EQUAL_TO");
  });

  test("has of its delivery what was said last, and nothing of what was said before", async () => {
    const option = { code: "DHL_X", title: "Courier", presentmentTitle: "Kurier" };
    const whole = { ...address, company: "Weber GmbH", phone: "+493012345" };
    const shipping = { address: whole, shippingOption: option };
    const read = `deliveryMethod { ... on SubscriptionDeliveryMethodShipping {
      address { company phone } shippingOption { code title presentmentTitle description } } }`;
    const { contract, userErrors } = await create({}, { deliveryMethod: { shipping } });
    expect(userErrors).toEqual([]);
    const made = await shop.data(`query ($id: ID!) { subscriptionContract(id: $id) { ${read} } }`, {
      id: contract.id,
    });
    expect(made.subscriptionContract.deliveryMethod).toEqual({
      address: { company: "Weber GmbH", phone: "+493012345" },
      shippingOption: { ...option, description: null },
    });
    const opened = await shop.data(
      "mutation ($id: ID!) { subscriptionContractUpdate(contractId: $id) { draft { id } } }",
      { id: contract.id },
    );
    const changed = await shop.data(
      `mutation ($id: ID!, $input: SubscriptionDraftInput!) {
        subscriptionDraftUpdate(draftId: $id, input: $input) { draft { ${read} } } }`,
      {
        id: opened.subscriptionContractUpdate.draft.id,
        input: { deliveryMethod: { shipping: { address } } },
      },
    );
    expect(changed.subscriptionDraftUpdate.draft.deliveryMethod).toEqual({
      address: { company: null, phone: null },
      shippingOption: { code: null, title: null, presentmentTitle: null, description: null },
    });
  });

  test("has not ended before it began, and takes no discount that the stand-in would forget", async () => {
    expect(await codeOf(create({}, { status: "CANCELLED" }))).toBe("INVALID");
    expect(await codeOf(create({ discountCodes: ["TEN"] }))).toBe("INVALID");
  });
});
