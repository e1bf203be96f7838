/**
 * What people typed, as it can be kept and looked for, without blanks around it. All free text from forms and addresses
 * passes through here before it meets the database.
 */
export function storableText(typed: string): string {
  return keepable(typed).trim();
}

/**
 * A text without NUL, which PostgreSQL cannot hold, and with U+FFFD for halves of characters, which its JSON cannot hold. All texts of the
 * admin's forms are made so when they are read; the interfaces for programs refuse NUL, field by field.
 */
export function keepable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}
