/** The page's filters as in its URL and its fields; blank for none. */
export interface AppliedOfferQuery {
  state: string;
  offer: string;
  reason: string;
  customer: string;
  from: string;
  to: string;
}

export const FILTER_NAMES = ["state", "offer", "reason", "customer", "from", "to"] as const;
