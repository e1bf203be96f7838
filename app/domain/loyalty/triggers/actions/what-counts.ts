import type { NewFact } from "../note-facts.ts";

/** Rule types that an action of another system may count for. */
export const ACTION_RULE_TYPES = ["custom_action", "reviews", "social", "referral"] as const;

/** The most that a network's name has, as the rule's settings allow it. */
const MOST_OF_NETWORK = 50;

/**
 * What an action's key means: `review` is a review, `referral` a friend who was won, `social:<network>` a deed on a network,
 * and any other key the custom action of that name. The same event is one fact; on one network all events are.
 *
 * @param orderMinor what a friend's order came to, in minor units, for rules that ask for a least one.
 * @returns null for a network without a name, or with one that no rule can have.
 */
export function whatCounts(
  actionKey: string,
  eventId: string,
  orderMinor: number | null = null,
): { countsAs: (typeof ACTION_RULE_TYPES)[number]; fact: Omit<NewFact, "at"> } | null {
  if (actionKey === "review") {
    return { countsAs: "reviews", fact: { kind: "review", key: eventId } };
  }
  if (actionKey === "referral") {
    const data = orderMinor === null ? {} : { order_minor: orderMinor };
    return { countsAs: "referral", fact: { kind: "referral", key: `event:${eventId}`, data } };
  }
  if (actionKey.startsWith("social:")) {
    const network = actionKey.slice("social:".length).trim().toLowerCase();
    if (network === "" || network.length > MOST_OF_NETWORK) return null;
    return { countsAs: "social", fact: { kind: "social", key: network } };
  }
  const data = { action_key: actionKey };
  return { countsAs: "custom_action", fact: { kind: "action", key: eventId, data } };
}
