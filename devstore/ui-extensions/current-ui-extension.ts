import { fingerprintFolder } from "../assets/fingerprint-folder.ts";
import { readUiExtension, type UiExtension } from "./read-ui-extension.ts";

export type FoundUiExtension = { extension: UiExtension } | { problem: string } | null;

/**
 * The admin extension as it lies on disk now, read again when a file of it changed; why the platform would not take it;
 * or null while the folder is not there.
 */
export function watchUiExtension(folder: string, apiVersion: string): () => FoundUiExtension {
  let found: FoundUiExtension = null;
  let fingerprint = "";
  return () => {
    const now = fingerprintFolder(folder);
    if (now === fingerprint) return found;
    fingerprint = now;
    try {
      found = now === "" ? null : { extension: readUiExtension(folder, apiVersion) };
    } catch (error) {
      found = { problem: (error as Error).message };
      console.error(`devstore: the admin extension cannot be read: ${found.problem}`);
    }
    return found;
  };
}
