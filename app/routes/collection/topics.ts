/** Topics of the Collection API, and the export of the Data API that takes the place of each. */
export const SUCCESSORS = {
  member: "members",
  store_credit_history: "credits-history",
  // No export has the timeline. This one has what most read it for: who cancelled, when and why.
  activity_log_m: "cancellation-reasons",
  subscription_contract: "subscriptions",
} as const;

export type Topic = keyof typeof SUCCESSORS;

export const TOPICS = Object.keys(SUCCESSORS) as [Topic, ...Topic[]];

/** @param topic as it was sent. */
export function isTopic(topic: unknown): topic is Topic {
  return typeof topic === "string" && Object.hasOwn(SUCCESSORS, topic);
}

/**
 * Where a topic is found from now on, as a path on the store.
 *
 * @param topic as it was sent; without one that is known it is the first export of the Data API.
 * @param proxyPath where the platform's app proxy serves the app on the store.
 */
export function successorOf(topic: unknown, proxyPath: string): string {
  return `${proxyPath}/v1/data/${SUCCESSORS[isTopic(topic) ? topic : "member"]}`;
}
