/**
 * What people typed, as it can be kept and looked for, without blanks around it. All free text from forms and addresses
 * passes through here before it meets the database.
 */
export function storableText(typed: string): string {
  return keepable(typed).trim();
}

/**
 * A text without NUL, which PostgreSQL cannot hold, and with U+FFFD for halves of characters, which its JSON cannot hold. All texts of the
 * admin's forms and of the platform are made so when they are read; the interfaces for programs refuse NUL, field by field.
 */
export function keepable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}

/**
 * The beginning of a text, without half of a character at its end: a character of two units that the limit falls into is left out.
 * All texts that may be anyone's are cut here, since what is cut elsewhere may not be kept.
 *
 * @param most as many units as the text may have, as its length counts them.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return isFirstHalf(text.charCodeAt(most - 1)) ? cut.slice(0, -1) : cut;
}

/** Of a character of two units. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** What JSON said, with each of its texts and names as it can be kept. */
export function withKeepableTexts(value: unknown): unknown {
  if (typeof value === "string") return keepable(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withKeepableTexts);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [keepable(name), withKeepableTexts(one)]),
  );
}
