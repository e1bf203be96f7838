import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { AppTrouble } from "../input-error.ts";
import { creditLook, newOrders, orderLook, subscriptionLook } from "./looks.ts";
import { ensureMember } from "./member.ts";
import { ensureNothingUnpaid, placeOrder } from "./member-deeds.ts";
import { expectOk, type Stage } from "./stage.ts";
import type { Tour } from "./tour.ts";

/** Beyond the limits of every plan. */
const mostCalls = 400;
const callsAtATime = 20;

/** From the first call with a key to a client that survives repeats, limits and webhooks. */
export const integratorsHour: Tour = {
  id: "integrator",
  title: "An integrator’s first hour",
  text: "Call the API with a key: read members, page to the end, write without doing it twice, respect the limit.",
  steps: [
    {
      id: "first-call",
      title: "Make the first call",
      text: "A key in the header, and the newest members are there. The admin lists the same people, and reading changes nothing.",
      button: "Read two members",
      act: async (stage) => void expectOk(await stage.core("/members?limit=2"), "The list"),
      look: () => ({
        storefront: null,
        admin: "/app/customers",
        api: { through: "app", by: "key", documents: "core#listMembers", path: "/members?limit=2" },
      }),
      asks: true,
    },
    {
      id: "to-the-end",
      title: "Read an export to its end",
      text: "The Data API gives rows in the order of an internal id, up to 10,000 a page. Ask again with since_id until has_more is false, and keep the last id.",
      button: "Read all orders",
      // Nobody new has to come in the next step, with an order of their own.
      prepare: async (stage) => void (await ensureMember(stage)),
      act: (stage) => readToTheEnd(stage),
      look: (cast) => ({ storefront: null, admin: "/app/exports", api: newOrders(cast) }),
      asks: true,
    },
    {
      id: "only-new",
      title: "Ask only for what is new",
      text: "Somebody buys something. The same address with the last id answers this one order, so a nightly run stays short.",
      button: "Place an order and ask again",
      prepare: ensureReadToTheEnd,
      act: (stage) => placeOrder(stage),
      look: orderLook,
    },
    {
      id: "credit",
      title: "Give credit through the API",
      text: "Your support tool gives a customer 5.00 with a reason. An Idempotency-Key names the deed, in case the answer gets lost.",
      button: "Give 5.00",
      sends: addCommand,
      prepare: async (stage) => {
        await ensureMember(stage);
        stage.cast.idempotencyKey = `late-parcel-${randomUUID()}`;
      },
      act: (stage) => addCredit(stage),
      look: creditLook,
    },
    {
      id: "again",
      title: "Send the same request again",
      text: "The network broke, and you cannot know whether it arrived: send it again with the same key. The first answer comes back, and the balance has changed once.",
      button: "Send it again",
      sends: addCommand,
      prepare: async (stage) => {
        await ensureMember(stage);
        if (stage.cast.idempotencyKey === undefined) {
          stage.cast.idempotencyKey = `late-parcel-${randomUUID()}`;
        }
        // What was sent for another member, or is long ago, is sent here for the first time.
        await addCredit(stage);
      },
      act: (stage) => addCredit(stage),
      look: creditLook,
      unchanged: ["storefront", "admin", "api"],
    },
    {
      id: "pause",
      title: "Pause a subscription",
      text: "What a merchant does in the admin, a program does with one call. The card on the storefront, the timeline with your key’s name and the mail follow.",
      button: "Pause for 30 days",
      sends: (stage) =>
        command(stage, `/subscriptions/${stage.cast.subscriptionId}/pause`, [], { duration: 30 }),
      prepare: ensureNothingUnpaid,
      act: async (stage) => {
        const path = `/subscriptions/${stage.cast.subscriptionId}/pause`;
        expectOk(await stage.core(path, { body: { duration: 30 } }), "The pause");
        return undefined;
      },
      look: subscriptionLook,
    },
    {
      id: "limit",
      title: "Meet the limit, and wait",
      text: "Another store on the smallest plan may ask 60 times a minute. Beyond that the answer is 429 with Retry-After: wait so long, which is up to a minute, and send it again.",
      button: "Ask until it is too much",
      act: (stage) => meetTheLimit(stage),
      look: () => ({
        storefront: null,
        admin: null,
        api: {
          ...{ through: "app", by: "limited key", documents: "core#listMembers" },
          path: "/members?limit=1",
        },
      }),
      asks: true,
    },
    {
      id: "webhooks",
      title: "Get webhooks twice and out of order",
      text: "Platforms deliver webhooks twice, late and out of order. An order comes that way, and it counts once all the same.",
      button: "Order with broken webhooks",
      prepare: ensureReadToTheEnd,
      act: async (stage) => {
        const { controls } = stateSchema.parse(await stage.readControl("state"));
        await stage.control("webhooks", { duplicate: 1, reorder: true, delay_ms: 60_000 });
        try {
          const order = await placeOrder(stage);
          const { delivered } = flushSchema.parse(await stage.control("webhooks/flush"));
          return `${order} It was told by ${delivered} deliveries, each webhook twice.`;
        } finally {
          await stage.control("webhooks", controls.webhooks);
        }
      },
      look: orderLook,
    },
  ],
};

