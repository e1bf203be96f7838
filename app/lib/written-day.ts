const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=[ T]|$)/;

/**
 * A day as it is written with dots, which is day, month and year everywhere, as YYYY-MM-DD; a time after it stays. Any other text
 * as it is: with slashes and dashes people write a day in two ways.
 */
export function readWrittenDay(text: string): string {
  return text.replace(
    DOTTED,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
}
