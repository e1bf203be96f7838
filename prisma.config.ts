// `prisma generate` needs no schema engine, and its download is refused on closed networks: any
// executable that exists satisfies the check. Migrations are applied by scripts/migrate.ts.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

import { defineConfig } from "prisma/config";

export default defineConfig({ schema: "prisma/schema", migrations: { path: "prisma/migrations" } });
