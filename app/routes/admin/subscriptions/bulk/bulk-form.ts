import { z } from "zod";
import { BULK_ACTION_KINDS } from "#app/domain/bulk-actions/bulk-action-kinds.ts";
import type { BulkSelection } from "#app/domain/bulk-actions/bulk-selection.ts";
import { previewBulkAction } from "#app/domain/bulk-actions/preview-bulk-action.ts";
import { startBulkAction } from "#app/domain/bulk-actions/start-bulk-action.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { wrongField } from "#app/lib/app-error.ts";
import type { Formats } from "#app/ui/format.ts";
import { readId } from "../../input/read-id.ts";
import { readFailedQuery, toPastDueFilters } from "../failed/failed-query.ts";
import { readSubscriptionQuery, toMerchantFilters } from "../list/subscription-query.ts";

/** The ticked rows, or the address of the list whose rows are all meant. */
const selectionSchema = z.discriminatedUnion("list", [
  z.object({ list: z.enum(["ticked", "customers"]), ids: z.array(z.string()).min(1).max(100) }),
  z.object({ list: z.enum(["subscriptions", "failed_payments"]), query: z.string().max(2000) }),
]);

const kind = z.enum(BULK_ACTION_KINDS);

export const bulkSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("preview"), kind, selection: selectionSchema }),
  z.object({
    intent: z.literal("start"),
    kind,
    days: z.string(),
    seen: z.string(),
    key: z.uuid(),
  }),
]);

/** What a bulk action will do, in words for its question. */
export interface BulkQuestion {
  count: number;
  fitting: number;
  /** "€570.00", for each currency. */
  amounts: string;
  /** What is shown here, for the action that is started by it. */
  seen: string;
}

export type BulkAnswer =
  | { outcome: "previewed"; question: BulkQuestion }
  | { outcome: "started"; id: string };

/** Says what a bulk action will do, or starts it. */
export async function answerBulk(
  context: ShopContext,
  formats: Formats,
  input: z.output<typeof bulkSchema>,
): Promise<BulkAnswer> {
  if (input.intent === "preview") {
    const selection = readSelection(context, input.selection);
    const { amounts, ...preview } = await previewBulkAction(context, input.kind, selection);
    const money = amounts.map(({ currency, minor }) => formats.money(Number(minor), currency));
    return { outcome: "previewed", question: { ...preview, amounts: money.join(" + ") } };
  }
  const days = input.kind === "pause" ? readDays(input.days) : null;
  const start = await startBulkAction(context, { ...input, days });
  return { outcome: "started", id: String(start.id) };
}

function readSelection(
  { shop }: ShopContext,
  selection: z.output<typeof selectionSchema>,
): BulkSelection {
  if ("ids" in selection) return { list: selection.list, ids: selection.ids.map(readId) };
  const params = new URLSearchParams(selection.query);
  const zone = shop.ianaTimezone;
  return selection.list === "subscriptions"
    ? { list: "subscriptions", filters: toMerchantFilters(readSubscriptionQuery(params), zone) }
    : { list: "failed_payments", filters: toPastDueFilters(readFailedQuery(params), zone) };
}

function readDays(text: string): number {
  if (!/^\d{1,3}$/.test(text.trim())) throw wrongField("days", "Write whole days, from 1 to 365.");
  return Number(text);
}
