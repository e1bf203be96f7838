/** ISO 8601 in UTC with microseconds, as a reward's dates are kept and shown (contract, section 2.7). */
export function toMicrosecondIso(instant: Date): string {
  return instant.toISOString().replace("Z", "000Z");
}
