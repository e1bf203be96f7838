import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Devstore } from "../devstore.ts";
import { shopDomainOf } from "../find-shop.ts";
import { AppTrouble, InputError, MissingError } from "../input-error.ts";
import type { DevShop } from "../state/shop.ts";

export interface ControlCall<Body> {
  shop: DevShop;
  body: Body;
  c: Context;
}

/** The number in the path of a control on one thing, for example `/orders/:id/refund`. */
export function pathId(c: Context, name = "id"): number {
  const text = c.req.param(name) ?? "";
  if (!/^\d+$/.test(text)) throw new MissingError(`${text} is no id`);
  return Number(text);
}

/**
 * Serves `POST /__dev/<path>`: reads the body as JSON regardless of its content type, checks it, finds the
 * shop (a `shop` in the body or the query, else as for any request) and answers JSON. Bad input is
 * 422 and names each field, what does not exist is 404, an app that does not do its part 502.
 */
export function declareControl<Schema extends z.ZodType>(
  app: Hono,
  devstore: Devstore,
  path: string,
  schema: Schema,
  run: (call: ControlCall<z.infer<Schema>>) => unknown,
): void {
  app.post(`/__dev/${path}`, async (c) => {
    try {
      const given = readJson(await c.req.text());
      const shop = controlShop(devstore, c, given.shop);
      const { shop: _shop, ...rest } = given;
      const body = schema.parse(rest);
      const result = await run({ shop, body, c });
      return result instanceof Response ? result : c.json(result as object);
    } catch (error) {
      return errorResponse(c, error);
    }
  });
}

/** The shop of a control, or an error that names the domain. */
export function controlShop(devstore: Devstore, c: Context, named?: unknown): DevShop {
  const asked = named ?? c.req.query("shop");
  const domain = typeof asked === "string" ? fullDomain(asked) : shopDomainOf(c.req.raw);
  const shop = devstore.state.shop(domain);
  if (shop === undefined) throw new MissingError(`no shop ${domain}`);
  return shop;
}

/** "second-store" and "second-store.myshopify.com" name the same shop. */
export function fullDomain(text: string): string {
  return text.includes(".") ? text.toLowerCase() : `${text.toLowerCase()}.myshopify.com`;
}

function readJson(text: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InputError("body", "the body is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new InputError("body", "the body is not a JSON object");
  }
  return value as Record<string, unknown>;
}

export function errorResponse(c: Context, error: unknown): Response {
  if (error instanceof z.ZodError) {
    const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
    return c.json({ errors }, 422);
  }
  if (error instanceof InputError) {
    return c.json({ errors: [{ field: error.field, message: error.message }] }, 422);
  }
  if (error instanceof MissingError) {
    return c.json({ errors: [{ field: null, message: error.message }] }, 404);
  }
  if (error instanceof AppTrouble) {
    return c.json({ errors: [{ field: null, message: error.message }] }, 502);
  }
  console.error("devstore: a control broke:", error);
  return c.json({ errors: [{ field: null, message: String(error) }] }, 500);
}
