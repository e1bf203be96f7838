import { type ShopContext, systemActor } from "#app/domain/context.ts";
import { findShopByDomain, openShop } from "#app/domain/shops/open-shop.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import type { OwnProcesses } from "./own-processes.ts";
import { callJson, type TestShop, type TestShopOptions } from "./test-shop.ts";
import { uniqueNumber } from "./unique-number.ts";
import { waitUntil } from "./wait-until.ts";

const ASK_AGAIN_MS = 200;

/** A store in the stand-in whose app runs in separate processes. */
export type OwnStore = Pick<TestShop, "domain" | "devstoreUrl" | "control">;

/** A store that has nothing unless a seed is named. */
export async function createOwnStore(
  { environment }: OwnProcesses,
  seed: TestShopOptions["seed"] = "empty",
): Promise<OwnStore> {
  const { APP_URL: appUrl, DEVSTORE_URL: devstoreUrl = "" } = environment;
  const domain = `own-${uniqueNumber()}.myshopify.com`;
  const control: TestShop["control"] = async (name, body = {}) => {
    const answer = await callJson(`${devstoreUrl}/__dev/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": domain },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  await control("shops", { domain, app_url: appUrl, seed, currency: "EUR" });
  await control("throttle", { points_per_second: 100_000 });
  return { domain, devstoreUrl, control };
}

/** What a merchant's first visit does. */
export async function installOwnStore(
  { control, domain }: OwnStore,
  { environment }: OwnProcesses,
): Promise<void> {
  const { body } = await control("session-token");
  const query = new URLSearchParams({
    embedded: "1",
    shop: domain,
    host: body.host,
    id_token: body.id_token,
  });
  const { status } = await callJson(`${environment.APP_URL}/app?${query}`, {
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0" },
  });
  if (status !== 200) throw new Error(`The merchant's first visit was answered ${status}.`);
}

/** Resolves when every webhook has arrived and no job can run any more, also not soon: some work is put off by a second. */
export async function quietOwnStore({ control }: OwnStore, { query }: OwnProcesses): Promise<void> {
  await control("webhooks/flush");
  const waiting =
    "SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() + interval '2 seconds' AND attempts < max_attempts";
  await waitUntil(async () => Number((await query(waiting))[0]?.count) === 0, {
    everyMs: ASK_AGAIN_MS,
    givenUpAfterMs: Number.POSITIVE_INFINITY,
  });
}

/** Time passes while the app sleeps, so that all is due at once. */
export async function letFallDue(
  { control, domain }: OwnStore,
  { query }: OwnProcesses,
): Promise<void> {
  const { body } = await control("clock", { advance: "PT4H", without_app: true });
  const offset = new Date(body.now).getTime() - Date.now();
  await query(`UPDATE shops SET clock_offset_ms = ${offset} WHERE domain = '${domain}'`);
  await query("SELECT pg_notify('store_access_changed', id::text) FROM shops");
}

/** Does something as the app does it, in this process. */
export async function inOwnStore<T>(
  { domain }: OwnStore,
  { environment }: OwnProcesses,
  work: (context: ShopContext) => Promise<T>,
): Promise<T> {
  const app = createAppContext(readEnvironment({ ...environment }), "test");
  try {
    const row = await findShopByDomain(app, domain);
    if (!row) throw new Error("The store is not installed.");
    return await work(openShop(app, row, systemActor));
  } finally {
    await app.close();
  }
}
