import { mailFormatsOf } from "../templates/mail-formats.ts";
import { type MailKind, mailKindOf } from "./mail-kinds.ts";

/** The variables that the texts of a kind may use. */
export function variablesOf(kind: MailKind): string[] {
  const module = mailKindOf(kind);
  const sample = module.sample(new Date(0), "EUR");
  return Object.keys(module.values(sample, mailFormatsOf("en", "UTC")));
}
