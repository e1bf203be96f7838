import { z } from "zod";
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  VIEWED_LISTS,
} from "#app/domain/saved-views/saved-views.ts";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";

const list = z.enum(VIEWED_LISTS);
const query = z.record(z.string(), z.string());

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create"), list, name: z.string(), query }),
  z.object({ intent: z.literal("rename"), list, id: z.string(), name: z.string() }),
  z.object({ intent: z.literal("change"), list, id: z.string(), query }),
  z.object({ intent: z.literal("delete"), list, id: z.string() }),
]);

/** Saves, renames, changes and deletes the views of the lists. */
export const action = formAction(submissionSchema, async ({ context, input }) => {
  switch (input.intent) {
    case "create": {
      const id = await createSavedView(context, input.list, input);
      return { outcome: "saved" as const, id: String(id) };
    }
    case "rename":
      await changeSavedView(context, input.list, readId(input.id), { name: input.name });
      return { outcome: "saved" as const, id: input.id };
    case "change":
      await changeSavedView(context, input.list, readId(input.id), { query: input.query });
      return { outcome: "saved" as const, id: input.id };
    case "delete":
      await deleteSavedView(context, input.list, readId(input.id));
      return { outcome: "deleted" as const, id: "" };
  }
});
