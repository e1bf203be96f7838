import { parseArgs } from "node:util";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

export const DOCTOR_USAGE = `Usage: npm run doctor [-- --shop DOMAIN]

Checks the installation and its stores, changes nothing, and ends with code 1 when something fails.
It needs the environment of npm run serve.

  --shop DOMAIN    this store only`;

/** @returns null when help was asked for; `shop` null for all stores. */
export function parseDoctorCommand(words: readonly string[]): { shop: string | null } | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { shop: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    return values.help ? null : { shop: values.shop ?? null };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw new UserFacingError(`${reason}. Ask npm run doctor -- --help.`);
  }
}
