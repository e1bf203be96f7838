/** The instants that the database reads, and ISO 8601 writes with four digits for the year. */
export const FIRST_INSTANT = Date.parse("0001-01-01T00:00:00Z");
export const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");
