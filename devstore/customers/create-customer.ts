import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { DevCustomer } from "../state/customer.ts";
import type { DevShop } from "../state/shop.ts";
import { customerPayload } from "../webhooks/customer-payload.ts";
import { addPaymentMethod, instrumentOf } from "./add-payment-method.ts";

/** Missing fields get a default, so a test names only what it is about. */
export interface NewCustomer {
  email?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  locale?: string | undefined;
  phone?: string | undefined;
  tags?: string[] | undefined;
  countryCode?: string | undefined;
  province?: { name: string; code: string } | undefined;
  /** Null leaves the customer without a payment method. */
  payment?: "card" | "shop_pay" | "paypal" | null | undefined;
}

/** Makes a customer with an address and a payment method, and tells the app. */
export function createCustomer(devstore: Devstore, shop: DevShop, input: NewCustomer): DevCustomer {
  const { state, webhooks } = devstore;
  const id = state.nextId(shop.domain, "customer");
  const email = input.email ?? `shopper-${id}@example.com`;
  if (state.list(shop.domain, "customer").some((one) => one.email === email)) {
    throw new InputError("email", `${email} has a customer already`);
  }
  const at = state.now(shop.domain).toISOString();
  const firstName = input.firstName ?? "Sam";
  const lastName = input.lastName ?? "Shopper";
  const countryCode = (input.countryCode ?? shop.countryCode).toUpperCase();
  const customer = state.put(shop.domain, "customer", {
    id,
    email,
    firstName,
    lastName,
    phone: input.phone ?? null,
    locale: input.locale ?? shop.locale,
    state: "ENABLED",
    tags: input.tags ?? [],
    taxExempt: false,
    note: null,
    emailMarketing: "NOT_SUBSCRIBED",
    smsMarketing: "NOT_SUBSCRIBED",
    address: {
      firstName,
      lastName,
      address1: "1 Market Street",
      city: "Springfield",
      zip: "10115",
      province: input.province?.name ?? null,
      provinceCode: input.province?.code ?? null,
      country: new Intl.DisplayNames("en", { type: "region" }).of(countryCode) ?? countryCode,
      countryCode,
    },
    createdAt: at,
    updatedAt: at,
  });
  if (input.payment !== null) {
    addPaymentMethod(state, shop.domain, id, instrumentOf(input.payment ?? "card", email));
  }
  webhooks.enqueue(shop.domain, "customers/create", customerPayload(customer));
  return customer;
}
