import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { listApiKeys } from "#app/domain/api-keys/list-api-keys.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import type { AppContext } from "#app/domain/context.ts";
import { notifyAccessChange } from "#app/domain/shops/access-change.ts";
import { findShopByDomain, openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { readEnvironment } from "#app/lib/env.ts";
import { formatMinor } from "#app/lib/money.ts";
import { countRunnableJobs } from "#app/lib/queue.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { createServerParts } from "#app/server/create-server-parts.ts";
import type { ServerParts } from "#app/server/create-web-server.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import type { DemoParts } from "#scripts/start/demo-file.ts";
import { openInstallationSecrets } from "#scripts/start/installation-secrets.ts";
import { type DevstoreControls, devstoreControls } from "./devstore-controls.ts";
import { makeFailedCharges } from "./make-failed-charges.ts";
import { makeLoyaltyDeeds } from "./make-loyalty-deeds.ts";
import { makeLoyaltyProgram } from "./make-loyalty-program.ts";
import { MONTHLY_CREDIT_MINOR, seedCreditHistory } from "./seed-credit-history.ts";
import { seedRetentionHistory } from "./seed-retention-history.ts";

/** The three stores that every development store holds: the demo, another merchant's, and one that left. */
const DEMO_STORE = "perennial-demo.myshopify.com";
const SECOND_STORE = "second-store.myshopify.com";
const CLOSED_STORE = "closed-store.myshopify.com";

/** The name of the demo's keys, which are replaced when their secrets were lost. */
const KEY_NAME = "Demo";
const READ_ONLY_KEY_NAME = "Demo, read only";
const IMPORT_TIMEOUT_MS = 300_000;
/** Rarely enough to leave the processors to the work that is waited for. */
const LOOK_EVERY_MS = 200;

interface DemoAddresses {
  appUrl: string;
  devstoreUrl: string;
  databaseUrl: string;
  dataDir: string;
}

/**
 * Fills the demo the way a real store fills: the merchant opens the app on each store, the import runs,
 * shoppers have gone through the cancel flow, keys were made, and one store has left again. Safe to
 * repeat after an interruption.
 *
 * @param serving resolves when the app can be called: what needs that waits for it.
 */
export async function fillDemo(
  addresses: DemoAddresses,
  serving: Promise<void>,
): Promise<DemoParts> {
  const secrets = openInstallationSecrets(addresses.dataDir);
  const environment = readEnvironment({
    APP_URL: addresses.appUrl,
    DATABASE_URL: addresses.databaseUrl,
    DEVSTORE_URL: addresses.devstoreUrl,
    SHOPIFY_API_KEY: secrets.apiKey,
    SHOPIFY_API_SECRET: secrets.apiSecret,
    TOKEN_ENCRYPTION_KEY: secrets.tokenEncryptionKey,
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
  });
  const app = createAppContext(environment, "demo");
  const { signIn, close } = await createServerParts(environment, app);
  const controls = devstoreControls(addresses.devstoreUrl);
  try {
    const [demo, second, closed] = await installStores(app, (domain) =>
      openAsMerchant(signIn, { appUrl: addresses.appUrl, controls, domain }),
    );
    await app.db.transaction(async (tx) => {
      await tx.shop.update({ where: { id: second.id }, data: { plan: "starter" } });
      await notifyAccessChange(tx, second.id);
    });
    await seedRetentionHistory(app, demo);
    await seedCreditHistory(app, demo);
    await setMonthlyCredit(app, demo);
    // The charges of the past come first, as they did in time: lists are by id.
    await waitFor("the charges of the past", async () => {
      const shopId = demo.id;
      const where = { shopId_subject: { shopId, subject: "charges" } };
      return (await app.db.prisma.pastImport.findUnique({ where }))?.completedAt != null;
    });
    await serving;
    // Of what has happened meanwhile the app has missed the news.
    await controls.post("webhooks/flush", DEMO_STORE, {});
    await makeFailedCharges(app, demo, controls);
    await makeLoyaltyProgram(app, demo);
    await makeLoyaltyDeeds(app, demo);
    const keys = {
      full: await makeKey(app, demo, KEY_NAME),
      read_only: await makeKey(app, demo, READ_ONLY_KEY_NAME, ["core:read", "data:read"]),
      other_shop: await makeKey(app, second, KEY_NAME),
      inactive_shop: await makeKey(app, closed, KEY_NAME),
    };
    await controls.post("uninstall", CLOSED_STORE, {});
    await waitFor("the store that leaves to be closed", async () => {
      return (await findShopByDomain(app, CLOSED_STORE))?.status === "uninstalled";
    });
    await waitUntilQuiet(app, demo);
    return {
      shop: {
        domain: demo.domain,
        timezone: demo.ianaTimezone,
        currency: demo.currency,
        plan: demo.plan,
      },
      api_keys: keys,
      customers: await controls.listCustomers(DEMO_STORE),
    };
  } finally {
    await close();
    await app.close();
  }
}

/** From now on the charges of memberships give what the history has given each month. */
async function setMonthlyCredit(app: AppContext, shop: Shop): Promise<void> {
  const context = openShop(app, shop, { kind: "merchant", name: "Mia Example" });
  const plans = await listPlanPolicies(context);
  await setPlanPolicies(context, {
    policies: plans
      .filter(({ kind }) => kind === "membership")
      .map(({ planId, expiryMonths, forfeitOnCancel }) => ({
        planId,
        amount: formatMinor(MONTHLY_CREDIT_MINOR, shop.currency),
        expiryMonths,
        forfeitOnCancel,
      })),
  });
}

/** What a merchant's first visit does, without the page that it ends on: the store becomes ours. */
async function openAsMerchant(
  signIn: ServerParts["signIn"],
  { appUrl, controls, domain }: { appUrl: string; controls: DevstoreControls; domain: string },
): Promise<void> {
  const { id_token, host } = sessionSchema.parse(await controls.post("session-token", domain, {}));
  const visit = new URLSearchParams({ embedded: "1", shop: domain, host, id_token });
  try {
    const headers = { "user-agent": "Mozilla/5.0 (demo) AppleWebKit/537.36" };
    await signIn.authenticateAdmin(new Request(`${appUrl}/app?${visit}`, { headers }));
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    throw new UserFacingError(`Nobody could be signed in on ${domain}: ${error.status}.`);
  }
}

const sessionSchema = z.object({ id_token: z.string(), host: z.string() });

async function installStores(
  app: AppContext,
  open: (domain: string) => Promise<void>,
): Promise<[Shop, Shop, Shop]> {
  const install = async (domain: string): Promise<Shop> => {
    await open(domain);
    await waitFor(`the import of ${domain}`, async () => {
      const row = await app.db.prisma.shop.findUnique({ where: { domain } });
      return row?.importedAt != null;
    });
    const shop = await findShopByDomain(app, domain);
    if (!shop) throw new UserFacingError(`${domain} could not be installed.`);
    return shop;
  };
  return Promise.all([install(DEMO_STORE), install(SECOND_STORE), install(CLOSED_STORE)]);
}

async function makeKey(
  app: AppContext,
  shop: Shop,
  name: string,
  scopes?: readonly string[],
): Promise<string> {
  const context = openShop(app, shop, { kind: "system", name: "Demo" });
  const { live } = await listApiKeys(context);
  for (const key of live) {
    if (key.name === name) await revokeApiKey(context, key.id);
  }
  const { secret } = await createApiKey(context, { name, ...(scopes ? { scopes } : {}) });
  return secret;
}

async function waitUntilQuiet(app: AppContext, shop: Shop): Promise<void> {
  await waitFor("the store's jobs", async () => {
    return (await countRunnableJobs(app.db.prisma, shop.id)) === 0;
  });
}

async function waitFor(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + IMPORT_TIMEOUT_MS;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new UserFacingError(`Waited in vain for ${what}.`);
    await delay(LOOK_EVERY_MS);
  }
}
