import type { Prisma, SavedView } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { type NamedBy, namesPerson } from "./names-person.ts";

/** Saved views whose name or search names one of some people. A store has a few dozen views. */
export async function findViewsAbout(
  db: Queries,
  shopId: bigint,
  people: readonly NamedBy[],
): Promise<SavedView[]> {
  const views = await db.savedView.findMany({ where: { shopId }, orderBy: { id: "asc" } });
  return views.filter((view) => isAbout(view.name, people) || isAbout(searchOf(view), people));
}

/** Takes out of them what names the people: the view stays, and its other filters. */
export async function eraseViewsAbout(
  tx: Queries,
  shopId: bigint,
  people: readonly NamedBy[],
): Promise<void> {
  for (const view of await findViewsAbout(tx, shopId, people)) {
    const { id, name, query } = view;
    const { search: _, ...others } = query as Prisma.JsonObject;
    await tx.savedView.update({
      where: { shopId_id: { shopId, id } },
      data: {
        ...(isAbout(name, people) && { name: `Renamed view ${id}` }),
        ...(isAbout(searchOf(view), people) && { query: others }),
      },
    });
  }
}

const isAbout = (text: string, people: readonly NamedBy[]) =>
  people.some((person) => namesPerson(text, person));

const searchOf = ({ query }: SavedView) => String((query as Prisma.JsonObject).search ?? "");
