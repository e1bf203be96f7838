import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { AppTrouble } from "../input-error.ts";
import type { Cast } from "./cast.ts";
import { expectOk, type Stage } from "./stage.ts";

const firstNames = ["Ada", "Noor", "Mika", "Rosa", "Emil", "Lea", "Theo", "Ines"];
const patienceMs = 20_000;

const made = z.object({ cid: z.number(), contract_id: z.number().optional() });
const listOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });
const subscriptionRow = z.object({
  id: z.string(),
  platform_contract_id: z.coerce.number(),
  status: z.string(),
  next_billing_date: z.string().nullable(),
  active_offer: z.unknown(),
});
const memberRow = z.object({ id: z.string() });
const attemptRow = z.object({ id: z.string(), status: z.string(), will_retry: z.boolean() });

export type SubscriptionRow = z.infer<typeof subscriptionRow>;
type AttemptRow = z.infer<typeof attemptRow>;

/**
 * The shopper of the cast with a monthly membership that is active, signed in to the store. Somebody new when the cast has
 * nobody, or their membership has ended.
 */
export async function ensureMember(stage: Stage): Promise<SubscriptionRow> {
  const { cast } = stage;
  const { name } = cast;
  if (cast.cid !== undefined) {
    const found = await ownSubscription(stage);
    const isLive = found?.status === "active" || found?.status === "paused";
    if (found && isLive && (await learnIds(stage, found))) {
      await stage.control("login", { cid: cast.cid });
      if (found.status === "paused") {
        expectOk(
          await stage.core(`/subscriptions/${found.id}/resume`, { body: {} }),
          "The resuming",
        );
      }
      return found;
    }
    if (found && name !== undefined) return replaceMember(stage, "whose membership has ended");
  }
  const met = await meetMember(stage);
  stage.notes.push(`The story begins with ${cast.name}, a new member.`);
  return met;
}

/**
 * Somebody new takes the place of the member of the cast.
 * @param why what is said of the one before, as "who has had the offer".
 */
export async function replaceMember(stage: Stage, why: string): Promise<SubscriptionRow> {
  const { name } = stage.cast;
  const met = await meetMember(stage);
  stage.notes.push(`From here on this is about ${stage.cast.name}, instead of ${name}, ${why}.`);
  return met;
}

/** Somebody who signed up ten days ago, and whom the app knows by now. */
export async function meetMember(stage: Stage): Promise<SubscriptionRow> {
  const { cast } = stage;
  const { lastRow } = cast;
  for (const name of Object.keys(cast)) delete cast[name as keyof Cast];
  cast.lastRow = lastRow;
  const unique = randomBytes(3).toString("hex");
  const first = firstNames[Number.parseInt(unique, 16) % firstNames.length] ?? "Ada";
  const email = `${first.toLowerCase()}.${unique}@example.com`;
  const person = { first_name: first, last_name: `Tour ${unique.toUpperCase()}`, email };
  const { cid } = made.parse(await stage.control("customers", person));
  const now = stage.now().getTime();
  const contract = {
    cid,
    price: "15.00",
    interval_name: "month",
    created_at: new Date(now - 10 * 86_400_000).toISOString(),
    next_billing_date: new Date(now + 20 * 86_400_000).toISOString(),
  };
  cast.cid = cid;
  cast.contractId = made.parse(await stage.control("contracts", contract)).contract_id;
  await stage.control("webhooks/flush");
  const subscription = await until("the app to know the new membership", () =>
    ownSubscription(stage),
  );
  cast.email = email;
  cast.name = `${person.first_name} ${person.last_name}`;
  await until("the app to know the new member", async () =>
    (await learnIds(stage, subscription)) ? true : undefined,
  );
  await stage.control("login", { cid });
  // The card on the storefront follows by a job.
  await until("the storefront to show the membership", async () => {
    const shown = await stage.storefront("/pages/membership");
    return shown.includes(String(cast.contractId)) ? true : undefined;
  });
  // Their first visit, which a rule may reward, belongs to this step.
  expectOk(await stage.proxy(`/storefront/portal/${cast.contractId}`), "The portal");
  return subscription;
}

/**
 * Notes the app's own numbers of the cast, which another installation gives to others.
 * @returns whether the app knows a member of the cast's address.
 */
async function learnIds(stage: Stage, subscription: SubscriptionRow): Promise<boolean> {
  const { cast } = stage;
  if (cast.email === undefined) return false;
  const query = new URLSearchParams({ email: cast.email });
  const answer = await stage.core(`/members?${query}`);
  const [member] = listOf(memberRow).parse(expectOk(answer, "The list of members")).data;
  if (member === undefined) return false;
  // The admin numbers customers by itself; the page of the subscription links to its customer.
  const page = await stage.admin(`/app/subscriptions/${subscription.id.replace("sub_", "")}`);
  cast.subscriptionId = subscription.id;
  cast.memberId = member.id;
  cast.customerId = /\/app\/customers\/(\d+)/.exec(page)?.[1];
  return true;
}

/** The cast's membership as the API tells it now. */
export async function ownSubscription(stage: Stage): Promise<SubscriptionRow | undefined> {
  const { cid, contractId } = stage.cast;
  const answer = await stage.core(`/subscriptions?customer_id=${cid}`);
  const { data } = listOf(subscriptionRow).parse(expectOk(answer, "The list of subscriptions"));
  return data.find((one) => one.platform_contract_id === contractId);
}

/** The newest charge of the cast's membership. */
export async function newestAttempt(stage: Stage): Promise<AttemptRow | undefined> {
  const { subscriptionId } = stage.cast;
  const answer = await stage.core(`/billing-attempts?subscription_id=${subscriptionId}&limit=1`);
  return listOf(attemptRow).parse(expectOk(answer, "The list of charges")).data[0];
}

/** Asks until there is an answer. @throws AppTrouble that says what was waited for. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    if (Date.now() > deadline) {
      throw new AppTrouble(
        `waited ${patienceMs / 1000} seconds in vain for ${what}: is the app's worker running? Its page /readyz says so`,
      );
    }
    await delay(100);
  }
}
