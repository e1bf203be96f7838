import { readExtension } from "#storefront/liquid/read-extension.ts";
import type { ThemeExtension } from "#storefront/liquid/theme-extension.ts";
import { fingerprintFolder } from "../assets/fingerprint-folder.ts";

/**
 * The app's theme extension as it lies on disk now: a developer who saves a block and loads the page
 * again sees the change. A file which the platform would not take is reported, and what was there before
 * it stays. Null while the folder is not there.
 */
export function watchExtension(directory: string): () => ThemeExtension | null {
  let extension: ThemeExtension | null = null;
  let fingerprint = "";
  return () => {
    const now = fingerprintFolder(directory);
    if (now === fingerprint) return extension;
    fingerprint = now;
    try {
      extension = now === "" ? null : readExtension(directory);
    } catch (error) {
      console.error(`devstore: the theme extension cannot be read: ${(error as Error).message}`);
    }
    return extension;
  };
}
