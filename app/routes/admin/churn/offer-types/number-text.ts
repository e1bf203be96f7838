/** Reads a blank field as none. A text that is no number is -1, which every such field refuses. */
export function optionalNumber(text: string): number | null {
  if (text.trim() === "") return null;
  const number = numberOf(text);
  return Number.isNaN(number) ? -1 : number;
}

export function numberOf(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(",", ".")) : Number.NaN;
}

export function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

/** Major units as English readers write them, for example "€10.00". */
export function moneyText(units: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(units);
}
