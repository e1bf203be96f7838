import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { pageLines } from "./page-lines.ts";
import type { Stage } from "./stage.ts";
import type { ApiLook, Place, Step } from "./tour.ts";

/** A page before and after a step, as lines that somebody reads there. */
interface PageChange {
  address: string;
  before: string[];
  after: string[];
}

/** What a step did, in the three places. */
export interface StepResult {
  said: string | null;
  /** What a program would have sent. */
  sent: string | null;
  storefront: (PageChange & { mails: Mail[] }) | null;
  admin: PageChange | null;
  api: { command: string; documents: string; before: unknown; after: unknown } | null;
  /** The step asks and changes nothing. */
  asks: boolean;
  /** What was meant to change and has not yet, in words; empty as a rule. */
  late: string[];
}

interface Views {
  storefront: string[];
  admin: string[];
  api: unknown;
}

/** So long is waited for each place to show what was done. */
const patienceMs = 20_000;
const betweenMs = 150;

/** Brings what the step needs, lets that come to rest, looks, does it, and looks again until all three places show it. */
export async function runStep(stage: Stage, step: Step): Promise<StepResult> {
  await step.prepare?.(stage);
  await stage.settle();
  const before = await view(stage, step);
  const known = new Set((await readMails(stage)).map(({ id }) => id));
  const { said, after, mails, late } = await actAndView(stage, step, before, known);
  const { storefront, admin, api } = step.look(stage.cast);
  return {
    said: [...stage.notes, said].filter((one) => one !== null).join(" ") || null,
    sent: step.sends?.(stage) ?? null,
    late,
    asks: step.asks ?? false,
    storefront:
      storefront === null
        ? null
        : {
            address: storefront,
            before: before.storefront,
            after: after.storefront,
            mails,
          },
    admin: admin === null ? null : { address: admin, before: before.admin, after: after.admin },
    api:
      api === null
        ? null
        : {
            command: commandOf(stage, api),
            documents: api.documents,
            before: step.asks ? null : before.api,
            after: after.api,
          },
  };
}

async function actAndView(stage: Stage, step: Step, before: Views, known: ReadonlySet<number>) {
  try {
    const said = (await step.act(stage)) ?? null;
    return { said, ...(await viewOnceChanged(stage, step, before, known)) };
  } finally {
    await step.restore?.(stage);
  }
}

async function view(stage: Stage, step: Step): Promise<Views> {
  const { storefront, admin, api } = step.look(stage.cast);
  const [shop, merchant, program] = await Promise.all([
    storefront === null ? "" : stage.storefront(storefront),
    admin === null ? "" : stage.admin(admin),
    api === null ? null : ask(stage, api),
  ]);
  return { storefront: pageLines(shop), admin: pageLines(merchant), api: program };
}

const placeNames = { storefront: "the storefront", admin: "the admin", api: "the API" } as const;

/** Looks until all places show what was done, twice the same, or nobody waits any longer. */
async function viewOnceChanged(
  stage: Stage,
  step: Step,
  before: Views,
  known: ReadonlySet<number>,
): Promise<{ after: Views; mails: Mail[]; late: string[] }> {
  const deadline = Date.now() + patienceMs;
  const look = step.look(stage.cast);
  const places = (["storefront", "admin", "api"] as const).filter(
    (place: Place) => look[place] !== null && !step.asks && !step.unchanged?.includes(place),
  );
  let last: unknown = null;
  for (;;) {
    await stage.settle();
    const after = await view(stage, step);
    const mails = await newMails(stage, known);
    const late: string[] = places
      .filter((place) => isSame(before[place], after[place]))
      .map((place) => placeNames[place]);
    if (step.isMailed && mails.length === 0) late.push("the mailbox");
    const isStill = isSame(last, { after, mails });
    if ((late.length === 0 && isStill) || Date.now() > deadline) return { after, mails, late };
    last = { after, mails };
    await delay(betweenMs);
  }
}

async function newMails(stage: Stage, known: ReadonlySet<number>): Promise<Mail[]> {
  const { email } = stage.cast;
  if (email === undefined) return [];
  const mails = await readMails(stage);
  return mails.filter(({ id, to }) => !known.has(id) && to.includes(email)).reverse();
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function ask(stage: Stage, { through, by, path, pick }: ApiLook): Promise<unknown> {
  const { full, limited } = stage.keys;
  const call = by === "key" ? { key: full } : by === "limited key" ? { key: limited } : {};
  const answer = through === "app" ? await stage.core(path, call) : await stage.proxy(path, call);
  return answer.status < 400 && pick !== undefined ? pick(answer.body) : answer.body;
}

/** The look as somebody would ask by hand. */
function commandOf(stage: Stage, { through, by, path }: ApiLook): string {
  if (through === "app") {
    const key = by === "limited key" ? "$SLOW" : "$KEY";
    return `curl -H "Authorization: Bearer ${key}" "${stage.appUrl}/api/v1${path}"`;
  }
  const address = `${stage.proxyBase}${path}`;
  if (by === "key") return `curl "${address}${path.includes("?") ? "&" : "?"}key=$KEY"`;
  if (by === "anybody") return `curl "${address}"`;
  const signIn = `curl -o /dev/null -c shopper.txt "${stage.origin}/account/login" -d customer_id=${stage.cast.cid}`;
  return `${signIn}\ncurl -b shopper.txt "${address}"`;
}

const mailSchema = z.object({ id: z.number(), subject: z.string(), to: z.string() });
const mailsSchema = z.object({ mails: z.array(mailSchema) });
type Mail = z.infer<typeof mailSchema>;

async function readMails(stage: Stage): Promise<Mail[]> {
  return mailsSchema.parse(await stage.readControl("mailbox.json")).mails;
}
