import { z } from "zod";
import {
  changeOwnSubscription,
  type OwnChange,
} from "#app/domain/portal/change-own-subscription.ts";
import type { OwnEdit } from "#app/domain/portal/edits/own-edit.ts";
import { MOST_PAUSED_CYCLES } from "#app/domain/portal/portal-choices.ts";
import { readPortal } from "#app/domain/portal/read-portal.ts";
import { declareRoute } from "#app/http/declare-route.ts";
import { idField, lineField } from "#app/http/text-field.ts";
import { instantField } from "#app/lib/instants.ts";
import { contractParams, shopperOf } from "#app/routes/storefront/cancel-flow/schemas.ts";
import { changeAnswer, showPortal } from "#app/routes/storefront/portal-answer.ts";
import { shopperLanguageQuery } from "#app/routes/storefront/shopper-texts.ts";
import { storefrontApi } from "#app/routes/storefront/storefront-api.ts";

const chargeAt = instantField({ error: "Must be the charge_at of an earlier answer." });
const day = idField(10).meta({ description: "`YYYY-MM-DD` in the store's zone." });
const cycles = z
  .int()
  .min(1)
  .max(MOST_PAUSED_CYCLES, `Must be a number from 1 to ${MOST_PAUSED_CYCLES}.`);

const revision = idField(60).meta({ description: "The revision of an earlier answer." });
const id = z.int().min(1);
const lineId = idField(100);
const part = (most: number) => lineField(most).default("");
const address = z.strictObject({
  first_name: part(100),
  last_name: part(100),
  company: part(100),
  address1: part(200),
  address2: part(200),
  city: part(100),
  zip: part(30),
  province_code: part(10),
  country_code: part(2).meta({ description: "Two capitals, ISO 3166." }),
  phone: part(40),
});

/** What changes the contract's content, and names what the shopper saw of it. */
const edits = [
  z.strictObject({ action: z.literal("change_frequency"), revision, plan_id: id }),
  z.strictObject({
    action: z.literal("change_quantity"),
    revision,
    line_id: lineId,
    quantity: z.int().min(1, "Choose a quantity of at least 1."),
  }),
  z.strictObject({
    action: z.literal("change_variant"),
    revision,
    line_id: lineId,
    variant_id: id,
  }),
  z.strictObject({ action: z.literal("change_address"), revision, address }),
] as const;

const body = z.discriminatedUnion(
  "action",
  [
    z.strictObject({ action: z.literal("skip"), charge_at: chargeAt }),
    z.strictObject({ action: z.literal("charge_now"), charge_at: chargeAt }),
    z.strictObject({ action: z.literal("move"), charge_at: chargeAt, day }),
    z.strictObject({ action: z.literal("pause"), cycles }),
    z.strictObject({ action: z.literal("pause_until"), day }),
    z.strictObject({ action: z.literal("resume") }),
    z.strictObject({ action: z.literal("renewal_credit"), enabled: z.boolean() }),
    z.strictObject({ action: z.literal("reactivate"), revision }),
    z.strictObject({ action: z.literal("withdraw") }),
    z.strictObject({
      action: z.literal("answer"),
      change_id: id,
      answer: z.enum(["agreed", "declined"]),
    }),
    ...edits,
  ],
  {
    error:
      "Must be one of: skip, charge_now, move, pause, pause_until, resume, renewal_credit, reactivate, withdraw, answer, change_frequency, change_quantity, change_variant, change_address.",
  },
);

export const action = declareRoute({
  api: storefrontApi,
  method: "POST",
  path: "/proxy/v1/storefront/portal/{contract_id}/changes",
  scope: null,
  operationId: "changeOwnSubscription",
  summary: "The shopper changes their own contract",
  description:
    "Safe to repeat. A change names the charge that it means, so one that comes twice, or late, never hits another charge; a change of the content names the revision that the shopper has seen. The answer is the contract as it is then.",
  params: contractParams,
  query: z.object(shopperLanguageQuery),
  body,
  answer: changeAnswer,
  errors: [
    "change_refused",
    "charge_not_retryable",
    "contract_changed",
    "contract_cancelled",
    "contract_waiting",
    "platform_refused",
    "platform_unavailable",
  ],
  handle: async ({ context, caller, params, query, body }) => {
    const own = {
      ...{ contractId: params.contract_id, customerId: shopperOf(caller) },
      lang: query.lang,
    };
    const outcome = await changeOwnSubscription(context, own, readChange(body));
    const portal = await readPortal(context, own);
    return {
      ...showPortal(portal, context.shop, query.lang),
      unchanged: outcome === "unchanged",
    };
  },
});

type Body = z.output<typeof body>;

function readChange(change: Body): OwnChange {
  if ("charge_at" in change) return { ...change, chargeAt: change.charge_at };
  if (change.action === "answer") return { ...change, changeId: change.change_id };
  if (change.action === "change_frequency") return { ...change, planId: change.plan_id };
  if (change.action === "change_quantity") return { ...change, lineId: change.line_id };
  if (change.action === "change_variant") {
    return { ...change, lineId: change.line_id, variantId: change.variant_id };
  }
  return change.action === "change_address"
    ? { ...change, address: readAddress(change.address) }
    : change;
}

type GivenAddress = Extract<OwnEdit, { action: "change_address" }>["address"];

function readAddress(given: z.output<typeof address>): GivenAddress {
  const { first_name, last_name, province_code, country_code, ...others } = given;
  return {
    ...others,
    firstName: first_name,
    lastName: last_name,
    provinceCode: province_code,
    countryCode: country_code,
  };
}
