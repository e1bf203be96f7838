import { readFileSync } from "node:fs";
import { z } from "zod";

/** The keys with which a tour calls the API. */
export interface DemoKeys {
  /** Of the store that is shown, with all scopes. */
  full: string;
  /** Of another store on the smallest plan, whose limit is soon reached. */
  limited: string;
}

const fileSchema = z.object({
  shop: z.object({ domain: z.string() }),
  api_keys: z.object({ full: z.string(), other_shop: z.string() }),
});

/**
 * The demo's keys, which exist in clear in `demo.json` alone; null for another store, and where no such file is written.
 * Read each time: it is written once the demo is ready, after this process has started.
 */
export function demoKeys(file: string | undefined, domain: string): DemoKeys | null {
  if (file === undefined) return null;
  try {
    const { shop, api_keys } = fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    return shop.domain === domain ? { full: api_keys.full, limited: api_keys.other_shop } : null;
  } catch {
    return null;
  }
}
