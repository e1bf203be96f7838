import type {
  BulkActionOutcome,
  BulkActionSummary,
} from "#app/domain/bulk-actions/read-bulk-action.ts";
import type { ShopContext } from "#app/domain/context.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";
import { customerTitle } from "../customer-title.ts";
import { BULK_WORDS } from "./bulk-words.ts";

/** A bulk action in the words of its screens. */
export function showBulkAction(
  action: BulkActionSummary,
  { shop }: Pick<ShopContext, "shop">,
  formats: Formats,
) {
  const { id, kind, days, rowCount, done, refused, finishedAt } = action;
  const words = BULK_WORDS[kind];
  const number = (count: number) => formats.count(count, "", "").trim();
  const subscriptions = formats.count(rowCount, "subscription");
  const pause = days === null ? "" : ` for ${formats.count(days, "day")}`;
  const verb = finishedAt ? words.done : words.running;
  return {
    id: String(id),
    title: `${verb} ${subscriptions}${pause}`,
    rows: rowCount,
    ended: done + refused,
    isAtWork: finishedAt === null,
    result: `${number(done)} done, ${number(refused)} not`,
    by: describeActor(action.actor),
    at: formats.instant(action.createdAt, shop.ianaTimezone),
  };
}

const STATES: Readonly<Record<BulkActionOutcome["state"], string>> = {
  waiting: "Waiting",
  running: "Under way",
  done: "Done",
  refused: "Not done",
};

/** How one of its subscriptions ended. */
export function showOutcome(one: BulkActionOutcome) {
  return {
    id: String(one.subscriptionId),
    customerId: one.customerId === null ? null : String(one.customerId),
    customer: customerTitle(one.customer),
    contract: String(one.platformContractId),
    plan: one.planName,
    state: one.state,
    result: one.note ?? STATES[one.state],
  };
}
