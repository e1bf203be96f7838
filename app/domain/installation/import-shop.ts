import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { addJob, addJobs } from "#app/lib/queue.ts";
import type { PlatformPage } from "#app/platform/platform.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { splitUnreadable, type Unreadable } from "#app/platform/platform-unreadable.ts";
import type { ShopContext } from "../context.ts";
import { thingOfCustomer } from "../customers/customer-jobs.ts";
import { storeCustomers } from "../customers/store-customer.ts";
import { openPastImport } from "../past-imports/open-past-import.ts";
import { PAST_SUBJECTS } from "../past-imports/past-import.ts";
import { requestPastImports } from "../past-imports/past-import-jobs.ts";
import { findTagDriftJob } from "../perks/perk-jobs.ts";
import { scheduleReconciliation } from "../reconciliation/reconcile-shop.ts";
import { eachOrSetAside, setAside } from "../set-aside/set-aside.ts";
import { importPlans } from "../subscriptions/import-plans.ts";
import { storeImportedContracts } from "../subscriptions/store-contract.ts";
import { thingOfContract } from "../subscriptions/subscription-jobs.ts";

/**
 * Imports what the store already has into our tables: plans, customers, contracts; its orders and charges follow by themselves. Safe to repeat and to run
 * concurrently with webhooks: each row keeps the newest state.
 *
 * @throws PlatformFailure, so that the job is tried again.
 */
export async function importShop(context: ShopContext): Promise<void> {
  const beganAt = context.clock.now();
  for (const subject of PAST_SUBJECTS) await openPastImport(context, context.db.prisma, subject);
  await importPlans(context);
  await forEachPage(
    context,
    (cursor) => context.platform.listCustomers(cursor),
    (customers) =>
      eachOrSetAside(
        context,
        customers,
        ({ customerId }) => thingOfCustomer(context.shop.id, customerId),
        (some) => storeCustomers(context, some),
      ),
  );
  await forEachPage(
    context,
    (cursor) => context.platform.listContracts(cursor),
    (contracts) => importContracts(context, contracts, beganAt),
  );
  await context.db.transaction(async (tx) => {
    const importedAt = context.clock.now();
    await tx.shop.update({ where: { id: context.shop.id }, data: { importedAt } });
    await addJobs(tx, requestPastImports(context.shop.id));
    await addJob(tx, findTagDriftJob, { shopId: context.shop.id });
    await scheduleReconciliation(context, tx);
  });
}

async function importContracts(
  context: ShopContext,
  contracts: readonly (PlatformContract | Unreadable)[],
  beganAt: Date,
): Promise<void> {
  const thingOf = (contractId: number) => thingOfContract(context.shop.id, contractId);
  const { readable, unreadable } = splitUnreadable(contracts);
  for (const { id, error } of unreadable) await setAside(context, thingOf(Number(id)), error);
  await eachOrSetAside(
    context,
    readable,
    ({ contractId }) => thingOf(contractId),
    (some) => storeImportedContracts(context, some, beganAt),
  );
}

async function forEachPage<T>(
  { db }: Pick<ShopContext, "db">,
  read: (cursor: string | null) => Promise<PlatformPage<T>>,
  store: (items: readonly T[]) => Promise<void>,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: PlatformPage<T> = await read(cursor);
    await store(page.items);
    // The next page is looked up in what this one has filled, and so is whatever follows the customers meanwhile.
    await analyzeGrownTables(db.pool);
    cursor = page.nextCursor;
  } while (cursor !== null);
}
