import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { type BulkActionKind, MAX_ROWS } from "./bulk-action-kinds.ts";
import { type BulkSelection, findSelected } from "./bulk-selection.ts";

/** What a bulk action will do, as things stand. */
export interface BulkPreview {
  /** Subscriptions that are meant. */
  count: number;
  /** Of these, those in a state that the action is for. The others stay as they are. */
  fitting: number;
  /** What their charges come to: those that are retried, skipped or not made any more. In minor units. */
  amounts: { currency: string; minor: bigint }[];
}

interface Group {
  status: string;
  /** Of the cycle that fell due and is neither paid nor given up; null without one. */
  cycle_state: string | null;
  currency: string;
  count: number;
  amount_minor: string;
}

const FITS: Readonly<Record<BulkActionKind, (group: Group) => boolean>> = {
  pause: ({ status }) => status === "active",
  resume: ({ status }) => status === "paused",
  skip: ({ status, cycle_state }) => status === "active" && cycle_state === null,
  retry: ({ status, cycle_state }) => status === "active" && cycle_state === "past_due",
  cancel: ({ status }) => status !== "cancelled",
};

/**
 * Says what a bulk action will do, before it is started.
 *
 * @throws AppError not_found: nothing is meant; invalid_input: more is meant than one action may have.
 */
export async function previewBulkAction(
  context: Pick<ShopContext, "db" | "shop">,
  kind: BulkActionKind,
  selection: BulkSelection,
): Promise<BulkPreview> {
  const ids = await readSelected(context, selection);
  const { rows } = await context.db.pool.query<Group>(
    `SELECT s.status, b.state AS cycle_state, s.currency, count(*)::int AS count,
            sum(coalesce(s.next_charge_minor, s.price_minor))::bigint AS amount_minor
     FROM subscriptions s
     LEFT JOIN billing_cycles b ON b.shop_id = $1 AND b.subscription_id = s.id AND b.state IN ('open', 'past_due')
     WHERE s.shop_id = $1 AND s.id = ANY ($2::bigint[])
     GROUP BY s.status, b.state, s.currency ORDER BY s.currency`,
    [String(context.shop.id), ids.map(String)],
  );
  const fitting = rows.filter(FITS[kind]);
  const amounts = new Map<string, bigint>();
  for (const { currency, amount_minor } of fitting) {
    amounts.set(currency, (amounts.get(currency) ?? 0n) + BigInt(amount_minor));
  }
  return {
    count: ids.length,
    fitting: fitting.reduce((sum, { count }) => sum + count, 0),
    amounts: [...amounts].map(([currency, minor]) => ({ currency, minor })),
  };
}

/**
 * The subscriptions that are meant.
 *
 * @throws AppError not_found: none; invalid_input: more than one action may have.
 */
export async function readSelected(
  context: Pick<ShopContext, "db" | "shop">,
  selection: BulkSelection,
): Promise<bigint[]> {
  const ids = await findSelected(context, selection, MAX_ROWS + 1);
  if (ids.length === 0) {
    throw new AppError(
      "not_found",
      "None of these subscriptions is there any more. Reload the list.",
    );
  }
  if (ids.length > MAX_ROWS) {
    const message = `One action changes at most ${MAX_ROWS} subscriptions. Narrow the list, and act on each part.`;
    throw new AppError("invalid_input", message);
  }
  return ids;
}
