import { chmodSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { canReach, type ServerAccount } from "./server-account.ts";

// A folder for lasting data comes first: temporary folders are emptied now and then on many systems.
const candidates = ["/var/lib/perennial", "/var/tmp/perennial", join(tmpdir(), "perennial")];

/**
 * The folder outside the project that holds what the server's account must reach when we are root
 * and the project lies below a closed home. Only root may write in it: what is run from here must
 * not be somebody else's.
 */
export function openOutsideFolder(account: ServerAccount): string {
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true });
      if (statSync(folder).uid !== 0) continue;
      chmodSync(folder, 0o755);
      if (canReach(folder, account)) return folder;
    } catch {
      // Not writable here; the next candidate may be.
    }
  }
  throw new UserFacingError(
    `PostgreSQL does not run as root, and none of ${candidates.join(", ")} can hold its files for another account: start as an ordinary user, or set DATABASE_URL.`,
  );
}
