import type { Shop as ShopRow } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { JobRequest } from "#app/lib/job-request.ts";
import { addJobs, requestJob } from "#app/lib/queue.ts";
import { workingZone } from "#app/lib/zones.ts";
import type { PlatformShop } from "#app/platform/platform.ts";
import { recordActivity } from "../activity/record-activity.ts";
import { retryInCurrency } from "../billing/dunning/retry-in-currency.ts";
import { publishCancelFlowJob } from "../churn/churn-jobs.ts";
import type { ShopContext } from "../context.ts";
import { buildExportsJob } from "../data-export/rows/export-jobs.ts";
import { rollUpCreditJob } from "../ledger/ledger-jobs.ts";
import { notifyAccessChange } from "../shops/access-change.ts";
import { republishCustomersJob } from "../shops/shop-jobs.ts";
import { writeDownKeptZone } from "./write-down-kept-zone.ts";

/**
 * Follows what the platform says of the store: its name, zone, contact, account pages, and whether taxes come on top of its prices.
 * Nothing is written where nothing has changed. In another zone, every planned charge and task keeps its instant; days are counted in
 * the new one from now on. Another currency is only noted: amounts here stay what they are, and what failed for it is charged
 * once it is set back. Calls the network. Safe to repeat.
 *
 * @throws PlatformFailure
 */
export async function followShop(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const facts = await context.platform.getShop();
  if (workingZone(facts.ianaTimezone) !== shop.ianaTimezone) await writeDownKeptZone(context);
  await db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM shops WHERE id = ${shop.id} FOR NO KEY UPDATE`;
    const before = await tx.shop.findUniqueOrThrow({ where: { id: shop.id } });
    const after = followedFields(before, facts);
    if (FOLLOWED.some((name) => before[name] !== after[name])) {
      await writeChange(context, tx, before, after);
    }
    // Also where nothing has changed: the store may have left its currency and come back unheard.
    await retryInCurrency(context, tx, after.platformCurrency);
  });
}

async function writeChange(
  context: ShopContext,
  tx: Queries,
  before: ShopRow,
  after: Followed,
): Promise<void> {
  const { shop, clock } = context;
  await tx.shop.update({
    where: { id: shop.id },
    data: { ...after, ...sinceWhen(before, after, clock.now()), updatedAt: clock.now() },
  });
  await notifyAccessChange(tx, shop.id);
  await addJobs(tx, followUps(before, after));
  for (const message of describeChanges(before, after)) {
    await recordActivity(context, tx, { kind: "store.changed", message });
  }
}

const FOLLOWED = [
  "name",
  "contactEmail",
  "accountUrl",
  "ianaTimezone",
  "isDevelopment",
  "taxesOnTop",
  "platformCurrency",
] as const;

type Followed = Pick<ShopRow, (typeof FOLLOWED)[number]>;

function followedFields({ currency }: ShopRow, facts: PlatformShop): Followed {
  const { name, contactEmail, accountUrl, ianaTimezone, isDevelopment, taxesOnTop } = facts;
  const platformCurrency = facts.currency === currency ? null : facts.currency;
  const ofStore = { name, contactEmail, accountUrl, ianaTimezone, isDevelopment, taxesOnTop };
  return { ...ofStore, platformCurrency };
}

function sinceWhen(
  before: ShopRow,
  { platformCurrency }: Followed,
  now: Date,
): Pick<ShopRow, "platformCurrencySince"> {
  if (platformCurrency === null) return { platformCurrencySince: null };
  const isTheSame = platformCurrency === before.platformCurrency;
  return { platformCurrencySince: isTheSame ? before.platformCurrencySince : now };
}

/** What the storefront, the exports and the summaries hold of it. */
function followUps(before: ShopRow, after: Followed): JobRequest[] {
  const ofShop = { shopId: before.id };
  const jobs: JobRequest[] = [];
  if (before.contactEmail !== after.contactEmail) {
    jobs.push(requestJob(publishCancelFlowJob, ofShop));
  }
  if (hasMoved(before, after)) {
    jobs.push(requestJob(buildExportsJob, ofShop), requestJob(rollUpCreditJob, ofShop));
    jobs.push(requestJob(republishCustomersJob, ofShop));
  }
  return jobs;
}

function hasMoved(before: Followed, after: Followed): boolean {
  return workingZone(before.ianaTimezone) !== workingZone(after.ianaTimezone);
}

/** Sentences for the timeline. */
function describeChanges(before: ShopRow, after: Followed): string[] {
  const { currency } = before;
  const messages: string[] = [];
  const tell = (name: "name" | "contactEmail" | "ianaTimezone", what: string) => {
    if (before[name] === after[name]) return;
    messages.push(`The store's ${what} is now ${after[name]}; it was ${before[name]}.`);
  };
  tell("name", "name");
  tell("contactEmail", "contact address");
  tell("ianaTimezone", "time zone");
  if (before.taxesOnTop !== after.taxesOnTop) {
    messages.push(
      after.taxesOnTop
        ? "Taxes now come on top of the store's prices."
        : "The store's prices now include taxes.",
    );
  }
  if (before.platformCurrency !== after.platformCurrency) {
    messages.push(
      after.platformCurrency === null
        ? `The store's currency is ${currency} again, as all amounts here.`
        : `The store's currency on the platform is now ${after.platformCurrency}. All amounts here stay in ${currency}.`,
    );
  }
  return messages;
}
