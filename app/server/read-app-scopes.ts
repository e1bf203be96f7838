import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import { z } from "zod";

const appFileSchema = z.object({ access_scopes: z.object({ scopes: z.string() }) });

/** The scopes that `shopify.app.toml` asks of the merchant: the one place that names them. */
export async function readAppScopes(): Promise<string[]> {
  const text = await readFile(new URL("../../shopify.app.toml", import.meta.url), "utf8");
  const { access_scopes } = appFileSchema.parse(parse(text));
  return access_scopes.scopes.split(",").map((scope) => scope.trim());
}
