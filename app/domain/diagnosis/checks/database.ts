import { type Check, failing, type InstallationFacts, ok } from "../check.ts";

/** The database answers, and has every migration of this version. */
export const databaseCheck: Check<InstallationFacts> = {
  name: "Database",
  async run({ pool, migrations }) {
    const { rows } = await pool.query<{ version: string; applied: string[] }>(
      `SELECT current_setting('server_version') AS version,
         coalesce(array_agg(migration_name), '{}') AS applied
       FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    const applied = new Set(rows[0]?.applied);
    const pending = migrations.filter((name) => !applied.has(name));
    if (pending.length > 0) {
      return failing(
        `${pending.length} of ${migrations.length} migrations are not applied, beginning with ${pending[0]}.`,
        "Run npm run migrate.",
      );
    }
    const unknown = [...applied].filter((name) => !migrations.includes(name));
    if (unknown.length > 0) {
      return failing(
        `The database is of a newer version: it has ${unknown[0]}, which this version does not know.`,
        "Run the newer version, or restore the backup from before it.",
      );
    }
    return ok(`PostgreSQL ${rows[0]?.version}, all ${migrations.length} migrations applied.`);
  },
};
