import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { checkNote } from "./note.ts";

const NOTE_GONE = "This note has been deleted meanwhile.";

/**
 * Writes a note about a customer, in the name of who is signed in. Not safe to repeat: twice sent is written twice.
 *
 * @throws AppError invalid_input for the field `body`; not_found: no such customer, merged into another one, or erased.
 */
export async function addNote(
  context: ShopContext,
  customerId: bigint,
  typed: string,
): Promise<bigint> {
  const { db, shop, actor, clock } = context;
  const body = checkNote(typed);
  return db.transaction(async (tx) => {
    await holdCustomer(tx, shop.id, customerId);
    const note = await tx.customerNote.create({
      data: {
        shopId: shop.id,
        customerId,
        body,
        authorName: actor.name,
        createdAt: clock.now(),
      },
    });
    return note.id;
  });
}

/**
 * Gives a note other words. The latest change counts; who wrote it first stays its author.
 *
 * @throws AppError invalid_input for the field `body`; not_found: deleted meanwhile, or not about this customer.
 */
export async function editNote(
  { db, shop, actor, clock }: ShopContext,
  customerId: bigint,
  id: bigint,
  typed: string,
): Promise<void> {
  const body = checkNote(typed);
  const { count } = await db.prisma.customerNote.updateMany({
    where: { shopId: shop.id, customerId, id },
    data: { body, editedAt: clock.now(), editorName: actor.name },
  });
  if (count === 0) throw new AppError("not_found", NOTE_GONE);
}

/** Deletes a note for good; one that is gone already is no error. */
export async function deleteNote(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  id: bigint,
): Promise<void> {
  await db.prisma.customerNote.deleteMany({ where: { shopId: shop.id, customerId, id } });
}

/** Keeps the customer as they are until the note is written: a merge moves all notes, and an erasure takes them all. */
async function holdCustomer(tx: Queries, shopId: bigint, id: bigint): Promise<void> {
  const rows = await tx.$queryRaw<{ merged_into_id: bigint | null; redacted_at: Date | null }[]>`
    SELECT merged_into_id, redacted_at FROM customers WHERE shop_id = ${shopId} AND id = ${id} FOR SHARE`;
  const [customer] = rows;
  if (!customer || customer.merged_into_id !== null) {
    throw new AppError("not_found", "There is no such customer.");
  }
  if (customer.redacted_at !== null) {
    throw new AppError("not_found", "This customer's data was erased; nothing can be noted.");
  }
}
