import type { Hono } from "hono";
import { z } from "zod";
import { parseGid } from "#devstore/admin-api/graphql/gid.ts";
import { adminSchema } from "#devstore/admin-api/graphql/load-schema.ts";
import { isCycleBilled } from "../../contracts/billed-cycles.ts";
import { changeContract } from "../../contracts/change-contract.ts";
import { CHARGED_BY, chargeElsewhere } from "../../contracts/charge-elsewhere.ts";
import { dueCycle } from "../../contracts/due-cycle.ts";
import { endChallenge } from "../../contracts/settle-attempt.ts";
import { addFixtureContract } from "../../demo/add-fixture-contract.ts";
import type { Devstore } from "../../devstore.ts";
import { InputError, MissingError } from "../../input-error.ts";
import type { DevContract, IntervalUnit } from "../../state/contract.ts";
import type { DevstoreState } from "../../state/devstore-state.ts";
import { minorOfDecimal } from "../../state/money.ts";
import { presentmentIn } from "../../state/presentment.ts";
import { declareControl, pathId } from "../declare-control.ts";
import { platformCurrency } from "../platform-currency.ts";

const unit = z.enum(["day", "week", "month", "year"]);
const count = z.coerce.number().int().min(1).max(1000);
/** A fixed day: 1 to 7 of a week from Monday, 1 to 31 of a month; of a year with its month. */
const anchors = z
  .array(
    z.strictObject({
      type: z.enum(["WEEKDAY", "MONTHDAY", "YEARDAY"]),
      day: z.number().int().min(1).max(31),
      month: z.number().int().min(1).max(12).nullable().default(null),
      cutoff_day: z.number().int().min(0).nullable().default(null),
    }),
  )
  .transform((all) => all.map(({ cutoff_day: cutoffDay, ...one }) => ({ ...one, cutoffDay })));

const contractSchema = z.strictObject({
  /** Left out, a new customer is made for the contract. */
  cid: z.coerce.number().int().positive().optional(),
  kind: z.enum(["membership", "product"]).default("membership"),
  plan_id: z.coerce.number().int().positive().optional(),
  plan_name: z.string().min(1).optional(),
  price: z.union([z.number(), z.string()]).optional(),
  /** One that the shop sells in; its own unless said. */
  currency: platformCurrency.optional(),
  quantity: z.coerce.number().int().min(1).default(1),
  interval_name: unit.optional(),
  interval_count: count.optional(),
  /** Of a prepaid contract, which is charged once for several deliveries; left out, as it is charged. */
  delivery_interval_name: unit.optional(),
  delivery_interval_count: count.default(1),
  billing_anchors: anchors.optional(),
  delivery_anchors: anchors.optional(),
  delivery_price: z.union([z.number(), z.string()]).optional(),
  status: z.enum(["active", "paused", "cancelled", "expired", "failed"]).default("active"),
  created_at: z.iso.datetime({ offset: true }).optional(),
  next_billing_date: z.iso.datetime({ offset: true }).optional(),
  /** False makes a contract without an origin order. */
  order: z.boolean().default(true),
  /** Another app's: this one neither sees it nor hears of it. */
  other_app: z.boolean().default(false),
});

const chargeSchema = z.strictObject({
  by: z.enum(CHARGED_BY).default("platform"),
  /** Left out, the oldest one that is due and unpaid, otherwise the current one. */
  cycle_index: z.coerce.number().int().positive().optional(),
  result: z.string().default("success"),
});
const paymentSchema = z.strictObject({ result: z.string() });
const paymentsSchema = z.strictObject({ results: z.array(z.string()).min(1).max(100) });
/** A discount by its gid or its title. */
const discountsSchema = z.strictObject({ remove: z.string().min(1) });

