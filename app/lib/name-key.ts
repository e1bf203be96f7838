/**
 * A name as people compare it: two that look the same have one key, whatever their case, and whether their accents are part of a letter
 * or follow it (macOS saves the latter).
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase().normalize("NFC");
}
