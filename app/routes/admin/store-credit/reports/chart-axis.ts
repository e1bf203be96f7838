import { currencyExponent } from "#app/lib/money.ts";

/** Minor units on an axis: "€1.2K". Short, for there is little room. */
export function axisMoney(minor: number, currency: string): string {
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
    minimumFractionDigits: 0,
  }).format(minor / 10 ** currencyExponent(currency));
}

/** The first, the middle and the last of the periods' labels. */
export function edgeLabels(labels: readonly string[]): string[] {
  const middle = labels[Math.floor((labels.length - 1) / 2)];
  return [...new Set([labels[0] ?? "", middle ?? "", labels.at(-1) ?? ""])];
}
