/** An answer that takes longer is one that does not come. */
const PATIENCE_MS = 20_000;

type Refusal =
  /** Nothing was sent. */
  | "offline"
  | "signed_out"
  | "gone"
  /** Done before, or differently. */
  | "conflict"
  | "refused"
  /** Too many requests: nothing has changed. */
  | "failed"
  /** No answer that says so: it may have been done. */
  | "unknown";

const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: "refused",
  401: "signed_out",
  403: "signed_out",
  404: "gone",
  409: "conflict",
  413: "refused",
  422: "refused",
  429: "failed",
};

/** What a status says that is no success. */
export function outcomeOf(status: number): Refusal {
  return REFUSALS[status] ?? "unknown";
}

/** How a request ended that changes something. */
export type Sent<T> = { outcome: "done"; data: T } | { outcome: Refusal };

export async function sendLoyalty<T>(url: string, body: object): Promise<Sent<T>> {
  if (!navigator.onLine) return { outcome: "offline" };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return { outcome: "done", data: (await response.json()).data };
    return { outcome: outcomeOf(response.status) };
  } catch {
    return { outcome: "unknown" };
  }
}
