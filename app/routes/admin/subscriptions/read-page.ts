import type { Formats } from "#app/ui/format.ts";

/** Rows on one page of a list of subscriptions or charges. */
export const PAGE_SIZE = 25;

/** Behind it no list of ours is looked through. */
const FURTHEST_PAGE = 10_000;

/** The page that an address asks for, counted from 1; the first one where it says nothing that can be. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get("page") ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= FURTHEST_PAGE ? page : 1;
}

/** "1–25 of 126". */
export function describeRange(page: number, rows: number, total: number, formats: Formats): string {
  const first = (page - 1) * PAGE_SIZE + 1;
  const number = (count: number) => formats.count(count, "", "").trim();
  if (rows === 0) return `0 of ${number(total)}`;
  return `${number(first)}–${number(first + rows - 1)} of ${number(total)}`;
}
