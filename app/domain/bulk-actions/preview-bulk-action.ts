import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { type BulkActionKind, MAX_ROWS } from "./bulk-action-kinds.ts";
import { type BulkSelection, findSelected } from "./bulk-selection.ts";
import { readStates, type SubscriptionState } from "./read-states.ts";
import { markOf, writeSeen } from "./seen-subscriptions.ts";

/** What a bulk action will do, as things stand. */
export interface BulkPreview {
  /** Subscriptions that are meant. */
  count: number;
  /** Of these, those in a state that the action is for. The others stay as they are. */
  fitting: number;
  /** What their charges come to: those that are retried, skipped or not made any more. In minor units. */
  amounts: { currency: string; minor: bigint }[];
  /** Names the subscriptions and what is shown of each, for whoever starts the action. */
  seen: string;
}

/** The state of a cycle that fell due and is neither paid nor given up; null without one. */
const openCycleOf = ({ cycle }: SubscriptionState) =>
  cycle !== null && ["open", "past_due"].includes(cycle[1]) ? cycle[1] : null;

const FITS: Readonly<Record<BulkActionKind, (state: SubscriptionState) => boolean>> = {
  pause: ({ status }) => status === "active",
  resume: ({ status }) => status === "paused",
  skip: (state) => state.status === "active" && openCycleOf(state) === null,
  retry: (state) => state.status === "active" && openCycleOf(state) === "past_due",
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
  const states = await readStates(context.db.prisma, context.shop.id, ids);
  const fitting = states.filter(FITS[kind]);
  const amounts = new Map<string, bigint>();
  for (const { currency, amountMinor } of fitting) {
    amounts.set(currency, (amounts.get(currency) ?? 0n) + amountMinor);
  }
  return {
    count: states.length,
    fitting: fitting.length,
    amounts: [...amounts]
      .map(([currency, minor]) => ({ currency, minor }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    seen: writeSeen(states.map((state) => ({ id: state.id, mark: markOf(state) }))),
  };
}

/**
 * The subscriptions that are meant.
 *
 * @throws AppError not_found: none; invalid_input: more than one action may have.
 */
async function readSelected(
  context: Pick<ShopContext, "db" | "shop">,
  selection: BulkSelection,
): Promise<bigint[]> {
  const ids = await findSelected(context, selection, MAX_ROWS + 1);
  if (ids.length === 0) {
    throw new AppError(
      "not_found",
      selection.list === "customers"
        ? "None of these customers has a subscription that is active or paused."
        : "None of these subscriptions is there any more. Reload the list.",
    );
  }
  if (ids.length > MAX_ROWS) {
    const message = `One action changes at most ${MAX_ROWS} subscriptions. Narrow the list, and act on each part.`;
    throw new AppError("invalid_input", message);
  }
  return ids;
}
