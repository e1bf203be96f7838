import { relative } from "node:path";
import { z } from "zod";
import { declareControl } from "../controls/declare-control.ts";
import type { MountPages } from "../devstore.ts";
import { findShop } from "../find-shop.ts";
import { AppTrouble, InputError, MissingError } from "../input-error.ts";
import { castSchema } from "./cast.ts";
import { demoKeys } from "./demo-keys.ts";
import { runStep } from "./run-step.ts";
import { Stage } from "./stage.ts";
import { tourPage } from "./tour-page.ts";
import { tours } from "./tours.ts";

const keyField = z
  .string()
  .regex(/^pk_live_\w+$/, "an API key of this store, as the admin shows it once");
const runSchema = z.strictObject({
  cast: castSchema.default({}),
  /** Needed where the store is not the demo's: nobody else knows a key of it. */
  key: keyField.optional(),
  /** Of a store on a small plan; the same key when there is none. */
  limited_key: keyField.optional(),
});

/**
 * `/__dev/tour/<tour>`: the guided tours, and what their buttons send.
 * @param demoFile where the demo's keys are written once it is ready.
 */
export function tourPages(demoFile?: string): MountPages {
  return (app, devstore) => {
    app.get("/__dev/tour/:tour", async (c) => {
      const shop = findShop(devstore, c.req.raw);
      const tour = tours.find(({ id }) => id === c.req.param("tour"));
      if (shop === undefined || tour === undefined) return c.notFound();
      const hasKeys = demoKeys(demoFile, shop.domain) !== null;
      const keyFile = hasKeys && demoFile !== undefined ? nearby(demoFile) : null;
      return c.html(await tourPage(devstore, shop, tour, keyFile), 200, {
        "cache-control": "no-store",
        "content-security-policy": "frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
      });
    });
    declareControl(app, devstore, "tour/:tour/:step", runSchema, async ({ shop, body, c }) => {
      const tour = tours.find(({ id }) => id === c.req.param("tour"));
      const step = tour?.steps.find(({ id }) => id === c.req.param("step"));
      if (step === undefined) throw new MissingError("there is no such step");
      const keys =
        body.key === undefined
          ? demoKeys(demoFile, shop.domain)
          : { full: body.key, limited: body.limited_key ?? body.key };
      if (keys === null) throw new InputError("key", "paste an API key of this store first");
      const { origin } = new URL(c.req.url);
      const stage = new Stage(app, devstore, shop, {
        ...{ origin, keys, connection: c.env },
        cast: { ...body.cast },
      });
      const result = await runStep(stage, step).catch((error: unknown) => {
        if (error instanceof z.ZodError) {
          throw new AppTrouble(`an answer was not as expected: ${z.prettifyError(error)}`);
        }
        throw error;
      });
      if (stage.shopperCookie !== null) c.header("set-cookie", stage.shopperCookie);
      return { ...result, cast: stage.cast };
    });
  };
}

/** As somebody in the project's folder names it. */
function nearby(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}