/** How the store delivers webhooks, as somebody may have set it. */
const stateSchema = z.object({
  controls: z.object({
    webhooks: z.object({ duplicate: z.number(), reorder: z.boolean(), delay_ms: z.number() }),
  }),
});
const flushSchema = z.object({ delivered: z.number() });

const pageSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ has_more: z.boolean(), last_id: z.number().nullable() }),
});

async function readToTheEnd(stage: Stage): Promise<string> {
  let since = 0;
  let rows = 0;
  for (let pages = 1; ; pages += 1) {
    const answer = await stage.proxy(`/data/orders?since_id=${since}`, { key: stage.keys.full });
    const { data, meta } = pageSchema.parse(expectOk(answer, "The export of orders"));
    rows += data.length;
    since = meta.last_id ?? since;
    if (!meta.has_more) {
      stage.cast.lastRow = since;
      return `${rows} rows on ${pages} page${pages === 1 ? "" : "s"}. The last id is ${since}: the next run begins there.`;
    }
  }
}

/** A member, and the last id of the orders: that of the step before where nobody has ordered since. */
async function ensureReadToTheEnd(stage: Stage): Promise<void> {
  await ensureMember(stage);
  await stage.settle();
  const before = stage.cast.lastRow;
  await readToTheEnd(stage);
  const { lastRow } = stage.cast;
  if (before !== undefined && before !== lastRow) {
    stage.notes.push(`The last id was ${before}; with the orders since then it is ${lastRow}.`);
  }
}

const credit = { amount: 5, reason: "Late parcel" };

async function addCredit(stage: Stage): Promise<string> {
  const answer = await stage.core(`/store-credits/${stage.cast.cid}/add`, {
    body: credit,
    headers: { "idempotency-key": stage.cast.idempotencyKey ?? "" },
  });
  expectOk(answer, "The credit");
  const replayed = answer.headers.get("idempotent-replayed");
  return replayed === null
    ? `Answered ${answer.status}.`
    : `Answered ${answer.status} with Idempotent-Replayed: ${replayed}.`;
}

function addCommand(stage: Stage): string {
  const headers = [`Idempotency-Key: ${stage.cast.idempotencyKey}`];
  return command(stage, `/store-credits/${stage.cast.cid}/add`, headers, credit);
}

function command(stage: Stage, path: string, headers: string[], body: unknown): string {
  const all = ["Authorization: Bearer $KEY", ...headers].map((one) => ` -H "${one}"`).join("");
  return `curl "${stage.appUrl}/api/v1${path}"${all} --json '${JSON.stringify(body)}'`;
}

async function meetTheLimit(stage: Stage): Promise<string> {
  const ask = () => stage.core("/members?limit=1", { key: stage.keys.limited });
  let answered = 0;
  for (let calls = 0; calls < mostCalls; calls += callsAtATime) {
    const answers = await Promise.all(Array.from({ length: callsAtATime }, ask));
    const tooMuch = answers.find(({ status }) => status === 429);
    const broken = answers.find(({ status }) => status !== 429 && status >= 400);
    if (broken !== undefined) expectOk(broken, "The list of members");
    answered += answers.filter(({ status }) => status === 200).length;
    if (tooMuch === undefined) continue;
    const seconds = Number(tooMuch.headers.get("retry-after") ?? "1");
    await delay(seconds * 1000);
    const { status } = await ask();
    return `After ${answered} answers came 429 with Retry-After: ${seconds}. After ${seconds} second${seconds === 1 ? "" : "s"} the same call was answered ${status}.`;
  }
  throw new AppTrouble(`${mostCalls} calls were all answered: the store's plan has a higher limit`);
}
