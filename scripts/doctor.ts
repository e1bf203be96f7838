import { systemActor } from "#app/domain/context.ts";
import type { CheckResult } from "#app/domain/diagnosis/check.ts";
import { checkEnvironment } from "#app/domain/diagnosis/checks/environment.ts";
import { listMigrations } from "#app/domain/diagnosis/list-migrations.ts";
import { checkInstallation, checkStore } from "#app/domain/diagnosis/run-checks.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import { toShop } from "#app/domain/shops/shop.ts";
import type { Environment } from "#app/lib/env.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { readAppScopes } from "#app/server/read-app-scopes.ts";
import { connectDatabase } from "./database/connect-database.ts";
import { DOCTOR_USAGE, parseDoctorCommand } from "./doctor/doctor-command.ts";
import { describeResults, describeTotal } from "./doctor/print-results.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError, userFacingLine } from "./process/user-facing-error.ts";

await runCommand(async () => {
  const command = parseDoctorCommand(process.argv.slice(2));
  if (!command) {
    console.log(DOCTOR_USAGE);
    return;
  }
  const { result, environment } = checkEnvironment(process.env);
  const results: CheckResult[] = [result];
  const unreachable = environment && (await findUnreachable(environment.DATABASE_URL));
  if (unreachable) results.push(unreachable);
  if (environment === null || unreachable) console.log(describeResults("Installation", results));
  else results.push(...(await checkAll(environment, result, command.shop)));
  console.log(describeTotal(results));
  process.exit(results.some(({ status }) => status === "failing") ? 1 : 0);
});

/** Says what is wrong with the database's address, password or server. */
async function findUnreachable(databaseUrl: string): Promise<CheckResult | null> {
  try {
    await (await connectDatabase(databaseUrl)).end();
    return null;
  } catch (error) {
    const found = userFacingLine(error);
    if (found === null) throw error;
    const advice = "Compare DATABASE_URL with the database server, and see that it runs.";
    return { name: "Database", status: "failing", found, advice };
  }
}

async function checkAll(
  environment: Environment,
  first: CheckResult,
  domain: string | null,
): Promise<CheckResult[]> {
  const app = createAppContext({ ...environment, LOG_LEVEL: "silent" }, "doctor");
  try {
    const installation = await checkInstallation({
      pool: app.db.pool,
      webProcesses: environment.WEB_CONCURRENCY,
      poolSize: environment.DATABASE_POOL_SIZE,
      migrations: await listMigrations(),
      mail: app.mail.transport,
    });
    console.log(describeResults("Installation", [first, ...installation]));
    const results = [...installation];
    // Without its tables there are no stores to look at.
    if (installation.some(({ name, status }) => name === "Database" && status === "failing")) {
      return results;
    }
    const wantedScopes = await readAppScopes();
    const where = domain === null ? { status: "active" } : { domain };
    const rows = await app.db.prisma.shop.findMany({ where, orderBy: { id: "asc" } });
    if (domain !== null && rows.length === 0) {
      throw new UserFacingError(`There is no store ${domain}.`);
    }
    if (rows.length === 0) console.log("No store has installed the app yet.");
    for (const row of rows) {
      const store = await checkStore(openShop(app, toShop(row), systemActor), wantedScopes);
      console.log(describeResults(row.domain, store));
      results.push(...store);
    }
    return results;
  } finally {
    await app.close();
  }
}
