import { randomBytes } from "node:crypto";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { runDueTasksJob } from "#app/domain/schedule/schedule-task.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { startCountingPostgres } from "#tests/support/counting-postgres.ts";
import { type OwnProcesses, startOwnProcesses } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  inOwnStore,
  installOwnStore,
  quietOwnStore,
} from "#tests/support/own-store.ts";
import { readState } from "#tests/support/read-state.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { startDevstore } from "#tests/support/start-devstore.ts";
import { callJson } from "#tests/support/test-shop.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import type { Counted } from "./read-cost.ts";

const SINGLES = 3;
const CALLS_AT_A_TIME = 32;
const HOUR_MS = 3_600_000;

/** A store in which things happen whose costs are counted. */
export interface CostStore extends Counted {
  /** An API key with all scopes. */
  key: string;
  dueIn: Readonly<Record<"paid" | "failed", DueOf>>;
}

export interface Contract {
  cid: number;
  email: string;
  contract_id: number;
}

/** Contracts that fall due at one instant. */
export interface Due {
  at: Date;
  contracts: Contract[];
}

/** Some whose charges have one result: one to warm up, some one by one, and many at once. */
interface DueOf {
  first: Due;
  singles: Due[];
  many: Due;
}

/**
 * A store with a loyalty rule and memberships that give credit, some of which fall due at hours of their own.
 *
 * @param atOnce how many fall due together, of those that are paid and of those that are not.
 */
async function openCostStore(parts: Omit<Counted, "store">, atOnce: number): Promise<CostStore> {
  const { processes } = parts;
  const store = await createOwnStore(processes, "goods");
  // Later than it takes to make them.
  let at = Date.now() + 12 * HOUR_MS;
  const dueTogether = async (count: number, results: string[]): Promise<Due> => {
    at += HOUR_MS;
    const due = { at: new Date(at), contracts: [] as Contract[] };
    await each(Array.from({ length: count }), async () => {
      const email = `bench-${crypto.randomUUID()}@example.com`;
      const { cid } = (await store.control("customers", { email })).body;
      const made = { cid, price: "15.00", next_billing_date: due.at, order: false };
      const { body } = await store.control("contracts", made);
      if (results.length > 0) {
        await store.control(`contracts/${body.contract_id}/payments`, { results });
      }
      due.contracts.push({ ...body, email });
    });
    return due;
  };
  const dueOf = async (results: string[]): Promise<DueOf> => {
    const first = await dueTogether(1, results);
    const singles: Due[] = [];
    for (let number = 0; number < SINGLES; number += 1) {
      singles.push(await dueTogether(1, results));
    }
    return { first, singles, many: await dueTogether(atOnce, results) };
  };
  const dueIn = { paid: await dueOf([]), failed: await dueOf(["EXPIRED_CARD"]) };
  await installOwnStore(store, processes);
  const all = 2 * (1 + SINGLES + atOnce);
  await until(async () => (await count(processes, "subscriptions")) >= all);
  await quietOwnStore(store, processes);
  const key = await inOwnStore(store, processes, async (context) => {
    await createRule(context, {
      ...{ type: "points_for_purchases", name: "Points", status: "active" },
      ...{ startDate: "2020-01-01", settings: { points_per_dollar: 1 } },
    });
    const plans = await context.db.prisma.plan.findMany({ where: { shopId: context.shop.id } });
    const policy = { amount: "5.00", expiryMonths: 12, forfeitOnCancel: false };
    const policies = plans.map(({ id }) => ({ ...policy, planId: String(id) }));
    await setPlanPolicies(context, { policies });
    // As in a store that is not new: from now on each fact is written into its rows.
    await buildExports(context);
    return (await createApiKey(context, { name: "Bench" })).secret;
  });
  await quietOwnStore(store, processes);
  return { ...parts, store, key, dueIn };
}

/** Starts the app as in production, with a new PostgreSQL, and makes the store. Whoever starts it closes it. */
export async function startCostStore({
  atOnce,
  ...options
}: {
  atOnce: number;
  asInProduction: boolean;
}): Promise<{ bench: CostStore; close(): Promise<void> }> {
  const credentials = {
    shopifyApiKey: randomBytes(16).toString("hex"),
    shopifyApiSecret: randomBytes(32).toString("hex"),
  };
  const started: { stop(): Promise<unknown> }[] = [];
  const close = async () => {
    for (const one of started.toReversed()) await one.stop();
  };
  try {
    const devstore = await startDevstore(credentials);
    started.push(devstore);
    const postgres = await startCountingPostgres(options);
    started.push(postgres);
    const processes = await startOwnProcesses({ devstore, postgres });
    started.push(processes);
    const { databaseUrl } = postgres;
    return { bench: await openCostStore({ devstore, processes, databaseUrl }, atOnce), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Moves the store's clock to where they are due, and returns when each is charged. */
export async function chargeDue(
  { processes, store }: CostStore,
  { at, contracts }: Due,
): Promise<void> {
  const attempts = await count(processes, "billing_attempts WHERE status <> 'processing'");
  const { clock } = await readState(store);
  const seconds = Math.ceil((at.getTime() - Date.parse(clock.now)) / 1000);
  await store.control("clock", { advance: `PT${seconds}S`, without_app: true });
  const offset = at.getTime() - Date.now();
  await processes.query(
    `UPDATE shops SET clock_offset_ms = ${offset} WHERE domain = '${store.domain}'`,
  );
  await processes.query("SELECT pg_notify('store_access_changed', id::text) FROM shops");
  // What was planned by the store's clock is planned by the machine's: it comes as much earlier.
  await processes.query(
    `UPDATE graphile_worker._private_jobs j SET run_at = run_at - interval '${seconds} seconds'
     FROM graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = '${runDueTasksJob.name}' AND j.run_at > now()`,
  );
  await until(async () => {
    const now = await count(processes, "billing_attempts WHERE status <> 'processing'");
    return now >= attempts + contracts.length;
  });
}

export async function orderPlaced({ store }: CostStore, { cid }: Contract): Promise<void> {
  await store.control("orders/plain", { cid, total: "20.00" });
}

export async function creditUpdated(
  { processes, key }: CostStore,
  { cid, email }: Contract,
): Promise<void> {
  const body = {
    ...{ key, cid, email, action: "update", update_value: 1 },
    ...{ update_type: "manual admin adjustment", update_reason: "Bench" },
  };
  await answered(`${processes.environment.APP_URL}/api/v1/store-credit/manage`, body);
}

export async function cancelled(
  { devstore, processes, store }: CostStore,
  { cid, contract_id: id }: Contract,
): Promise<void> {
  const signer = { shop: store.domain, secret: devstore.shopifyApiSecret };
  const query = signProxyQuery({}, { ...signer, customerId: cid });
  const path = `/proxy/v1/storefront/cancel-flow/${id}/cancel?${query}`;
  await answered(`${processes.environment.APP_URL}${path}`, {});
}

async function answered(url: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await callJson(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
}

async function count({ query }: OwnProcesses, what: string): Promise<number> {
  return Number((await query(`SELECT count(*) FROM ${what}`))[0]?.count);
}

function until(isSo: () => Promise<boolean>): Promise<void> {
  return waitUntil(isSo, { everyMs: 100, givenUpAfterMs: Number.POSITIVE_INFINITY });
}

/** Does it with each, many at a time. */
export async function each<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const work = async () => {
    for (const one of left) await act(one);
  };
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, work));
}
