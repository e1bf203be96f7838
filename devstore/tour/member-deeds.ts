import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { AppTrouble } from "../input-error.ts";
import { ensureMember, newestAttempt, ownSubscription, replaceMember, until } from "./member.ts";
import { expectOk, type Stage } from "./stage.ts";

const portalSchema = z.object({
  charge_at: z.string().nullable(),
  upcoming: z.array(z.object({ date: z.string() })),
  choices: z.object({
    move: z.object({ earliest: z.string(), latest: z.string() }).nullable(),
  }),
});

/** So far ahead at most is the next charge of a step that lets time pass. */
const soonMs = 3 * 86_400_000;
const hourMs = 3_600_000;

/** What the shopper's portal offers for the cast's membership now. */
async function readPortal(stage: Stage) {
  const path = `/storefront/portal/${stage.cast.contractId}`;
  return portalSchema.parse(expectOk(await stage.proxy(path), "The portal"));
}

/** In the portal the shopper brings the next charge to the earliest day that they may choose, or off it to the day after. */
export async function moveNextCharge(stage: Stage): Promise<string> {
  const { charge_at, upcoming, choices } = await readPortal(stage);
  if (charge_at === null || choices.move === null) {
    throw new AppTrouble("the next charge cannot be moved now: start again with somebody new");
  }
  const { earliest } = choices.move;
  const day =
    upcoming[0]?.date === earliest
      ? Temporal.PlainDate.from(earliest).add({ days: 1 }).toString()
      : earliest;
  const path = `/storefront/portal/${stage.cast.contractId}/changes`;
  const answer = await stage.proxy(path, { body: { action: "move", charge_at, day } });
  expectOk(answer, "The change of the date");
  return day;
}

/**
 * A member whose next charge is a few days away, and who owes nothing. A charge cannot come before the period that is paid
 * for ends, and letting a month of the whole store pass takes minutes: then somebody new takes over.
 */
export async function ensureChargeSoon(stage: Stage): Promise<void> {
  await ensureNothingUnpaid(stage);
  if (await isChargeSoon(stage)) return;
  await moveNextCharge(stage);
  if (await isChargeSoon(stage)) return;
  await replaceMember(stage, "whose month is paid already: the next charge is weeks away");
  await moveNextCharge(stage);
}

async function isChargeSoon(stage: Stage): Promise<boolean> {
  const { charge_at } = await readPortal(stage);
  return charge_at !== null && Date.parse(charge_at) - stage.now().getTime() <= soonMs;
}

/**
 * The store's clock goes on until just after the next charge; all that falls due on the way happens.
 * @throws AppTrouble when the charge does not end as it should.
 */
export async function waitForCharge(stage: Stage, end: "success" | "failed"): Promise<void> {
  const before = (await newestAttempt(stage))?.id;
  const { charge_at } = await readPortal(stage);
  if (charge_at === null) throw new AppTrouble("no charge is due: start again with somebody new");
  const to = new Date(Date.parse(charge_at) + hourMs).toISOString();
  await stage.control("clock", { to });
  const made = await until("the charge to be made", async () => {
    const attempt = await newestAttempt(stage);
    return attempt && attempt.id !== before && attempt.status !== "pending" ? attempt : undefined;
  });
  if (made.status !== end) {
    throw new AppTrouble(`the charge ended as ${made.status}, and not as ${end}`);
  }
}

/** The bank says no to the next charge of the cast's membership. */
export async function declineNextCharge(stage: Stage): Promise<void> {
  const control = `contracts/${stage.cast.contractId}/next-payment`;
  await stage.control(control, { result: "INSUFFICIENT_FUNDS" });
}

/** A membership with a charge that has failed and is still owed. */
export async function ensureUnpaid(stage: Stage): Promise<void> {
  await ensureMember(stage);
  if ((await newestAttempt(stage))?.status === "failed") return;
  await ensureChargeSoon(stage);
  await declineNextCharge(stage);
  await waitForCharge(stage, "failed");
}

/** A member who owes nothing: what is owed is paid with another card. */
export async function ensureNothingUnpaid(stage: Stage): Promise<void> {
  await ensureMember(stage);
  if ((await newestAttempt(stage))?.status === "failed") await bringAnotherCard(stage);
}

/** The shopper puts in another card, and the charge that was owed is tried again with it. */
export async function bringAnotherCard(stage: Stage): Promise<void> {
  await stage.control(`contracts/${stage.cast.contractId}/payment-method`);
  await stage.control("webhooks/flush");
  await untilPaid(stage);
}

/** Waits until the newest charge of the cast's membership has succeeded. */
export async function untilPaid(stage: Stage): Promise<void> {
  await until("the charge to succeed", async () => {
    const attempt = await newestAttempt(stage);
    return attempt?.status === "success" ? attempt : undefined;
  });
}

const reasonSchema = z.object({
  flow_id: z.string(),
  offer: z.object({ id: z.number() }).nullable(),
});

/** In the cancel flow the shopper says that it is too expensive, and takes the offer that is shown. */
export async function takeOffer(stage: Stage): Promise<void> {
  const flow = `/storefront/cancel-flow/${stage.cast.contractId}`;
  const said = await stage.proxy(`${flow}/reason`, { body: { reason: "too_expensive" } });
  const { flow_id, offer } = reasonSchema.parse(expectOk(said, "The reason"));
  if (offer === null) {
    throw new AppTrouble(
      "no offer fits the reason “too expensive”: attach one to it in the admin under Reasons",
    );
  }
  const body = { flow_id, offer_id: offer.id, idempotency_key: flow_id };
  expectOk(await stage.proxy(`${flow}/accept`, { body }), "The offer");
}

/** A member who owes nothing and has taken an offer, or has not. */
export async function ensureOffer(stage: Stage, isTaken: boolean): Promise<void> {
  await ensureNothingUnpaid(stage);
  const has = (await ownSubscription(stage))?.active_offer != null;
  if (has && !isTaken) await replaceMember(stage, "who has an offer already");
  if (!has && isTaken) await takeOffer(stage);
}

const stateSchema = z.object({
  products: z.array(z.object({ variant_ids: z.array(z.number()) })),
});
const orderSchema = z.object({ order_name: z.string(), total: z.string(), currency: z.string() });

/** The shopper buys something at the checkout. @returns the order in words. */
export async function placeOrder(
  stage: Stage,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { products } = stateSchema.parse(await stage.readControl("state"));
  const variant_id = products.flatMap((one) => one.variant_ids)[0];
  if (variant_id === undefined) throw new AppTrouble("the store has no products to order");
  const lines = [{ variant_id, quantity: 1 }];
  const order = orderSchema.parse(
    await stage.control("orders", { cid: stage.cast.cid, lines, ...more }),
  );
  return `Order ${order.order_name} over ${order.total} ${order.currency}.`;
}
