import type { ShopContext } from "#app/domain/context.ts";
import { listSavedViews, type ViewedList } from "#app/domain/saved-views/saved-views.ts";

/** The views of a list for its tabs. */
export async function showSavedViews(context: Pick<ShopContext, "db" | "shop">, of: ViewedList) {
  const views = await listSavedViews(context, of);
  return views.map(({ id, name, query: saved }) => ({ id: String(id), name, query: saved }));
}
