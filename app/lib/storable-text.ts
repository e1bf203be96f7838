/**
 * What people typed, as it can be kept and looked for: without NUL, which PostgreSQL cannot hold,
 * without halves of characters, and without blanks around it. All free text from forms and addresses
 * passes through here before it meets the database.
 */
export function storableText(typed: string): string {
  return typed.replaceAll("\u0000", "").toWellFormed().trim();
}
