import { findFreePort } from "#scripts/process/find-free-port.ts";
import { spawnService } from "#scripts/start/spawn-service.ts";

/** The stand-in with its mail server, and what an app needs to be one of its apps. */
export interface RunningDevstore {
  devstoreUrl: string;
  smtpUrl: string;
  shopifyApiKey: string;
  shopifyApiSecret: string;
}

/** Starts the stand-in, whose state is in memory. Each of its stores names its own app. */
export async function startDevstore(
  credentials: Pick<RunningDevstore, "shopifyApiKey" | "shopifyApiSecret">,
): Promise<RunningDevstore & { pid: number; stop(): Promise<void> }> {
  const smtpPort = await findFreePort();
  const devstore = spawnService("development store", "devstore/main.ts", {
    SHOPIFY_API_KEY: credentials.shopifyApiKey,
    SHOPIFY_API_SECRET: credentials.shopifyApiSecret,
    DEVSTORE_PORT: "0",
    DEVSTORE_SMTP_PORT: String(smtpPort),
    DEVSTORE_STATE: ":memory:",
    APP_URL: "",
  });
  const ended = devstore.ended.then((line) => {
    throw new Error(line);
  });
  ended.catch(() => {});
  const port = await Promise.race([devstore.ready, ended]);
  return {
    ...credentials,
    devstoreUrl: `http://127.0.0.1:${port}`,
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    pid: devstore.pid,
    stop: devstore.stop,
  };
}
