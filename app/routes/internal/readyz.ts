import type { Pool } from "pg";
import { describeZoneTrouble, findZoneTrouble } from "#app/domain/diagnosis/zone-trouble.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { jsonResponse } from "#app/http/respond.ts";
import { isWorkerPresent } from "#app/lib/worker-presence.ts";

const ZONES_HOLD_MS = 5 * 60_000;

/**
 * The database answers, and a worker is there: 200, else 503 with what is missing. A time zone in which stores cannot be counted
 * right is told beside it: no process is taken out of service for what every other one would do as well.
 */
export const loader = async ({ context }: RouteArguments): Promise<Response> => {
  try {
    const { pool } = context.app.db;
    const worker = await isWorkerPresent(pool);
    const trouble = await readZoneTrouble(pool);
    const zones = { zones: trouble.length === 0, ...(trouble.length > 0 && { trouble }) };
    return jsonResponse(worker ? 200 : 503, { database: true, worker, ...zones });
  } catch {
    return jsonResponse(503, { database: false, worker: false });
  }
};

/** A balancer asks every few seconds, and zones change with an update. */
let remembered: { pool: Pool; at: number; trouble: Promise<string[]> } | null = null;

function readZoneTrouble(pool: Pool): Promise<string[]> {
  const now = performance.now();
  if (remembered?.pool !== pool || now - remembered.at > ZONES_HOLD_MS) {
    const trouble = findZoneTrouble(pool).then((found) => found.map(describeZoneTrouble));
    remembered = { pool, at: now, trouble };
    trouble.catch(() => {
      remembered = null;
    });
  }
  return remembered.trouble;
}
