import { expect, inject } from "vitest";
import type { OwnProcesses } from "./own-processes.ts";
import { callJson, type TestShop } from "./test-shop.ts";
import { uniqueNumber } from "./unique-number.ts";

/** A store in the stand-in whose app runs in separate processes. */
export type OwnStore = Pick<TestShop, "domain" | "devstoreUrl" | "control">;

/** @param appUrl where the app of the store is. */
export async function createOwnStore(appUrl: string): Promise<OwnStore> {
  const domain = `crash-${uniqueNumber()}.myshopify.com`;
  const devstoreUrl = inject("devstoreUrl");
  const control: TestShop["control"] = async (name, body = {}) => {
    const answer = await callJson(`${devstoreUrl}/__dev/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": domain },
      body: JSON.stringify(body),
    });
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer;
  };
  await control("shops", { domain, app_url: appUrl, seed: "empty", currency: "EUR" });
  await control("throttle", { points_per_second: 100_000 });
  return { domain, devstoreUrl, control };
}

/** What a merchant's first visit does. */
export async function installOwnStore(
  { control, domain }: OwnStore,
  appUrl: string,
): Promise<void> {
  const { body } = await control("session-token");
  const query = new URLSearchParams({
    embedded: "1",
    shop: domain,
    host: body.host,
    id_token: body.id_token,
  });
  const { status } = await callJson(`${appUrl}/app?${query}`, {
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0" },
  });
  expect(status).toBe(200);
}

/** Resolves when every webhook has arrived and no job can run any more. */
export async function quietOwnStore({ control }: OwnStore, { query }: OwnProcesses): Promise<void> {
  await control("webhooks/flush");
  const waiting =
    "SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts";
  await expect
    .poll(async () => Number((await query(waiting))[0]?.count), {
      timeout: 1_800_000,
      interval: 500,
    })
    .toBe(0);
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
