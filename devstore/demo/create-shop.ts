import type { Devstore } from "../devstore.ts";
import type { DevShop, PlatformPlan } from "../state/shop.ts";
import { shopHandle } from "../state/shop.ts";

export interface NewShop {
  domain: string;
  name?: string | undefined;
  email?: string | undefined;
  timezone?: string | undefined;
  currency?: string | undefined;
  countryCode?: string | undefined;
  locale?: string | undefined;
  plan?: PlatformPlan | undefined;
  appUrl?: string | null | undefined;
}

/** A shop without the app and without anything in it; what is not given is as in the demo. */
export function createShop(devstore: Devstore, input: NewShop): DevShop {
  const handle = shopHandle(input);
  return devstore.state.putShop({
    domain: input.domain,
    id: devstore.state.nextId("", "shop") + 60_000_000,
    name: input.name ?? titleOf(handle),
    email: input.email ?? `hello@${handle}.example`,
    timezone: input.timezone ?? "Europe/Berlin",
    currency: input.currency ?? "EUR",
    countryCode: input.countryCode ?? (input.currency === "USD" ? "US" : "DE"),
    locale: input.locale ?? "en",
    plan: input.plan ?? "plus",
    appUrl: input.appUrl ?? null,
    clockOffsetMs: 0,
    installation: null,
    uninstalledAt: null,
    createdAt: new Date().toISOString(),
  });
}

/** "Second Store" for second-store. */
function titleOf(handle: string): string {
  return handle
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
