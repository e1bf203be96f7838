import type { Hono } from "hono";
import { z } from "zod";
import { changeContract } from "../../contracts/change-contract.ts";
import { addPaymentMethod, instrumentOf } from "../../customers/add-payment-method.ts";
import { renewInstrument } from "../../customers/renew-instrument.ts";
import type { Devstore } from "../../devstore.ts";
import { InputError, MissingError } from "../../input-error.ts";
import type { DevPaymentMethod } from "../../state/customer.ts";
import type { DevstoreState } from "../../state/devstore-state.ts";
import { paymentMethodPayload } from "../../webhooks/payment-method-payload.ts";
import { declareControl, pathId } from "../declare-control.ts";
import { knownContract } from "./contract-controls.ts";

/** The last month in which a card can be used. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "a month, for example 2027-04");

const noInput = z.strictObject({});
const revokeSchema = z.strictObject({ payment_method_id: z.string() });
const methodSchema = z.strictObject({
  expires: month.optional(),
  /** Of a contract's new method; a renewal keeps what it is. */
  type: z.enum(["card", "paypal"]).default("card"),
});
const renewSchema = z.strictObject({
  payment_method_id: z.string().optional(),
  /** Instead: what this contract is paid with. */
  contract_id: z.coerce.number().int().positive().optional(),
  expires: month.default("2099-12"),
  last_digits: z
    .string()
    .regex(/^\d{4}$/, "four digits")
    .optional(),
});

/** What customers pay with, as they, their banks and the platform change it. */
export function mountPaymentMethodControls(app: Hono, devstore: Devstore): void {
  const { state, webhooks } = devstore;
  const tell = (domain: string, event: "create" | "update" | "revoke", method: DevPaymentMethod) =>
    webhooks.enqueue(domain, `customer_payment_methods/${event}`, paymentMethodPayload(method));
  declareControl(app, devstore, "contracts/:id/payment-method", methodSchema, (call) => {
    const { shop, body, c } = call;
    const contract = knownContract(state, shop.domain, pathId(c));
    const { id } = state.transaction(() => {
      const instrument = instrumentOf(body.type, "shopper@example.com", body.expires);
      const method = addPaymentMethod(state, shop.domain, contract.customerId, instrument);
      tell(shop.domain, "create", method);
      changeContract(devstore, shop.domain, contract, { paymentMethodId: method.id });
      return method;
    });
    return { contract_id: contract.id, payment_method_id: id };
  });
  // A method that the contracts of its owner do not use yet, as another app's shopper has one.
  declareControl(app, devstore, "customers/:id/payment-methods", noInput, ({ shop, c }) => {
    const customer = state.get(shop.domain, "customer", pathId(c));
    if (customer === undefined) throw new MissingError("no such customer");
    const { id } = state.transaction(() => {
      const method = addPaymentMethod(state, shop.domain, customer.id);
      tell(shop.domain, "create", method);
      return method;
    });
    return { payment_method_id: id };
  });
  // The bank's new card under the same id: no contract changes, not even its time.
  declareControl(app, devstore, "payment-methods/renew", renewSchema, ({ shop, body }) => {
    const { payment_method_id: given, contract_id: contractId } = body;
    const ofContract = contractId && knownContract(state, shop.domain, contractId).paymentMethodId;
    const method = knownMethod(state, shop.domain, given ?? (ofContract || ""));
    if (method.revokedAt !== null) throw new InputError("payment_method_id", "not revoked");
    const instrument = renewInstrument(method.instrument, body.expires, body.last_digits);
    state.transaction(() => {
      tell(
        shop.domain,
        "update",
        state.put(shop.domain, "paymentMethod", { ...method, instrument }),
      );
    });
    return { payment_method_id: method.id };
  });
  declareControl(app, devstore, "payment-methods/revoke", revokeSchema, ({ shop, body }) => {
    const method = knownMethod(state, shop.domain, body.payment_method_id);
    const revokedAt = state.now(shop.domain).toISOString();
    const revoked = { ...method, revokedAt, revokedReason: "MANUALLY_REVOKED" };
    state.transaction(() => {
      tell(shop.domain, "revoke", state.put(shop.domain, "paymentMethod", revoked));
    });
    return { payment_method_id: method.id };
  });
}

/** By its id, alone or as a gid. */
function knownMethod(state: DevstoreState, domain: string, given: string): DevPaymentMethod {
  const method = state.get(domain, "paymentMethod", given.slice(given.lastIndexOf("/") + 1));
  if (method === undefined) throw new MissingError("no such payment method");
  return method;
}
