import type { EventKind } from "../events/catalogue.ts";
import { KEY_PURPOSE } from "../idempotency/key-purpose.ts";
import { expireCreditTask, forfeitCreditTask } from "./ledger-tasks.ts";
import { CREDIT_TYPES, type CreditUnit } from "./movement.ts";

type Direction = "added" | "deducted" | "held";

/** The kind of a movement's activity line. */
export function activityKind(unit: CreditUnit, direction: Direction): string {
  return unit === "money" ? `store_credit.${direction}` : `points.${direction}`;
}

/** The kind of event that a movement records. Points are never held. */
export function eventKind(unit: CreditUnit, direction: Direction): EventKind {
  return unit === "money" ? `store_credit.${direction}` : "member.points_changed";
}

const expired = (unit: CreditUnit, message: string) => ({
  type_code: CREDIT_TYPES.expired,
  message,
  activity_kind: activityKind(unit, "deducted"),
  event_kind: eventKind(unit, "deducted"),
  actor_kind: "system",
});

const granted = (unit: CreditUnit) => ({
  activity_kind: "store_credit.granted_to_plan",
  event_kind: eventKind(unit, "added"),
});

/** What the ledger's SQL functions write by themselves: kinds, type codes and texts, as JSON. */
export const LEDGER_CODES = JSON.stringify({
  idempotency_purpose: KEY_PURPOSE,
  expiry_task: expireCreditTask.kind,
  forfeit_task: forfeitCreditTask.kind,
  expired: {
    money: expired("money", "Credit expired unused"),
    points: expired("points", "Points expired unused"),
  },
  granted: { money: granted("money"), points: granted("points") },
});
