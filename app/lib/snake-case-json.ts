import { currencyExponent } from "./money.ts";
import { formatDate } from "./zoned-time.ts";

type SnakeKey<K> = K extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeKey<Rest>}`
  : "";

/** A value of the domain as JSON: snake_case keys, calendar dates as text, ids as numbers. */
export type SnakeCaseJson<T> = T extends Date
  ? string
  : T extends bigint
    ? number
    : T extends readonly (infer Item)[]
      ? SnakeCaseJson<Item>[]
      : T extends object
        ? { [K in keyof T as SnakeKey<K>]: SnakeCaseJson<T[K]> } & CurrencyDigits<T>
        : T;

/** Whoever reads an amount in minor units reads beside its currency how many decimals they are. */
type CurrencyDigits<T> = T extends { currency: string } ? { currency_digits: number } : unknown;

/**
 * Writes a value of the domain as the storefront reads it. An instant becomes its calendar date in the
 * store's `zone`, `YYYY-MM-DD`; values keep their units, and a currency comes with its decimals.
 */
export function toSnakeCaseJson<T>(value: T, zone: string): SnakeCaseJson<T>;
export function toSnakeCaseJson(value: unknown, zone: string): unknown {
  if (value instanceof Date) return formatDate(value, zone);
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item) => toSnakeCaseJson(item, zone));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    toSnakeCaseJson(item, zone),
  ]);
  if ("currency" in value && typeof value.currency === "string") {
    entries.push(["currency_digits", currencyExponent(value.currency)]);
  }
  return Object.fromEntries(entries);
}
