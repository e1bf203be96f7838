import { wrongField } from "#app/lib/app-error.ts";
import { storableText } from "#app/lib/storable-text.ts";

/** Characters of a note; more is a document. */
export const MAX_NOTE_LENGTH = 2000;

/** What the merchant's staff wrote down about a customer. */
export interface CustomerNote {
  id: bigint;
  body: string;
  /** Null where nobody is known by name. */
  authorName: string | null;
  createdAt: Date;
  /** Null for one that was never changed. */
  editedAt: Date | null;
  editorName: string | null;
}

/** A note as it is kept. @throws AppError invalid_input for the field `body`. */
export function checkNote(typed: string): string {
  const body = storableText(typed);
  if (body === "") throw wrongField("body", "Write a note.");
  if (body.length > MAX_NOTE_LENGTH) {
    throw wrongField("body", `Write at most ${MAX_NOTE_LENGTH} characters.`);
  }
  return body;
}
