import { AppError, wrongField } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { lineText } from "#app/lib/line-text.ts";
import type { ShopContext } from "../context.ts";

/** Lists whose filters and order are saved under names. */
export const VIEWED_LISTS = [
  "subscriptions",
  "failed_payments",
  "loyalty_coupons",
  "customers",
] as const;

export type ViewedList = (typeof VIEWED_LISTS)[number];

/** What a list's address says, name by name; without the page. */
export type ViewQuery = Readonly<Record<string, string>>;

/** A list's filters and order, under a name that the whole staff sees. */
export interface SavedView {
  id: bigint;
  name: string;
  query: ViewQuery;
}

/** Polaris' own limit of a view's name. */
const MAX_NAME = 40;
/** More tabs nobody finds anything among. */
const MAX_VIEWS = 20;
const MAX_FIELDS = 20;
const MAX_VALUE = 200;

/** The views of a list, in the order in which they were made. */
export async function listSavedViews(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  list: ViewedList,
): Promise<SavedView[]> {
  const rows = await db.prisma.savedView.findMany({
    where: { shopId: shop.id, list },
    orderBy: { id: "asc" },
    take: MAX_VIEWS,
  });
  return rows.map(({ id, name, query }) => ({ id, name, query: query as ViewQuery }));
}

/**
 * Saves a view under a new name.
 *
 * @throws AppError invalid_input for the field `name`: missing, too long, taken, or one view too many.
 */
export async function createSavedView(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  list: ViewedList,
  { name, query }: { name: string; query: ViewQuery },
): Promise<bigint> {
  const checked = checkName(name);
  checkQuery(query);
  return db.transaction(async (tx) => {
    // One at a time, so that two of them do not pass the limit, or take one name, together.
    await lockStore(tx, shop.id);
    const views = await tx.savedView.findMany({ where: { shopId: shop.id, list } });
    if (views.length >= MAX_VIEWS) {
      throw wrongField("name", `A list has at most ${MAX_VIEWS} views. Delete one first.`);
    }
    if (views.some((view) => view.name === checked)) throw nameTaken();
    const data = { shopId: shop.id, list, name: checked, query, createdAt: clock.now() };
    return (await tx.savedView.create({ data })).id;
  });
}

/**
 * Gives a view another name, or other filters.
 *
 * @throws AppError not_found: deleted meanwhile; invalid_input for the field `name`.
 */
export async function changeSavedView(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  list: ViewedList,
  id: bigint,
  change: { name: string } | { query: ViewQuery },
): Promise<void> {
  const data = "name" in change ? { name: checkName(change.name) } : change;
  if ("query" in change) checkQuery(change.query);
  await db.transaction(async (tx) => {
    await lockStore(tx, shop.id);
    if ("name" in data) {
      const other = { shopId: shop.id, list, name: data.name, NOT: { id } };
      if ((await tx.savedView.count({ where: other })) > 0) throw nameTaken();
    }
    const { count } = await tx.savedView.updateMany({ where: { shopId: shop.id, list, id }, data });
    if (count === 0) throw new AppError("not_found", "This view has been deleted meanwhile.");
  });
}

/** Deletes a view; one that is gone already is no error. */
export async function deleteSavedView(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  list: ViewedList,
  id: bigint,
): Promise<void> {
  await db.prisma.savedView.deleteMany({ where: { shopId: shop.id, list, id } });
}

function lockStore(tx: Queries, shopId: bigint) {
  return tx.$queryRaw`SELECT 1 FROM shops WHERE id = ${shopId} FOR NO KEY UPDATE`;
}

function checkName(typed: string): string {
  const name = lineText(typed);
  if (name === "") throw wrongField("name", "Write a name.");
  if (name.length > MAX_NAME) throw wrongField("name", `Write at most ${MAX_NAME} characters.`);
  // The tab that every list begins with.
  if (name.toLowerCase() === "all") throw nameTaken();
  return name;
}

function checkQuery(query: ViewQuery): void {
  const fields = Object.entries(query);
  const isTooLong = fields.some(([key, value]) => key.length + value.length > MAX_VALUE);
  if (fields.length > MAX_FIELDS || isTooLong) {
    throw new AppError("invalid_input", "This view has more filters than can be saved.");
  }
}

function nameTaken(): AppError {
  return wrongField("name", "There is a view with this name already.");
}
