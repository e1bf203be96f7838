import type { RouteArguments } from "#app/http/load-context.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { isWorkerPresent } from "#app/lib/worker-presence.ts";

/** The database answers, and a worker is there: 200, else 503 with what is missing. */
export const loader = async ({ context }: RouteArguments): Promise<Response> => {
  try {
    const worker = await isWorkerPresent(context.app.db.pool);
    return jsonResponse(worker ? 200 : 503, { database: true, worker });
  } catch {
    return jsonResponse(503, { database: false, worker: false });
  }
};
