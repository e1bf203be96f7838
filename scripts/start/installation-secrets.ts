import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "#scripts/database/connect-database.ts";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/** What this installation and its own development store sign and encrypt with. */
export interface InstallationSecrets {
  /** The app's client id on the development store. */
  apiKey: string;
  apiSecret: string;
  /** 32 bytes in base64. */
  tokenEncryptionKey: string;
}

/**
 * Reads the secrets of a data directory, made at random the first time: no two installations share
 * one. Only the owner may read the file. The caller holds the data directory's lock.
 */
export function openInstallationSecrets(dataDirectory: string): InstallationSecrets {
  const path = join(dataDirectory, "secrets.json");
  const stored = readSecrets(path);
  if (stored !== null) return stored;
  const made = {
    apiKey: randomBytes(16).toString("hex"),
    apiSecret: randomBytes(32).toString("hex"),
    tokenEncryptionKey: randomBytes(32).toString("base64"),
  };
  writeFileAtomically(path, `${JSON.stringify(made, null, 2)}\n`, 0o600);
  return made;
}

function readSecrets(path: string): InstallationSecrets | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  try {
    const { apiKey, apiSecret, tokenEncryptionKey } = JSON.parse(text) as InstallationSecrets;
    if (apiKey && apiSecret && tokenEncryptionKey) return { apiKey, apiSecret, tokenEncryptionKey };
  } catch {
    // Reported below, together with an incomplete file.
  }
  throw new UserFacingError(
    `${path} is damaged: restore it, or delete the whole data directory to start over.`,
  );
}
