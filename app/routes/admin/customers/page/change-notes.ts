import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { addNote, deleteNote, editNote } from "#app/domain/customers/notes/change-notes.ts";
import { readId } from "../../input/read-id.ts";

/** What the forms of a customer's notes send. */
export const noteSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add-note"), body: z.string() }),
  z.object({ intent: z.literal("edit-note"), id: z.string(), body: z.string() }),
  z.object({ intent: z.literal("delete-note"), id: z.string() }),
]);

/** Writes, changes or deletes a note. */
export async function changeNotes(
  context: ShopContext,
  customerId: bigint,
  input: z.output<typeof noteSchema>,
) {
  switch (input.intent) {
    case "add-note":
      await addNote(context, customerId, input.body);
      return { outcome: "added" as const };
    case "edit-note":
      await editNote(context, customerId, readId(input.id), input.body);
      return { outcome: "edited" as const };
    case "delete-note":
      await deleteNote(context, customerId, readId(input.id));
      return { outcome: "deleted" as const };
  }
}
