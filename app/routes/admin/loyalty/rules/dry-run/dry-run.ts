import type { LoaderFunctionArgs } from "@remix-run/node";
import { readDryRun } from "#app/domain/loyalty/dry-run/read-dry-run.ts";
import { addressId } from "../../../input/read-id.ts";
import { openAdmin } from "../../../open-admin.ts";
import { orNotFound } from "../../../or-not-found.ts";
import { showDryRun } from "./dry-run-view.ts";

/** How far a dry run is, for the editor that started it. */
export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const run = await orNotFound(() => readDryRun(context, addressId(params.runId)));
  return Response.json(showDryRun(run, context.shop, formats), {
    headers: { "cache-control": "no-store" },
  });
}