/** Contracts as a checkout makes them, and what their next charge comes to. */
export function mountContractControls(app: Hono, devstore: Devstore): void {
  const { state } = devstore;
  declareControl(app, devstore, "contracts", contractSchema, ({ shop, body }) => {
    const presentment = presentmentIn(shop, body.currency ?? shop.currency);
    if (!presentment) throw new InputError("currency", "a currency that the shop sells in");
    const minor = (name: "price" | "delivery_price") => {
      const given = body[name];
      if (given === undefined) return undefined;
      const amount = minorOfDecimal(given, presentment.currency);
      if (amount === undefined || amount < 0 || !Number.isSafeInteger(amount))
        throw new InputError(name, "not a decimal amount");
      return amount;
    };
    const contract = state.transaction(() =>
      addFixtureContract(devstore, shop, {
        cid: body.cid,
        kind: body.kind,
        planId: body.plan_id,
        planName: body.plan_name,
        presentment,
        priceMinor: minor("price"),
        quantity: body.quantity,
        interval: body.interval_name && unitOf(body.interval_name),
        intervalCount: body.interval_count,
        delivery: body.delivery_interval_name && {
          interval: unitOf(body.delivery_interval_name),
          intervalCount: body.delivery_interval_count,
        },
        billingAnchors: body.billing_anchors,
        deliveryAnchors: body.delivery_anchors,
        deliveryPriceMinor: minor("delivery_price"),
        status: body.status.toUpperCase() as "ACTIVE",
        createdAt: body.created_at === undefined ? undefined : new Date(body.created_at),
        nextBillingDate:
          body.next_billing_date === undefined ? undefined : new Date(body.next_billing_date),
        order: body.order,
        isOfOtherApp: body.other_app,
      }),
    );
    return {
      cid: contract.customerId,
      contract_id: contract.id,
      order_id: contract.originOrderId,
      next_billing_date: contract.nextBillingDate,
    };
  });
  declareControl(app, devstore, "contracts/:id/next-payment", paymentSchema, (call) => {
    const { shop, body, c } = call;
    const { id } = knownContract(state, shop.domain, pathId(c));
    planPayment(state, shop.domain, id, checkedResult(body.result, ["ACTION_REQUIRED"]));
    return { contract_id: id, result: body.result };
  });
  declareControl(app, devstore, "contracts/:id/charge", chargeSchema, ({ shop, body, c }) => {
    const contract = knownContract(state, shop.domain, pathId(c));
    if (contract.status !== "ACTIVE") throw new InputError("id", "an active contract");
    const due = dueCycle(state, shop, contract, state.now(shop.domain)).index;
    const cycleIndex = body.cycle_index ?? due;
    const isPaid = isCycleBilled(state, shop.domain, contract.id, due);
    if (body.cycle_index === undefined && isPaid) {
      throw new InputError("cycle_index", `cycle ${due} is paid: name it to charge it again`);
    }
    const result = checkedResult(body.result, ["ACTION_REQUIRED"]);
    const attempt = state.transaction(() =>
      chargeElsewhere(devstore, shop, contract, { cycleIndex, by: body.by, result }),
    );
    return { attempt_id: attempt.id, cycle_index: cycleIndex, state: attempt.state };
  });
  declareControl(app, devstore, "contracts/:id/discounts", discountsSchema, ({ shop, body, c }) => {
    const contract = knownContract(state, shop.domain, pathId(c));
    const { removed } = state.transaction(() =>
      takeDiscountOff(devstore, shop.domain, contract, body.remove),
    );
    return { contract_id: contract.id, removed };
  });
  declareControl(app, devstore, "contracts/:id/payments", paymentsSchema, ({ shop, body, c }) => {
    const contract = knownContract(state, shop.domain, pathId(c));
    const results = body.results.map((result) => checkedResult(result, ["ACTION_REQUIRED"]));
    state.transaction(() => {
      for (const result of results) planPayment(state, shop.domain, contract.id, result);
    });
    return { contract_id: contract.id, results };
  });
  declareControl(app, devstore, "attempts/:id/challenge", paymentSchema, ({ shop, body, c }) => {
    const attempt = state.get(shop.domain, "billingAttempt", pathId(c));
    if (attempt?.state.type !== "action_required") {
      throw new MissingError("no attempt of this id waits for the shopper");
    }
    const result = checkedResult(body.result, []);
    state.transaction(() => endChallenge(devstore, shop, attempt, result));
    return { attempt_id: attempt.id, result };
  });
}

const unitOf = (name: z.infer<typeof unit>) => name.toUpperCase() as IntervalUnit;

/** A contract of the shop. */
export function knownContract(state: DevstoreState, domain: string, id: number): DevContract {
  const contract = state.get(domain, "contract", id);
  if (contract === undefined) throw new MissingError(`no contract ${id} in ${domain}`);
  return contract;
}

/** As the merchant does who edits the contract. */
function takeDiscountOff(
  devstore: Devstore,
  domain: string,
  contract: DevContract,
  wanted: string,
): { removed: string } {
  const id = parseGid(wanted)?.id;
  const found = contract.discounts.find((one) => one.id === id || one.title === wanted);
  if (found === undefined) throw new MissingError(`contract ${contract.id} has no such discount`);
  const discounts = contract.discounts.filter((one) => one !== found);
  changeContract(devstore, domain, contract, { discounts });
  return { removed: found.title };
}

/** Charges take the planned results one after another. */
function planPayment(state: DevstoreState, domain: string, contractId: number, result: string) {
  const id = state.nextId(domain, "nextPayment");
  state.put(domain, "nextPayment", { id, contractId, result });
}

/** "success", or one of the schema's own error codes, in capitals. */
function checkedResult(result: string, further: string[]): string {
  if (result === "success") return result;
  const codes = adminSchema().getType("SubscriptionBillingAttemptErrorCode");
  const known = codes !== undefined && "getValues" in codes ? codes.getValues() : [];
  const names = [...known.map((value) => value.name), ...further];
  const code = result.toUpperCase();
  if (names.includes(code)) return code;
  throw new InputError("result", `"success" or one of ${names.join(", ")}`);
}
