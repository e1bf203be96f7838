/** An answer that takes longer is one that does not come. */
const PATIENCE_MS = 15_000;

/** What the Loyalty API said: data, or why there are none. Null: it does not know this customer yet, who has nothing then. */
type LoyaltyAnswer<T> = { data: T | null } | { trouble: "signed_out" | "stale" };

export async function askLoyalty<T>(url: string): Promise<LoyaltyAnswer<T>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status === 403 || response.status === 401) return { trouble: "signed_out" };
    if (response.status === 404) return { data: null };
    if (!response.ok) throw response;
    return await response.json();
  } catch {
    return { trouble: "stale" };
  }
}
