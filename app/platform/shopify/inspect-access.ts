import { shortened } from "#app/lib/storable-text.ts";
import type { PlatformAccess, ProxyAnswer } from "../platform.ts";
import { isPlatformFailure } from "../platform-failure.ts";
import type { AdminClient } from "./admin-client.ts";
import {
  CheckCustomerAccessDocument,
  ReadInstallationDocument,
} from "./admin-operations.generated.ts";
import type { PlatformFetch } from "./route-to-devstore.ts";

/** Enough for an answer of ours, and all that is read of a page of the store. */
const MAX_PROXY_ANSWER = 2000;
const PROXY_TIMEOUT_MS = 10_000;

export async function inspectAccess(
  client: AdminClient,
  shopDomain: string,
): Promise<PlatformAccess> {
  let clocks: PlatformAccess["clocks"] = null;
  const { currentAppInstallation } = await client.run(
    shopDomain,
    ReadInstallationDocument,
    {},
    {
      observe: (answer) => {
        if (answer.date) clocks = { platform: answer.date, here: new Date() };
      },
    },
  );
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle);
  return { scopes, clocks, customers: await inspectCustomers(client, shopDomain) };
}

async function inspectCustomers(
  client: AdminClient,
  shopDomain: string,
): Promise<PlatformAccess["customers"]> {
  let hidden: readonly string[] = [];
  try {
    const { customers } = await client.run(
      shopDomain,
      CheckCustomerAccessDocument,
      {},
      {
        observe: (answer) => {
          hidden = answer.hidden;
        },
      },
    );
    if (hidden.length > 0) return { kind: "hidden", fields: [...hidden] };
    return { kind: customers.nodes.length > 0 ? "readable" : "none_yet" };
  } catch (error) {
    if (!isPlatformFailure(error) || error.platformCode !== "ACCESS_DENIED") throw error;
    return { kind: "denied", reason: error.message };
  }
}

/** Asks the store's own address, as a shopper's browser does; null when nothing answers. */
export async function callAppProxy(
  fetchFromPlatform: PlatformFetch,
  shopDomain: string,
  path: string,
): Promise<ProxyAnswer | null> {
  try {
    const response = await fetchFromPlatform(`https://${shopDomain}${path}`, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(PROXY_TIMEOUT_MS),
    });
    return { status: response.status, text: await readStart(response) };
  } catch {
    return null;
  }
}

async function readStart(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < MAX_PROXY_ANSWER) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return shortened(text, MAX_PROXY_ANSWER);
}
