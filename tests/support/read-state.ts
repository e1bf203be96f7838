import type { AnyJson } from "./any-json.ts";
import { callJson, type TestShop } from "./test-shop.ts";

/** What the stand-in says of one of its stores: its clock, its faults, what it was asked. */
export async function readState({
  devstoreUrl,
  domain,
}: Pick<TestShop, "devstoreUrl" | "domain">): Promise<AnyJson> {
  const headers = { "x-forwarded-host": domain };
  return (await callJson(`${devstoreUrl}/__dev/state`, { headers })).body;
}

/** How many calls of the platform's API it has answered. */
export async function countCalls(shop: Pick<TestShop, "devstoreUrl" | "domain">): Promise<number> {
  return (await readState(shop)).controls.throttle.answered;
}
