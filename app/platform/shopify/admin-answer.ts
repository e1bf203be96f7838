import { z } from "zod";
import { describeMissingAccess, hiddenFields } from "./access-errors.ts";
import { readPlatformJson } from "./platform-json.ts";

/** What an answer says of the store's points, which fill a bucket. */
export interface PointsTold {
  /** What the request was reckoned to cost before it was run. */
  requested: number;
  available: number;
  /** In a full bucket. */
  most: number;
  /** That come back in a second. */
  restoreRate: number;
}

/** What came back for one request to the Admin API, reduced to what the client must tell apart. */
export type AdminAnswer =
  /** `hidden`: fields that the platform left out, because the app is not approved for them. */
  | {
      kind: "data";
      data: unknown;
      hidden: readonly string[];
      date: Date | null;
      points: PointsTold | null;
    }
  /** Known not to be done, so any request may be repeated: as soon as the points are there, or after `afterMs`. */
  | { kind: "throttled"; points: PointsTold | null; afterMs: number | null }
  | { kind: "unauthorized" }
  /** No answer, or none that says what happened. `untouched` when the request never got there. */
  | { kind: "broken"; reason: string; untouched: boolean }
  | { kind: "gone"; reason: string }
  | { kind: "refused"; message: string; code: string | null };

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});

const costSchema = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({
    currentlyAvailable: z.number(),
    maximumAvailable: z.number(),
    restoreRate: z.number().positive(),
  }),
});

const bodySchema = z.object({
  data: z.unknown().optional(),
  errors: z.union([z.array(errorSchema), z.string()]).optional(),
  extensions: z.object({ cost: costSchema.optional().catch(undefined) }).optional(),
});

/** Reads an answer of `graphql.json`: its status first, then its errors, and its data only without any. */
export async function readAdminAnswer(response: Response): Promise<AdminAnswer> {
  const early = readStatus(response);
  if (early !== null) {
    await response.body?.cancel();
    return early;
  }
  const body = bodySchema.safeParse(await readBody(response));
  if (!body.success) return { kind: "broken", reason: "unreadable answer", untouched: false };
  const { data, errors, extensions } = body.data;
  const date = readDate(response);
  const points = pointsTold(extensions?.cost);
  if (typeof errors === "string") return { kind: "refused", message: errors, code: null };
  const [first] = errors ?? [];
  if (first === undefined) return { kind: "data", data, hidden: [], date, points };

  const codes = (errors ?? []).map((error) => error.extensions?.code ?? null);
  if (codes.includes("THROTTLED")) {
    return { kind: "throttled", points, afterMs: null };
  }
  if (codes.includes("INTERNAL_SERVER_ERROR")) {
    return { kind: "broken", reason: "internal error of the platform", untouched: false };
  }
  if (codes.includes("SHOP_INACTIVE")) return { kind: "gone", reason: "The store is not active" };
  const said = (errors ?? []).map(({ message }, index) => ({
    message,
    code: codes[index] ?? null,
  }));
  const hidden = data == null ? null : hiddenFields(said);
  if (hidden !== null) return { kind: "data", data, hidden, date, points };
  const missing = describeMissingAccess(said);
  if (missing !== null) return { kind: "refused", message: missing, code: "ACCESS_DENIED" };
  const place = first.path === undefined ? "" : ` (${first.path.join(".")})`;
  return { kind: "refused", message: `${first.message}${place}`, code: codes[0] ?? null };
}

/** Null for a body that broke off or is no JSON. */
async function readBody(response: Response): Promise<unknown> {
  try {
    return readPlatformJson(await response.text());
  } catch {
    return null;
  }
}

/** The platform's own clock; null when it did not say. */
function readDate(response: Response): Date | null {
  const date = new Date(response.headers.get("date") ?? "");
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Reads why a request got no answer at all. */
export function readBrokenRequest(error: unknown): AdminAnswer {
  if (!(error instanceof Error)) return { kind: "broken", reason: "unknown", untouched: false };
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : null;
  const untouched = code !== null && ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"].includes(code);
  return { kind: "broken", reason: code ?? error.name, untouched };
}

function readStatus(response: Response): AdminAnswer | null {
  const { status } = response;
  if (response.ok) return null;
  if (status === 401) return { kind: "unauthorized" };
  if (status === 429 || status === 430) {
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    return { kind: "throttled", points: null, afterMs: seconds >= 0 ? seconds * 1000 : null };
  }
  if (status === 402 || status === 423) {
    return { kind: "broken", reason: "the store is frozen or locked", untouched: false };
  }
  if (status === 403 || status === 404) return { kind: "gone", reason: "The store is not there" };
  if (status >= 500) return { kind: "broken", reason: `HTTP ${status}`, untouched: false };
  return { kind: "refused", message: `The platform answered HTTP ${status}`, code: null };
}

function pointsTold(cost: z.infer<typeof costSchema> | undefined): PointsTold | null {
  if (cost === undefined) return null;
  const { currentlyAvailable, maximumAvailable, restoreRate } = cost.throttleStatus;
  return {
    ...{ requested: cost.requestedQueryCost, available: currentlyAvailable },
    ...{ most: maximumAvailable, restoreRate },
  };
}
