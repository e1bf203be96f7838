import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import { documentOf } from "./admin-documents.ts";
import { gid, type PlatformShop, platformShop } from "./platform-shop.ts";
import { startReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

let app: WebhookReceiver;
let shop: PlatformShop;
let cid: number;

const topics = [
  "CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE",
  "CUSTOMERS_MARKETING_CONSENT_UPDATE",
  "CUSTOMER_TAGS_ADDED",
  "CUSTOMER_TAGS_REMOVED",
];

beforeEach(async () => {
  app = await startReceiver();
  shop = await platformShop({ app_url: app.url });
  for (const topic of topics) {
    const input = { uri: `${app.url}/hook` };
    const { webhookSubscriptionCreate } = await shop.data(documentOf("webhookCreate"), {
      topic,
      input,
    });
    expect(webhookSubscriptionCreate.webhookSubscription.topic).toBe(topic);
  }
  cid = (await shop.control("customers", { phone: "+4930123456", tags: ["Gold"] })).body.cid;
  await heard();
});

afterEach(async () => {
  await app.close();
});

/** What the app heard since it was last asked, by topic; what it hears of every change is left out. */
async function heard(): Promise<Record<string, AnyJson>> {
  await shop.control("webhooks/flush");
  const all = app.received.splice(0).filter(({ path }) => path === "/hook");
  return Object.fromEntries(all.map(({ topic, body }) => [topic, JSON.parse(body)]));
}

const consents = `id defaultEmailAddress { marketingState marketingOptInLevel marketingUpdatedAt }
  defaultPhoneNumber { marketingState marketingOptInLevel marketingUpdatedAt marketingCollectedFrom }`;

async function setEmail(consent: object, customerId = gid("Customer", cid)): Promise<AnyJson> {
  const query = `mutation($input: CustomerEmailMarketingConsentUpdateInput!) {
    customerEmailMarketingConsentUpdate(input: $input) {
      customer { ${consents} } userErrors { field message code } } }`;
  const { body } = await shop.admin(query, {
    input: { customerId, emailMarketingConsent: consent },
  });
  return body.errors ? body : body.data.customerEmailMarketingConsentUpdate;
}

async function setSms(consent: object, customerId = gid("Customer", cid)): Promise<AnyJson> {
  const query = `mutation($input: CustomerSmsMarketingConsentUpdateInput!) {
    customerSmsMarketingConsentUpdate(input: $input) {
      customer { ${consents} } userErrors { field message code } } }`;
  const { body } = await shop.admin(query, { input: { customerId, smsMarketingConsent: consent } });
  return body.errors ? body : body.data.customerSmsMarketingConsentUpdate;
}

const subscribed = { marketingState: "SUBSCRIBED", marketingOptInLevel: "SINGLE_OPT_IN" };

describe("consent to emails", () => {
  test("is kept with its level and time, and told by a topic of its own", async () => {
    const consentUpdatedAt = "2026-05-01T10:00:00Z";
    const { customer, userErrors } = await setEmail({ ...subscribed, consentUpdatedAt });
    expect(userErrors).toEqual([]);
    expect(customer.defaultEmailAddress).toEqual({
      marketingState: "SUBSCRIBED",
      marketingOptInLevel: "SINGLE_OPT_IN",
      marketingUpdatedAt: consentUpdatedAt,
    });
    expect(customer.defaultPhoneNumber).toEqual({
      ...{ marketingState: "NOT_SUBSCRIBED", marketingOptInLevel: "SINGLE_OPT_IN" },
      ...{ marketingUpdatedAt: null, marketingCollectedFrom: null },
    });
    expect(await heard()).toEqual({
      "customers_email_marketing_consent/update": {
        customer_id: cid,
        email_address: expect.stringContaining("@example.com"),
        email_marketing_consent: {
          ...{ state: "subscribed", opt_in_level: "single_opt_in" },
          consent_updated_at: expect.stringContaining("2026-05-01T10:00:00"),
        },
      },
    });
  });

  test("stays as it was last given: an older word changes nothing", async () => {
    await setEmail({ ...subscribed, consentUpdatedAt: "2026-05-01T10:00:00Z" });
    await heard();
    const older = { ...subscribed, marketingState: "UNSUBSCRIBED" };
    const { customer } = await setEmail({ ...older, consentUpdatedAt: "2026-04-01T10:00:00Z" });
    expect(customer.defaultEmailAddress.marketingState).toBe("SUBSCRIBED");
    expect(await heard()).toEqual({});
  });

  test("is refused as the platform does, with the customer beside the error", async () => {
    const missing = await setEmail({ marketingState: "SUBSCRIBED" });
    expect(missing.userErrors).toEqual([
      {
        field: ["input", "emailMarketingConsent", "marketingOptInLevel"],
        message: "Marketing opt in level must exist",
        code: "MISSING_ARGUMENT",
      },
    ]);
    expect(missing.customer.id).toBe(gid("Customer", cid));
    const pending = await setEmail({ ...subscribed, marketingState: "PENDING" });
    expect(pending.userErrors[0].message).toBe(
      "Marketing opt in level must be confirmed opt-in for pending consent state",
    );
    const future = await setEmail({ ...subscribed, consentUpdatedAt: "2999-01-01T00:00:00Z" });
    expect(future.userErrors[0].message).toBe("Consent updated at must not be in the future");
    const nobody = await setEmail(subscribed, gid("Customer", 1));
    expect(nobody).toEqual({
      customer: null,
      userErrors: [
        { field: ["input", "customerId"], message: "Customer not found", code: "INVALID" },
      ],
    });
    const { errors } = await setEmail({ ...subscribed, marketingState: "NOT_SUBSCRIBED" });
    expect(errors[0].message).toBe("Cannot specify NOT_SUBSCRIBED as a marketing state input");
    expect(await heard()).toEqual({});
  });

  test("is not changed by customerUpdate", async () => {
    const query = `mutation($input: CustomerInput!) {
      customerUpdate(input: $input) { customer { id } userErrors { field message } } }`;
    const input = { id: gid("Customer", cid), emailMarketingConsent: subscribed };
    const { customerUpdate } = await shop.data(query, { input });
    expect(customerUpdate.customer).toBeNull();
    expect(customerUpdate.userErrors[0].message).toContain("customerEmailMarketingConsentUpdate");
  });
});

describe("consent to text messages", () => {
  test("needs a phone number, and tells who collected it", async () => {
    const { customer } = await setSms({ ...subscribed, consentUpdatedAt: "2026-05-01T10:00:00Z" });
    expect(customer.defaultPhoneNumber).toMatchObject({
      marketingState: "SUBSCRIBED",
      marketingCollectedFrom: "OTHER",
    });
    expect(await heard()).toMatchObject({
      "customers_marketing_consent/update": {
        id: cid,
        phone: "+4930123456",
        sms_marketing_consent: { state: "subscribed", consent_collected_from: "other" },
      },
    });
    const { body } = await shop.control("customers");
    expect(await setSms(subscribed, gid("Customer", body.cid))).toEqual({
      customer: null,
      userErrors: [
        {
          field: ["input", "smsMarketingConsent"],
          message: "A phone number is required to set the SMS consent state.",
          code: "INVALID",
        },
      ],
    });
    const nobody = await setSms(subscribed, gid("Customer", 1));
    expect(nobody.userErrors).toEqual([{ field: null, message: "Customer not found", code: null }]);
  });
});

describe("tags", () => {
  const change = (name: "tagsAdd" | "tagsRemove", tags: string[]) =>
    shop.data(documentOf(name), { id: gid("Customer", cid), tags });

  test("that are added or removed are told, and no others", async () => {
    await change("tagsAdd", ["Gold", "gold", "silver"]);
    expect(await heard()).toEqual({
      "customer.tags_added": {
        customerId: gid("Customer", cid),
        tags: ["silver"],
        occurredAt: expect.stringMatching(/^20/),
      },
    });
    await change("tagsRemove", ["Gold"]);
    expect(await heard()).toMatchObject({ "customer.tags_removed": { tags: ["Gold"] } });
    await change("tagsRemove", ["Gold"]);
    expect(await heard()).toEqual({});
  });

  test("and consents are not in the body of a customer's own topics", async () => {
    await change("tagsAdd", ["silver"]);
    await shop.control("webhooks/flush");
    const own = app.received.find(({ topic }) => topic === "customers/update");
    const body = JSON.parse(own?.body ?? "{}");
    expect(body).toMatchObject({ id: cid, phone: "+4930123456" });
    for (const name of ["tags", "email_marketing_consent", "sms_marketing_consent"]) {
      expect(body).not.toHaveProperty(name);
    }
  });
});

test("the controls change consents and tags as a shopper and a merchant do", async () => {
  const consent = { email: "subscribed", sms: "subscribed" };
  const { body } = await shop.control(`customers/${cid}/marketing`, consent);
  expect(body).toEqual({ cid, ...consent });
  expect(Object.keys(await heard())).toEqual([
    "customers_email_marketing_consent/update",
    "customers_marketing_consent/update",
  ]);
  const tags = await shop.control(`customers/${cid}/tags`, { add: "vip, early", remove: ["Gold"] });
  expect(tags.body).toEqual({ cid, tags: ["vip", "early"] });
  expect(Object.keys(await heard())).toEqual(["customer.tags_added", "customer.tags_removed"]);
  const { body: other } = await shop.control("customers");
  const refused = await shop.control(`customers/${other.cid}/marketing`, { sms: "subscribed" });
  expect(refused.status).toBe(422);
  expect((await shop.control("customers/1/tags", { add: "x" })).status).toBe(404);
});
