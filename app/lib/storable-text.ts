/**
 * What people typed, as it can be kept and looked for, without blanks around it. All free text from forms and addresses
 * passes through here before it meets the database.
 */
export function storableText(typed: string): string {
  return keepable(typed).trim();
}

/**
 * A text without NUL, which PostgreSQL cannot hold, and with U+FFFD for halves of characters, which its JSON cannot hold. Whatever reads
 * a body, a form or an address gives texts on in this form, so that none of them fails further in.
 */
export function keepable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}
