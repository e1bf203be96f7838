import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { adminSchema } from "./admin-api/graphql/load-schema.ts";
import { adminFramePages } from "./admin-frame/mount-admin-frame.ts";
import { readAppConfig } from "./app-config.ts";
import { seedDemoShops } from "./demo/seed-demo-shops.ts";
import { devHomes } from "./dev-home/mount-dev-home.ts";
import { serveMail } from "./mail/smtp-server.ts";
import { createDevstore } from "./server.ts";
import { storefrontPages } from "./storefront/mount-storefront.ts";
import { tourPages } from "./tour/mount-tours.ts";

const tomlPath = fileURLToPath(new URL("../shopify.app.toml", import.meta.url));

function required(name: string): string {
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  console.error(`devstore: ${name} is not set`);
  process.exit(1);
}

const running = createDevstore({
  appConfig: readAppConfig(tomlPath, {
    apiKey: required("SHOPIFY_API_KEY"),
    apiSecret: required("SHOPIFY_API_SECRET"),
    appUrl: process.env.APP_URL?.replace(/\/$/, "") || null,
  }),
  statePath: required("DEVSTORE_STATE"),
  pages: [storefrontPages(), adminFramePages(), devHomes(), tourPages(process.env.DEMO_FILE)],
});

seedDemoShops(running.devstore);

function giveUp(error: Error): void {
  console.error(`devstore: ${error.message}`);
  process.exit(1);
}

const smtpPort = Number(process.env.DEVSTORE_SMTP_PORT ?? 0);
const stopMail = smtpPort === 0 ? () => {} : serveMail(running.mailbox, smtpPort, giveUp);

const server = serve(
  {
    fetch: running.app.fetch,
    hostname: "127.0.0.1",
    port: Number(process.env.DEVSTORE_PORT ?? 3001),
    // Longer than clients leave a connection idle: one that is closed in the moment in which a request comes is reset.
    serverOptions: { keepAliveTimeout: 120_000 },
  },
  ({ port }) => {
    if (process.send === undefined) console.log(`devstore: http://127.0.0.1:${port}`);
    else process.send({ ready: true, port });
    // Building the schema takes a fifth of a second, so it happens right after the start.
    setImmediate(adminSchema);
  },
);
server.on("error", giveUp);

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  stopMail();
  server.close(() => {
    void running.close().then(() => process.exit(0));
  });
  if ("closeAllConnections" in server) server.closeAllConnections();
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("disconnect", stop);
