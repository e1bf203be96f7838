import type { ShopContext } from "../context.ts";
import type { Check, CheckResult, InstallationFacts, StoreFacts } from "./check.ts";
import { protectedDataCheck, scopesCheck, tokenCheck } from "./checks/access.ts";
import { appProxyCheck } from "./checks/app-proxy.ts";
import { databaseClockCheck, platformClockCheck } from "./checks/clock.ts";
import { connectionsCheck } from "./checks/connections.ts";
import { currencyCheck } from "./checks/currency.ts";
import { databaseCheck } from "./checks/database.ts";
import { mailCheck } from "./checks/mail.ts";
import { storeDataCheck } from "./checks/store-data.ts";
import { themeBlocksCheck } from "./checks/theme-blocks.ts";
import { webhooksCheck } from "./checks/webhooks.ts";
import { workerCheck } from "./checks/worker.ts";
import { zonesCheck } from "./checks/zones.ts";

const INSTALLATION_CHECKS: readonly Check<InstallationFacts>[] = [
  databaseCheck,
  connectionsCheck,
  databaseClockCheck,
  zonesCheck,
  workerCheck,
  mailCheck,
];

const STORE_CHECKS: readonly Check<StoreFacts>[] = [
  tokenCheck,
  platformClockCheck,
  scopesCheck,
  protectedDataCheck,
  appProxyCheck,
  webhooksCheck,
  storeDataCheck,
  currencyCheck,
  themeBlocksCheck,
];

/** What all stores have in common. Changes nothing, and never throws. */
export function checkInstallation(facts: InstallationFacts): Promise<CheckResult[]> {
  return runAll(INSTALLATION_CHECKS, facts);
}

/** One store. Changes nothing, and never throws. */
export async function checkStore(
  context: ShopContext,
  wantedScopes: readonly string[],
): Promise<CheckResult[]> {
  const access = await context.platform
    .inspectAccess()
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  return runAll(STORE_CHECKS, { context, access, wantedScopes });
}

function runAll<Facts>(checks: readonly Check<Facts>[], facts: Facts): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, run }): Promise<CheckResult> => {
      try {
        return { name, ...(await run(facts)) };
      } catch (error) {
        const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
        return {
          name,
          status: "failing",
          found: `The check itself failed: ${reason}`,
          advice: "Run the checks again; if it stays, report it with this line.",
        };
      }
    }),
  );
}
