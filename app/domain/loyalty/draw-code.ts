import { randomInt } from "node:crypto";

/** Without letters and digits that look like each other. */
const SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** A code of so many signs that nobody guesses and everybody can type. */
export function drawCode(length: number): string {
  return Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join("");
}
