import type { BulkAction } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ListPage } from "#app/lib/listing.ts";
import type { Actor, ShopContext } from "../context.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";

/** A bulk action, running or finished. */
export interface BulkActionSummary {
  id: bigint;
  kind: BulkActionKind;
  days: number | null;
  rowCount: number;
  done: number;
  refused: number;
  actor: Actor;
  createdAt: Date;
  finishedAt: Date | null;
}

/** How one of its rows ended. */
export interface BulkActionOutcome {
  subscriptionId: bigint;
  platformContractId: bigint;
  planName: string;
  /** The internal id of who has it; null where nobody is behind it. */
  customerId: bigint | null;
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null;
  state: "waiting" | "running" | "done" | "refused";
  /** A sentence for the merchant; null where there is nothing to say. */
  note: string | null;
}

/** @throws AppError not_found. */
export async function readBulkAction(
  context: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<BulkActionSummary> {
  const { db, shop } = context;
  const where = { shopId_id: { shopId: shop.id, id } };
  const action = await db.prisma.bulkAction.findUnique({ where });
  if (!action) throw new AppError("not_found", "There is no such bulk action.");
  return summarize(context, action);
}

/** The latest bulk actions, newest first. */
export async function listBulkActions(
  context: Pick<ShopContext, "db" | "shop">,
  limit: number,
): Promise<BulkActionSummary[]> {
  const actions = await context.db.prisma.bulkAction.findMany({
    where: { shopId: context.shop.id },
    orderBy: { id: "desc" },
    take: limit,
  });
  return Promise.all(actions.map((action) => summarize(context, action)));
}

/** A page of its rows in one state, or in all, in the order of the subscriptions, and how many there are. */
export async function listOutcomes(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint,
  state: BulkActionOutcome["state"] | null,
  { limit, offset }: ListPage,
): Promise<{ outcomes: BulkActionOutcome[]; total: number }> {
  const where = { shopId: shop.id, bulkActionId: id, ...(state && { state }) };
  const [rows, total] = await Promise.all([
    db.prisma.bulkActionRow.findMany({
      where,
      orderBy: { subscriptionId: "asc" },
      take: limit,
      skip: offset,
      include: { subscription: { include: { customer: true } } },
    }),
    db.prisma.bulkActionRow.count({ where }),
  ]);
  return {
    outcomes: rows.map(({ subscriptionId, subscription, state: rowState, note }) => ({
      subscriptionId,
      platformContractId: subscription.platformContractId,
      planName: subscription.planName,
      customerId: subscription.customerId,
      customer: subscription.customer,
      state: rowState as BulkActionOutcome["state"],
      note,
    })),
    total,
  };
}

async function summarize(
  { db }: Pick<ShopContext, "db">,
  action: BulkAction,
): Promise<BulkActionSummary> {
  const { shopId, id, kind, days, rowCount, actorKind, actorName, createdAt, finishedAt } = action;
  const count = (state: string) =>
    db.prisma.bulkActionRow.count({ where: { shopId, bulkActionId: id, state } });
  const [done, refused] = await Promise.all([count("done"), count("refused")]);
  return {
    id,
    kind: kind as BulkActionKind,
    days,
    rowCount,
    done,
    refused,
    actor: { kind: actorKind as Actor["kind"], name: actorName },
    createdAt,
    finishedAt,
  };
}
