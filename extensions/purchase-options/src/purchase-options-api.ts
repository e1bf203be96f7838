import type {
  OfferedGroup,
  OfferedPlan,
  PurchaseOptions,
} from "#app/routes/extensions/purchase-options-answer.ts";

export type { OfferedGroup, OfferedPlan, PurchaseOptions };

/** The words `errors.<code>` of the locale files. */
const ERROR_CODES = [
  "access_lost",
  "failed",
  "group_gone",
  "no_connection",
  "not_answered",
  "product_gone",
  "refused",
  "signed_out",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** What went wrong, by its code; any code that is not known yet is `failed`. */
export class OptionsError extends Error {
  readonly code: ErrorCode;

  constructor(code: unknown) {
    super(String(code));
    this.code = ERROR_CODES.find((known) => known === code) ?? "failed";
  }
}

/** Below the app's own address; the platform adds the session token. */
const PATH = "/extensions/purchase-options";

/** What may be attached to a product or variant, and what is. @throws OptionsError. */
export function readOptions(id: string): Promise<PurchaseOptions> {
  return call(`${PATH}?${new URLSearchParams({ id })}`);
}

/** Attaches or removes one group, and answers what is so then. @throws OptionsError. */
export function changeOption(change: {
  id: string;
  groupId: string;
  offered: boolean;
}): Promise<PurchaseOptions> {
  return call(PATH, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(change),
  });
}

async function call(path: string, init?: RequestInit): Promise<PurchaseOptions> {
  let answer = await send(path, init);
  // A token lives for a minute. Each attempt is sent with a new one.
  if (answer.status === 401) answer = await send(path, init);
  const body = await answer.json().catch(() => null);
  if (!answer.ok || body === null) throw new OptionsError(body?.error?.code);
  return body;
}

async function send(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new OptionsError("no_connection");
  }
}
