/** The platform's instants have no fraction of a second; dates which are compared are kept as shown. */
export function wholeSeconds(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}
